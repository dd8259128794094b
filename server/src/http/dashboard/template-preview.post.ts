import { dashboard } from '@millrace/contract/operations/dashboard'
import { previewTemplate } from '#dashboard/workflows/preview-template.ts'
import { tenantSql } from '#db/database.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { Refusal } from '../refusal.ts'
import { refuseOthersGuest } from './edge/require-guest.ts'

export default bind(dashboard.previewTemplate, parts => {
  const { organisations } = parts
  return async request => {
    const { organisationId, serials: sight } = request.member
    const { body } = checkedBody(request, dashboard.previewTemplate)
    const sql = tenantSql(parts.database, organisationId)
    if (body.guest_id !== undefined) await refuseOthersGuest(sql, request.member, body.guest_id)
    const preview = await previewTemplate(
      sql,
      organisations,
      { organisationId, sight },
      body,
      parts.previewAside,
    )
    if (typeof preview === 'string') throw new Refusal(`${preview}_not_found`)
    return preview
  }
})
