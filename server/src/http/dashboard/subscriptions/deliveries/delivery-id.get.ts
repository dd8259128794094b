import { dashboard } from '@millrace/contract/operations/dashboard'
import { bind } from '../../../bind.ts'
import { deliveryOf } from '../../../edge/subscription.ts'
import { onSubscription } from '../../edge/on-subscription.ts'

export default bind(
  dashboard.readSubscriptionDelivery,
  parts => request =>
    onSubscription(parts, request, (tx, place) => deliveryOf(tx, place, request.params.deliveryId)),
)
