import { v1 } from '@millrace/contract/operations/v1'
import { bind } from '../../bind.ts'
import { removed } from '../../edge/subscription.ts'
import { actorOf } from '../guest-imports/shared.ts'
import { onSubscription } from './may-read.ts'

export default bind(
  v1.deleteSubscription,
  parts => request =>
    onSubscription(parts, request, (tx, place) => removed(tx, place, actorOf(request.identity))),
)
