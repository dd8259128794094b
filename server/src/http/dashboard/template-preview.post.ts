import { Preview, PreviewRequest } from '@millrace/contract/dashboard/workflows'
import { smsSegments } from '#channels/sms/segments.ts'
import { previewTemplate } from '#dashboard/workflows/preview-template.ts'
import { inTenant } from '#db/database.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { Refusal } from '../refusal.ts'
import { route } from '../route.ts'
import { toolsOf } from './edge/tools.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/template-preview',
  access: 'member',
  role: 'viewer',
  bodyLimit: 500_000,
  schema: {
    operationId: 'previewTemplate',
    tags: ['Dashboard'],
    summary: 'Render a text for a guest and an event, without saving or sending it',
    body: PreviewRequest,
    response: { 200: Preview },
  },
  options: { attachValidation: true },
  handler: parts => {
    const { places } = toolsOf(parts)
    return async request => {
      const { organisationId, serials: sight } = request.member
      const { body } = checkedBody(request, PreviewRequest)
      const preview = await inTenant(parts.database, organisationId, tx =>
        previewTemplate(tx, places, { organisationId, sight }, body),
      )
      if (typeof preview === 'string') throw new Refusal(`${preview}_not_found`)
      if (body.channel !== 'sms' || preview.text === null) return preview
      return { ...preview, sms: smsSegments(preview.text) }
    }
  },
})
