import { SimulationList } from '@millrace/contract/dashboard/simulations'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { listSimulations } from '#simulation/kept-simulations.ts'
import { route } from '../../route.ts'
import { requireId } from '../edge/require-id.ts'
import { requireWorkflow } from '../edge/require-workflow.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/workflows/:id/simulations',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'listSimulations',
    tags: ['Dashboard'],
    summary: 'The simulations that have to hold at every publication; at most a hundred',
    params: Type.Object({ id: Type.String() }),
    response: { 200: SimulationList },
  },
  handler:
    ({ database }) =>
    async ({ member: { organisationId }, params }) => {
      const id = requireId(params.id, 'workflow_not_found')
      return inTenant(database, organisationId, async tx => {
        await requireWorkflow(tx, organisationId, id)
        return { data: await listSimulations(tx, organisationId, id) }
      })
    },
})
