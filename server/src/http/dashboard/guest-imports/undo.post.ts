import { dashboard } from '@millrace/contract/operations/dashboard'
import { undoImport } from '#jobs/import/imports.ts'
import { bind } from '../../bind.ts'
import { answerOf, placeOf } from './shared.ts'

export default bind(dashboard.undoImport, parts => async ({ member, params }) => {
  const place = placeOf(member, params.id)
  return answerOf(parts, place, 'The import is being undone.', tx => undoImport(tx, place, member.email))
})
