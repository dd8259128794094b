import { DraftAnswer, DraftConflictAnswer, DraftSave } from '@millrace/contract/dashboard/workflows'
import { Type } from 'typebox'
import { readWorkflow } from '#dashboard/workflows/read-workflow.ts'
import { inTenant } from '#db/database.ts'
import { LARGEST_DOCUMENT } from '#workflows/drafts/document-fault.ts'
import { saveDraft } from '#workflows/drafts/save-draft.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { route } from '../../route.ts'
import { requireId } from '../edge/require-id.ts'
import { requireWorkflow } from '../edge/require-workflow.ts'
import { toolsOf } from '../edge/tools.ts'
import { orConflict } from '../edge/workflow-refusals.ts'

/** Pages save as people write, so there is no audit entry for each: the draft itself says who saved it last. */
export default route({
  method: 'PUT',
  url: '/dashboard/api/workflows/:id/draft',
  access: 'member',
  role: 'editor',
  bodyLimit: 4 * LARGEST_DOCUMENT,
  schema: {
    operationId: 'saveDraft',
    tags: ['Dashboard'],
    summary: 'Save the draft, valid or not',
    params: Type.Object({ id: Type.String() }),
    body: DraftSave,
    response: { 200: DraftAnswer, 409: DraftConflictAnswer },
  },
  options: { attachValidation: true },
  handler: parts => {
    const { checks } = toolsOf(parts)
    return async (request, reply) => {
      const { organisationId, email: actor } = request.member
      const id = requireId(request.params.id, 'workflow_not_found')
      const work = inTenant(parts.database, organisationId, async tx => {
        await requireWorkflow(tx, organisationId, id)
        const { body } = checkedBody(request, DraftSave)
        await saveDraft(tx, { organisationId, workflowId: id, actor, ...body })
        const { draft, faults, sentence } = await readWorkflow(tx, organisationId, id, checks)
        return { message: 'Draft saved.', draft, faults, sentence }
      })
      return orConflict(request, reply, work)
    }
  },
})
