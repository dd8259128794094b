import { dashboard } from '@millrace/contract/operations/dashboard'
import { readImport } from '#jobs/import/imports.ts'
import { bind } from '../../bind.ts'
import { answerOf, placeOf } from './shared.ts'

export default bind(dashboard.readImport, parts => async ({ member, params }) => {
  const place = placeOf(member, params.id)
  return answerOf(parts, place, 'The import as it is now.', tx => readImport(tx, place))
})
