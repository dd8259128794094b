import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import type { FailedSimulation } from '#workflows/errors.ts'
import { findWorkflow } from '#workflows/find-workflow.ts'
import { differences, expectationOf } from './expectation.ts'
import { listSimulations } from './kept-simulations.ts'
import type { SimulationParts } from './read-input.ts'
import { type AsideParts, simulateScript } from './simulate-script.ts'

/**
 * Runs the saved simulations of a workflow on a document, and returns those with another result than expected.
 * Publishing checks this before it creates a version.
 */
export async function runSimulations(
  tx: Sql,
  parts: SimulationParts & AsideParts,
  organisationId: string,
  workflowId: string,
  definition: WorkflowDefinition,
): Promise<FailedSimulation[]> {
  const kept = await listSimulations(tx, organisationId, workflowId)
  if (kept.length === 0) return []
  const name = (await findWorkflow(tx, organisationId, workflowId))?.name ?? ''
  const failures: FailedSimulation[] = []
  for (const simulation of kept) {
    const workflow = { id: workflowId, name, definition }
    const result = await simulateScript(tx, parts, { organisationId, workflow, script: simulation.script })
    const sentences = differences(simulation.expected, expectationOf(result))
    if (sentences.length > 0) failures.push({ name: simulation.name, problem: sentences.join(' ') })
  }
  return failures
}
