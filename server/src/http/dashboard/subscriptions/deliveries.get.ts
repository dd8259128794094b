import { dashboard } from '@millrace/contract/operations/dashboard'
import { bind } from '../../bind.ts'
import { deliveriesOf } from '../../edge/subscription.ts'
import { listPage } from '../edge/list-page.ts'
import { onSubscription } from '../edge/on-subscription.ts'

export default bind(dashboard.listSubscriptionDeliveries, parts => async request => {
  const { list, rows } = await onSubscription(parts, request, (tx, place) =>
    deliveriesOf(parts, tx, place, dashboard.listSubscriptionDeliveries.path, request.query),
  )
  return listPage(parts, list, rows, ({ sequence }) => sequence)
})
