import { Validation, ValidationAnswer } from '@millrace/contract/dashboard/workflows'
import { Type } from 'typebox'
import { readDocument } from '#dashboard/workflows/read-workflow.ts'
import { inTenant } from '#db/database.ts'
import { LARGEST_DOCUMENT } from '#workflows/drafts/document-fault.ts'
import { readDraft } from '#workflows/drafts/read-draft.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { route } from '../../route.ts'
import { requireId } from '../edge/require-id.ts'
import { requireWorkflow } from '../edge/require-workflow.ts'
import { toolsOf } from '../edge/tools.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/workflows/:id/validate',
  access: 'member',
  role: 'viewer',
  bodyLimit: 4 * LARGEST_DOCUMENT,
  schema: {
    operationId: 'validateDraft',
    tags: ['Dashboard'],
    summary: 'What keeps a document, or the draft, from being published',
    params: Type.Object({ id: Type.String() }),
    body: Validation,
    response: { 200: ValidationAnswer },
  },
  options: { attachValidation: true },
  handler: parts => {
    const { checks } = toolsOf(parts)
    return async request => {
      const { organisationId } = request.member
      const id = requireId(request.params.id, 'workflow_not_found')
      return inTenant(parts.database, organisationId, async tx => {
        await requireWorkflow(tx, organisationId, id)
        const { body } = checkedBody(request, Validation)
        const document = body.document ?? (await readDraft(tx, organisationId, id))?.document ?? {}
        const reading = await readDocument(tx, organisationId, document, checks)
        return { valid: reading.faults.length === 0, ...reading }
      })
    }
  },
})
