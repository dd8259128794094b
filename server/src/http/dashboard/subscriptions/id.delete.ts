import { dashboard } from '@millrace/contract/operations/dashboard'
import { bind } from '../../bind.ts'
import { removed } from '../../edge/subscription.ts'
import { onSubscription } from '../edge/on-subscription.ts'

export default bind(dashboard.deleteSubscription, parts => request => onSubscription(parts, request, removed))
