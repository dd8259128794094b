import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { startComparison } from '#jobs/comparison/start-comparison.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { changeWorkflow } from '../edge/own-workflow.ts'
import { requireId } from '../edge/require-id.ts'
import { orRefuseTrial } from '../edge/trial-refusals.ts'

export default bind(dashboard.startComparison, ({ database, checks }) => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const workflowId = requireId(request.params.id, 'workflow_not_found')
  const job = await orRefuseTrial(
    inTenant(database, organisationId, tx =>
      changeWorkflow(tx, request.member, workflowId, async () => {
        const { body } = checkedBody(request, dashboard.startComparison)
        return startComparison(tx, { organisationId, workflowId, actor, ...body }, checks)
      }),
    ),
  )
  reply.code(201)
  return { message: 'Comparison started.', job }
})
