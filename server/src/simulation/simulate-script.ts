import type { SimulationResult } from '@millrace/contract/simulation'
import type { Sql } from '#db/sql.ts'
import { definitionNow } from '#workflows/pieces/validate-expanded.ts'
import { readInput, type SimulationParts, type SimulationRequest } from './read-input.ts'
import { simulate } from './simulate.ts'
import { type SimulateAside, toQuestion } from './simulate-aside.ts'

export interface AsideParts {
  /** Absent where nobody else waits: on the command line, and in tests. */
  readonly simulateAside?: SimulateAside
}

/** Reads the facts for a script, and simulates it. Throws SimulationRefused. */
export async function simulateScript(
  tx: Sql,
  parts: SimulationParts & AsideParts,
  asked: SimulationRequest,
): Promise<SimulationResult> {
  const definition = await definitionNow(tx, asked.organisationId, asked.workflow.definition)
  const request = { ...asked, workflow: { ...asked.workflow, definition } }
  const input = await readInput(tx, parts, request)
  const { simulateAside } = parts
  return simulateAside === undefined ? simulate(input) : simulateAside(toQuestion(input, request.workflow))
}
