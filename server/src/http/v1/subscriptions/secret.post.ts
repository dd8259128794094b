import { v1 } from '@millrace/contract/operations/v1'
import { bind } from '../../bind.ts'
import { withNewSecret } from '../../edge/subscription.ts'
import { actorOf } from '../guest-imports/shared.ts'
import { onSubscription } from './may-read.ts'

export default bind(
  v1.changeSubscriptionSecret,
  parts => request =>
    onSubscription(parts, request, (tx, place) => withNewSecret(parts, tx, place, actorOf(request.identity))),
)
