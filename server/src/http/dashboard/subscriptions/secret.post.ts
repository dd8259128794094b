import { dashboard } from '@millrace/contract/operations/dashboard'
import { bind } from '../../bind.ts'
import { withNewSecret } from '../../edge/subscription.ts'
import { onSubscription } from '../edge/on-subscription.ts'

export default bind(
  dashboard.changeSubscriptionSecret,
  parts => request =>
    onSubscription(parts, request, (tx, place, actor) => withNewSecret(parts, tx, place, actor)),
)
