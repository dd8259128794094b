import { Message } from '@millrace/contract/member'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { deleteSimulation } from '#simulation/kept-simulations.ts'
import { Refusal } from '../../../refusal.ts'
import { route } from '../../../route.ts'
import { requireId } from '../../edge/require-id.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'

export default route({
  method: 'DELETE',
  url: '/dashboard/api/workflows/:id/simulations/:simulationId',
  access: 'member',
  role: 'editor',
  schema: {
    operationId: 'deleteSimulation',
    tags: ['Dashboard'],
    summary: 'Delete a kept simulation',
    params: Type.Object({ id: Type.String(), simulationId: Type.String() }),
    response: { 200: Message },
  },
  handler:
    ({ database }) =>
    async ({ member: { organisationId, email: actor }, params }) => {
      const workflowId = requireId(params.id, 'workflow_not_found')
      await inTenant(database, organisationId, async tx => {
        await requireWorkflow(tx, organisationId, workflowId)
        const id = requireId(params.simulationId, 'simulation_not_found')
        if (!(await deleteSimulation(tx, organisationId, workflowId, id))) {
          throw new Refusal('simulation_not_found')
        }
        const detail = { workflow_id: workflowId }
        await recordAudit(tx, organisationId, { actor, action: 'simulation.deleted', subject: id, detail })
      })
      return { message: 'Simulation deleted.' }
    },
})
