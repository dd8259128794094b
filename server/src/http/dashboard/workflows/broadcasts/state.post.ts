import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { setBroadcastState } from '#workflows/broadcasts/change-broadcast.ts'
import { bind } from '../../../bind.ts'
import { changedBroadcast } from '../../../edge/broadcast.ts'
import { checkedBody } from '../../../edge/checked-body.ts'
import { orRefuse } from '../../../edge/workflow-refusals.ts'
import { changeWorkflow } from '../../edge/own-workflow.ts'
import { requireId } from '../../edge/require-id.ts'

export default bind(dashboard.setBroadcastState, ({ database }) => async request => {
  const { organisationId, email: actor } = request.member
  const workflowId = requireId(request.params.id, 'workflow_not_found')
  const id = requireId(request.params.broadcast, 'broadcast_not_found')
  return orRefuse(
    inTenant(database, organisationId, tx =>
      changeWorkflow(tx, request.member, workflowId, async () => {
        const { state } = checkedBody(request, dashboard.setBroadcastState).body
        await setBroadcastState(tx, { organisationId, workflowId, actor }, id, state)
        return { message: changedBroadcast[state], id }
      }),
    ),
  )
})
