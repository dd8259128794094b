import { dashboard } from '@millrace/contract/operations/dashboard'
import { startApplying, startComparing } from '#connections/repair/start-repair.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { connectionId, requireConnection } from '../edge/require-connection.ts'
import { orRefuseTrial } from '../edge/trial-refusals.ts'

export default bind(dashboard.startRepair, parts => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const id = connectionId(request.params.id)
  const { apply, job } = await inTenant(parts.database, organisationId, async tx => {
    await requireConnection(tx, parts, organisationId, id)
    const { apply } = checkedBody(request, dashboard.startRepair).body
    const start = { organisationId, connectionId: id, actor }
    return { apply, job: await orRefuseTrial(apply ? startApplying(tx, start) : startComparing(tx, start)) }
  })
  reply.code(201)
  return { message: apply ? 'The new events are being made.' : 'Stored deliveries are being compared.', job }
})
