import { v1 } from '@millrace/contract/operations/v1'
import { bind } from '../../../bind.ts'
import { deliveryOf } from '../../../edge/subscription.ts'
import { onSubscription } from '../may-read.ts'

export default bind(
  v1.getSubscriptionDelivery,
  parts => request =>
    onSubscription(parts, request, (tx, place) => deliveryOf(tx, place, request.params.deliveryId)),
)
