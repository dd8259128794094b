import { dashboard } from '@millrace/contract/operations/dashboard'
import { tenantSql } from '#db/database.ts'
import { startComparison } from '#jobs/comparison/start-comparison.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { requireReach } from '../edge/own-workflow.ts'
import { requireId } from '../edge/require-id.ts'
import { orRefuseTrial } from '../edge/trial-refusals.ts'

export default bind(dashboard.startComparison, ({ database, checks }) => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const workflowId = requireId(request.params.id, 'workflow_not_found')
  const start = async () => {
    // The draft is checked on a thread: no connection waits for it.
    const sql = tenantSql(database, organisationId)
    await requireWorkflow(sql, organisationId, workflowId)
    await requireReach(sql, request.member, workflowId)
    const { body } = checkedBody(request, dashboard.startComparison)
    return startComparison(sql, { organisationId, workflowId, actor, ...body }, checks)
  }
  const job = await orRefuseTrial(start())
  reply.code(201)
  return { message: 'Comparison started.', job }
})
