import { v1 } from '@millrace/contract/operations/v1'
import { storedId } from '#base/ids.ts'
import { bind } from '../../../bind.ts'
import { undo } from '../../../edge/merge.ts'
import { Refusal } from '../../../refusal.ts'
import { mergerOf } from '../merger.ts'

export default bind(v1.undoMerge, parts => async request => {
  const id = storedId(request.params.id)
  if (id === undefined) throw new Refusal('merge_not_found')
  return undo(parts, mergerOf(request.identity), id)
})
