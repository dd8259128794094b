import { KeptResults } from '@millrace/contract/dashboard/simulations'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { differences, expectationOf } from '#simulation/expectation.ts'
import { listSimulations } from '#simulation/kept-simulations.ts'
import { simulateScript } from '#simulation/simulate-script.ts'
import { route } from '../../../route.ts'
import { definitionToTry } from '../../edge/definition-to-try.ts'
import { requireId } from '../../edge/require-id.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { toolsOf } from '../../edge/tools.ts'
import { orRefuseTrial } from '../../edge/trial-refusals.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/workflows/:id/simulations/results',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'runKeptSimulations',
    tags: ['Dashboard'],
    summary: 'Run the kept simulations on the draft, as a publication would',
    params: Type.Object({ id: Type.String() }),
    response: { 200: KeptResults },
  },
  handler: parts => {
    const tools = toolsOf(parts)
    return async ({ member: { organisationId }, params }) => {
      const id = requireId(params.id, 'workflow_not_found')
      return orRefuseTrial(
        inTenant(parts.database, organisationId, async tx => {
          const { name } = await requireWorkflow(tx, organisationId, id)
          const workflow = { id, name, definition: await definitionToTry(tx, organisationId, id) }
          const data: KeptResults['data'] = []
          for (const { id: kept, script, expected } of await listSimulations(tx, organisationId, id)) {
            const result = await simulateScript(tx, tools, { organisationId, workflow, script })
            data.push({ id: kept, differences: differences(expected, expectationOf(result)) })
          }
          return { data }
        }),
      )
    }
  },
})
