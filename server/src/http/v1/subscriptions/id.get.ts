import { v1 } from '@millrace/contract/operations/v1'
import { bind } from '../../bind.ts'
import { requireSubscription } from '../../edge/subscription.ts'
import { onSubscription } from './may-read.ts'

export default bind(
  v1.getSubscription,
  parts => request =>
    onSubscription(parts, request, async (tx, place) => {
      const subscription = await requireSubscription(tx, place)
      return { message: `The subscription "${subscription.name}".`, subscription }
    }),
)
