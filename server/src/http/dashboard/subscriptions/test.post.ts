import { dashboard } from '@millrace/contract/operations/dashboard'
import { bind } from '../../bind.ts'
import { tested } from '../../edge/subscription.ts'
import { onSubscription } from '../edge/on-subscription.ts'

export default bind(dashboard.testSubscription, parts => request => onSubscription(parts, request, tested))
