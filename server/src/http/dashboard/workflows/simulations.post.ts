import { dashboard } from '@millrace/contract/operations/dashboard'
import type { Workflow } from '@millrace/contract/workflow'
import { inTenant } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { saveSimulation } from '#simulation/kept-simulations.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { definitionToTry } from '../edge/definition-to-try.ts'
import { changeWorkflow } from '../edge/own-workflow.ts'
import { requireId } from '../edge/require-id.ts'
import { orRefuseTrial } from '../edge/trial-refusals.ts'

export default bind(dashboard.keepSimulation, parts => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const id = requireId(request.params.id, 'workflow_not_found')
  const keep = async (tx: Sql, { name }: Workflow) => {
    const { body } = checkedBody(request, dashboard.keepSimulation)
    const definition = await definitionToTry(tx, parts.checks, organisationId, id)
    const workflow = { id, name, definition }
    const simulation = await saveSimulation(tx, parts, { organisationId, workflow, actor, ...body })
    const detail = { workflow_id: id, name: simulation.name }
    await recordAudit(tx, organisationId, {
      actor,
      action: 'simulation.kept',
      subject: simulation.id,
      detail,
    })
    return { message: 'Kept. It runs at every publication.', simulation }
  }
  const work = inTenant(parts.database, organisationId, tx =>
    changeWorkflow(tx, request.member, id, workflow => keep(tx, workflow)),
  )
  const answer = await orRefuseTrial(work)
  reply.code(201)
  return answer
})
