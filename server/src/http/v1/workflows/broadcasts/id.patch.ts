import { v1 } from '@millrace/contract/operations/v1'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { setBroadcastState } from '#workflows/broadcasts/change-broadcast.ts'
import { bind } from '../../../bind.ts'
import { changedBroadcast } from '../../../edge/broadcast.ts'
import { checkedBody } from '../../../edge/checked-body.ts'
import { orRefuse } from '../../../edge/workflow-refusals.ts'
import { Refusal } from '../../../refusal.ts'
import { actorOf } from '../../guest-imports/shared.ts'
import { forReal, workflowIn } from '../named-workflow.ts'

export default bind(v1.patchBroadcast, ({ database }) => async request => {
  const { organisationId } = request.identity
  const { state } = checkedBody(request, v1.patchBroadcast).body
  const workflowId = workflowIn(request.params)
  const id = storedId(request.params.broadcastId)
  const change = { organisationId, workflowId, actor: actorOf(request.identity) }
  await inTenant(database, organisationId, async tx => {
    await forReal(tx, request.identity, workflowId)
    if (id === undefined) throw new Refusal('broadcast_not_found')
    await orRefuse(setBroadcastState(tx, change, id, state))
  })
  return { message: changedBroadcast[state], id: id as string }
})
