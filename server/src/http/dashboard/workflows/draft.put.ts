import { dashboard } from '@millrace/contract/operations/dashboard'
import { draftReading, requireDraft } from '#dashboard/workflows/read-workflow.ts'
import { inTenant, tenantSql } from '#db/database.ts'
import { saveDraft } from '#workflows/drafts/save-draft.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { orConflict } from '../../edge/workflow-refusals.ts'
import { changeWorkflow } from '../edge/own-workflow.ts'
import { requireId } from '../edge/require-id.ts'

/** Pages save as people write, so there is no audit entry for each: the draft itself says who saved it last. */
export default bind(dashboard.saveDraft, parts => {
  const { checks } = parts
  return async (request, reply) => {
    const { organisationId, email: actor } = request.member
    const id = requireId(request.params.id, 'workflow_not_found')
    const work = inTenant(parts.database, organisationId, async tx => {
      await changeWorkflow(tx, request.member, id, async () => {
        const { body } = checkedBody(request, dashboard.saveDraft)
        await saveDraft(tx, { organisationId, workflowId: id, actor, ...body })
      })
      return requireDraft(tx, organisationId, id)
    }).then(async draft => ({
      message: 'Draft saved.',
      ...(await draftReading(tenantSql(parts.database, organisationId), organisationId, id, draft, checks)),
    }))
    return orConflict(request, reply, work)
  }
})
