import { v1 } from '@millrace/contract/operations/v1'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { replayed } from '../../edge/subscription.ts'
import { actorOf } from '../guest-imports/shared.ts'
import { onSubscription } from './may-read.ts'

export default bind(v1.replaySubscription, parts => async request => {
  const { body } = checkedBody(request, v1.replaySubscription)
  return onSubscription(parts, request, (tx, place) => replayed(tx, place, actorOf(request.identity), body))
})
