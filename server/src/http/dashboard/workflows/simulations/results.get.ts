import type { KeptResults } from '@millrace/contract/dashboard/simulations'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { tenantSql } from '#db/database.ts'
import { differences, expectationOf } from '#simulation/expectation.ts'
import { listSimulations } from '#simulation/kept-simulations.ts'
import { simulateScript } from '#simulation/simulate-script.ts'
import { bind } from '../../../bind.ts'
import { requireWorkflow } from '../../../edge/require-workflow.ts'
import { definitionToTry } from '../../edge/definition-to-try.ts'
import { requireId } from '../../edge/require-id.ts'
import { orRefuseTrial } from '../../edge/trial-refusals.ts'

export default bind(dashboard.runKeptSimulations, parts => async ({ member: { organisationId }, params }) => {
  const id = requireId(params.id, 'workflow_not_found')
  const simulated = async () => {
    // They are checked and simulated on threads: no connection waits for them.
    const sql = tenantSql(parts.database, organisationId)
    const { name } = await requireWorkflow(sql, organisationId, id)
    const workflow = { id, name, definition: await definitionToTry(sql, parts.checks, organisationId, id) }
    const data: KeptResults['data'] = []
    for (const { id: kept, script, expected } of await listSimulations(sql, organisationId, id)) {
      const result = await simulateScript(sql, parts, { organisationId, workflow, script })
      data.push({ id: kept, differences: differences(expected, expectationOf(result)) })
    }
    return { data }
  }
  return orRefuseTrial(simulated())
})
