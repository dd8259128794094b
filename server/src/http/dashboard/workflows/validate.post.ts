import { dashboard } from '@millrace/contract/operations/dashboard'
import { readDocument } from '#dashboard/workflows/read-workflow.ts'
import { inTenant } from '#db/database.ts'
import { readDraft } from '#workflows/drafts/read-draft.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { requireId } from '../edge/require-id.ts'
import { requireWorkflow } from '../edge/require-workflow.ts'

export default bind(dashboard.validateDraft, parts => {
  const { checks } = parts
  return async request => {
    const { organisationId } = request.member
    const id = requireId(request.params.id, 'workflow_not_found')
    return inTenant(parts.database, organisationId, async tx => {
      await requireWorkflow(tx, organisationId, id)
      const { body } = checkedBody(request, dashboard.validateDraft)
      const document = body.document ?? (await readDraft(tx, organisationId, id))?.document ?? {}
      const reading = await readDocument(tx, organisationId, document, checks)
      return { valid: reading.faults.length === 0, ...reading }
    })
  }
})
