import { SimulationAnswer, ToKeep } from '@millrace/contract/dashboard/simulations'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { saveSimulation } from '#simulation/kept-simulations.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { route } from '../../route.ts'
import { definitionToTry } from '../edge/definition-to-try.ts'
import { requireId } from '../edge/require-id.ts'
import { requireWorkflow } from '../edge/require-workflow.ts'
import { toolsOf } from '../edge/tools.ts'
import { orRefuseTrial } from '../edge/trial-refusals.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/workflows/:id/simulations',
  access: 'member',
  role: 'editor',
  bodyLimit: 500_000,
  schema: {
    operationId: 'keepSimulation',
    tags: ['Dashboard'],
    summary: 'Keep a simulation: what comes out of the draft now has to come out at every publication',
    params: Type.Object({ id: Type.String() }),
    body: ToKeep,
    response: { 201: SimulationAnswer },
  },
  options: { attachValidation: true },
  handler: parts => {
    const tools = toolsOf(parts)
    return async (request, reply) => {
      const { organisationId, email: actor } = request.member
      const id = requireId(request.params.id, 'workflow_not_found')
      const work = inTenant(parts.database, organisationId, async tx => {
        const { name } = await requireWorkflow(tx, organisationId, id)
        const { body } = checkedBody(request, ToKeep)
        const definition = await definitionToTry(tx, organisationId, id)
        const workflow = { id, name, definition }
        const simulation = await saveSimulation(tx, tools, { organisationId, workflow, actor, ...body })
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
    }
  },
})
