import type { SimulationResult } from '@millrace/contract/simulation'
import type { Sql } from '#db/sql.ts'
import { readInput, type SimulationParts, type SimulationRequest } from './read-input.ts'
import { simulate } from './simulate.ts'

/** Reads the facts for a script, and simulates it. Throws SimulationRefused. */
export async function simulateScript(
  tx: Sql,
  parts: SimulationParts,
  request: SimulationRequest,
): Promise<SimulationResult> {
  return simulate(await readInput(tx, parts, request))
}
