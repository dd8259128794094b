import { dashboard } from '@millrace/contract/operations/dashboard'
import { addPart } from '#jobs/import/imports.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { contentOf } from '../../edge/guest-import.ts'
import { answerOf, placeOf } from './shared.ts'

export default bind(dashboard.addImportPart, parts => async request => {
  const place = placeOf(request.member, request.params.id)
  const { offset, content } = checkedBody(request, dashboard.addImportPart).body
  const bytes = contentOf(content)
  return answerOf(parts, place, 'Part received.', tx => addPart(tx, place, offset, bytes))
})
