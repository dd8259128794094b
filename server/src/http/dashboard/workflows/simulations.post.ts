import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant, tenantSql } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { expectationNow, saveSimulation } from '#simulation/kept-simulations.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { definitionToTry } from '../edge/definition-to-try.ts'
import { changeWorkflow, requireReach } from '../edge/own-workflow.ts'
import { requireId } from '../edge/require-id.ts'
import { orRefuseTrial } from '../edge/trial-refusals.ts'

export default bind(dashboard.keepSimulation, parts => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const id = requireId(request.params.id, 'workflow_not_found')
  const keep = async () => {
    // It is checked and simulated on threads: no connection waits for them.
    const sql = tenantSql(parts.database, organisationId)
    const { name } = await requireWorkflow(sql, organisationId, id)
    await requireReach(sql, request.member, id)
    const { body } = checkedBody(request, dashboard.keepSimulation)
    const definition = await definitionToTry(sql, parts.checks, organisationId, id)
    const save = { organisationId, workflow: { id, name, definition }, actor, ...body }
    const expected = await expectationNow(sql, parts, save)
    return inTenant(parts.database, organisationId, tx =>
      changeWorkflow(tx, request.member, id, async () => {
        const simulation = await saveSimulation(tx, save, expected)
        await recordAudit(tx, organisationId, {
          actor,
          action: 'simulation.kept',
          subject: simulation.id,
          detail: { workflow_id: id, name: simulation.name },
        })
        return { message: 'Test saved. It runs each time you publish.', simulation }
      }),
    )
  }
  const answer = await orRefuseTrial(keep())
  reply.code(201)
  return answer
})
