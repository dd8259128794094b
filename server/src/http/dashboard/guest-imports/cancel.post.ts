import { dashboard } from '@millrace/contract/operations/dashboard'
import { cancelImport } from '#jobs/import/imports.ts'
import { bind } from '../../bind.ts'
import { answerOf, placeOf } from './shared.ts'

export default bind(dashboard.cancelImport, parts => async ({ member, params }) => {
  const place = placeOf(member, params.id)
  return answerOf(parts, place, 'Import cancelled.', tx => cancelImport(tx, place, member.email))
})
