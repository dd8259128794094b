import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { placeWorkflow } from '#workflows/place-workflow.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { orRefuse } from '../../edge/workflow-refusals.ts'
import { changeWorkflow } from '../edge/own-workflow.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.placeWorkflow, ({ database }) => async request => {
  const { organisationId, email: actor } = request.member
  const workflowId = requireId(request.params.id, 'workflow_not_found')
  await orRefuse(
    inTenant(database, organisationId, tx =>
      changeWorkflow(tx, request.member, workflowId, async () => {
        const { body } = checkedBody(request, dashboard.placeWorkflow)
        await placeWorkflow(tx, { organisationId, workflowId, actor, ...body })
      }),
    ),
  )
  return { message: 'Workflow moved.' }
})
