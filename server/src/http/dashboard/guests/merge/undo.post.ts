import { dashboard } from '@millrace/contract/operations/dashboard'
import { bind } from '../../../bind.ts'
import { undo } from '../../../edge/merge.ts'
import { requireId } from '../../edge/require-id.ts'
import { mergerOf } from '../merger.ts'

export default bind(
  dashboard.undoMerge,
  parts => async request =>
    undo(parts, mergerOf(request.member), requireId(request.params.id, 'merge_not_found')),
)
