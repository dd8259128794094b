import { v1 } from '@millrace/contract/operations/v1'
import { bind } from '../../bind.ts'
import { pageAnswer } from '../../edge/page.ts'
import { deliveriesOf } from '../../edge/subscription.ts'
import { onSubscription } from './may-read.ts'

export default bind(v1.listSubscriptionDeliveries, parts => async request => {
  const { list, rows } = await onSubscription(parts, request, (tx, place) =>
    deliveriesOf(parts, tx, place, v1.listSubscriptionDeliveries.path, request.query),
  )
  return pageAnswer(parts, list, rows, ({ sequence }) => sequence)
})
