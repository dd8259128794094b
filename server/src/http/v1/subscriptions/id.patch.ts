import { v1 } from '@millrace/contract/operations/v1'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { changed } from '../../edge/subscription.ts'
import { actorOf } from '../guest-imports/shared.ts'
import { onSubscription, requireScopes } from './may-read.ts'

export default bind(v1.patchSubscription, parts => async request => {
  const { body } = checkedBody(request, v1.patchSubscription)
  return onSubscription(parts, request, (tx, place) => {
    requireScopes(request.identity, body.events ?? [])
    return changed(parts, tx, place, actorOf(request.identity), body)
  })
})
