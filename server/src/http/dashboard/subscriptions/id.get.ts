import { dashboard } from '@millrace/contract/operations/dashboard'
import { bind } from '../../bind.ts'
import { requireSubscription } from '../../edge/subscription.ts'
import { onSubscription } from '../edge/on-subscription.ts'

export default bind(
  dashboard.readSubscription,
  parts => request =>
    onSubscription(parts, request, async (tx, place) => {
      const subscription = await requireSubscription(tx, place)
      return { message: `The subscription "${subscription.name}".`, subscription }
    }),
)
