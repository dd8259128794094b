import { v1 } from '@millrace/contract/operations/v1'
import { bind } from '../../bind.ts'
import { tested } from '../../edge/subscription.ts'
import { onSubscription } from './may-read.ts'

export default bind(v1.testSubscription, parts => request => onSubscription(parts, request, tested))
