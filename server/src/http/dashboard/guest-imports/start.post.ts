import { dashboard } from '@millrace/contract/operations/dashboard'
import { startImport } from '#jobs/import/imports.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { answerOf, placeOf } from './shared.ts'

export default bind(dashboard.startImport, parts => async request => {
  const { member } = request
  const place = placeOf(member, request.params.id)
  const trial = checkedBody(request, dashboard.startImport).body.trial ?? false
  const message = trial ? 'The file is being checked.' : 'Import started.'
  return answerOf(parts, place, message, tx => startImport(tx, place, trial, member.email))
})
