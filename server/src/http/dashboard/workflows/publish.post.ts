import { DraftConflictAnswer, Publish, PublishAnswer } from '@millrace/contract/dashboard/workflows'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { runSimulations } from '#simulation/run-simulations.ts'
import { publishDraft } from '#workflows/drafts/publish-draft.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { route } from '../../route.ts'
import { requireId } from '../edge/require-id.ts'
import { requireWorkflow } from '../edge/require-workflow.ts'
import { toolsOf } from '../edge/tools.ts'
import { orConflict } from '../edge/workflow-refusals.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/workflows/:id/publish',
  access: 'member',
  role: 'editor',
  schema: {
    operationId: 'publishDraft',
    tags: ['Dashboard'],
    summary: 'Make the draft the next version',
    description:
      'Only the draft that was seen, by its revision; and only when it is valid and its simulations hold.',
    params: Type.Object({ id: Type.String() }),
    body: Publish,
    response: { 200: PublishAnswer, 409: DraftConflictAnswer },
  },
  options: { attachValidation: true },
  handler: parts => {
    const tools = toolsOf(parts)
    return async (request, reply) => {
      const { organisationId, email: actor } = request.member
      const workflowId = requireId(request.params.id, 'workflow_not_found')
      const work = inTenant(parts.database, organisationId, async tx => {
        await requireWorkflow(tx, organisationId, workflowId)
        const { body } = checkedBody(request, Publish)
        const { version } = await publishDraft(tx, {
          organisationId,
          workflowId,
          actor,
          checks: tools.checks,
          runSimulations: definition => runSimulations(tx, tools, organisationId, workflowId, definition),
          ...body,
        })
        const workflow = await requireWorkflow(tx, organisationId, workflowId)
        return { message: `Version ${version} is live.`, version, workflow }
      })
      return orConflict(request, reply, work)
    }
  },
})
