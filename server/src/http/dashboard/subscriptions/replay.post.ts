import { dashboard } from '@millrace/contract/operations/dashboard'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { replayed, requireSubscription } from '../../edge/subscription.ts'
import { onSubscription } from '../edge/on-subscription.ts'

export default bind(
  dashboard.replaySubscription,
  parts => request =>
    onSubscription(parts, request, async (tx, place, actor) => {
      await requireSubscription(tx, place)
      return replayed(tx, place, actor, checkedBody(request, dashboard.replaySubscription).body)
    }),
)
