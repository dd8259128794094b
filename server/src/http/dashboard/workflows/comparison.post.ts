import { Comparison, UndertakingAnswer } from '@millrace/contract/dashboard/undertakings'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { startComparison } from '#undertakings/comparison/start-comparison.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { route } from '../../route.ts'
import { requireId } from '../edge/require-id.ts'
import { requireWorkflow } from '../edge/require-workflow.ts'
import { orRefuseTrial } from '../edge/trial-refusals.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/workflows/:id/comparison',
  access: 'member',
  role: 'editor',
  schema: {
    operationId: 'startComparison',
    tags: ['Dashboard'],
    summary: 'Compare the draft with what is live, over the events of the last days',
    params: Type.Object({ id: Type.String() }),
    body: Comparison,
    response: { 201: UndertakingAnswer },
  },
  options: { attachValidation: true },
  handler:
    ({ database }) =>
    async (request, reply) => {
      const { organisationId, email: actor } = request.member
      const workflowId = requireId(request.params.id, 'workflow_not_found')
      const undertaking = await orRefuseTrial(
        inTenant(database, organisationId, async tx => {
          await requireWorkflow(tx, organisationId, workflowId)
          const { body } = checkedBody(request, Comparison)
          return startComparison(tx, { organisationId, workflowId, actor, ...body })
        }),
      )
      reply.code(201)
      return { message: 'The comparison has begun.', undertaking }
    },
})
