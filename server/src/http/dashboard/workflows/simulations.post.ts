import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { saveSimulation } from '#simulation/kept-simulations.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { definitionToTry } from '../edge/definition-to-try.ts'
import { requireId } from '../edge/require-id.ts'
import { requireWorkflow } from '../edge/require-workflow.ts'
import { orRefuseTrial } from '../edge/trial-refusals.ts'

export default bind(dashboard.keepSimulation, parts => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const id = requireId(request.params.id, 'workflow_not_found')
  const work = inTenant(parts.database, organisationId, async tx => {
    const { name } = await requireWorkflow(tx, organisationId, id)
    const { body } = checkedBody(request, dashboard.keepSimulation)
    const definition = await definitionToTry(tx, organisationId, id)
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
  })
  const answer = await orRefuseTrial(work)
  reply.code(201)
  return answer
})
