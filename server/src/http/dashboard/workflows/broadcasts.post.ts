import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { sendBroadcast } from '#workflows/broadcasts/change-broadcast.ts'
import { bind } from '../../bind.ts'
import { changedBroadcast } from '../../edge/broadcast.ts'
import { orRefuse } from '../../edge/workflow-refusals.ts'
import { changeWorkflow } from '../edge/own-workflow.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.sendBroadcast, ({ database }) => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const workflowId = requireId(request.params.id, 'workflow_not_found')
  const id = await orRefuse(
    inTenant(database, organisationId, tx =>
      changeWorkflow(tx, request.member, workflowId, () =>
        sendBroadcast(tx, { organisationId, workflowId, actor }),
      ),
    ),
  )
  reply.code(201)
  return { message: changedBroadcast.sending, id }
})
