import { type Expectation, KeptScript, type KeptSimulation } from '@millrace/contract/simulation'
import { Compile } from 'typebox/compile'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { SimulationRefused } from './errors.ts'
import { expectationOf } from './expectation.ts'
import type { SimulationParts, SimulationRequest } from './read-input.ts'
import { type AsideParts, simulateScript } from './simulate-script.ts'

/** Each of them runs at every publication: more would make people wait. */
const MOST_KEPT = 100

const schema = Compile(KeptScript)

export interface SimulationSave extends Omit<SimulationRequest, 'script'> {
  readonly name: string
  readonly script: KeptScript
  readonly actor: string
}

/**
 * What the simulation gives now. Apart from saving it, so that no transaction waits for the thread that simulates.
 * Throws SimulationRefused.
 */
export async function expectationNow(
  sql: Sql,
  parts: SimulationParts & AsideParts,
  save: SimulationSave,
): Promise<Expectation> {
  if (!schema.Check(save.script)) {
    throw new SimulationRefused(
      'A simulation that is kept needs a guest and an event that are made up, and a time at which it begins: ' +
        'a real guest changes, and may have to be erased.',
    )
  }
  return expectationOf(await simulateScript(sql, parts, save))
}

/** Saves a simulation as a test: what it gave is expected from now on. Throws SimulationRefused. */
export async function saveSimulation(
  tx: Sql,
  { organisationId, workflow, name, script, actor }: SimulationSave,
  expected: Expectation,
): Promise<KeptSimulation> {
  // Two people who save the last possible simulation at the same time wait for each other here.
  await tx.query('SELECT FROM workflows WHERE organisation_id = $1 AND id = $2 FOR UPDATE', [
    organisationId,
    workflow.id,
  ])
  const { length } = await listSimulations(tx, organisationId, workflow.id)
  if (length >= MOST_KEPT)
    throw new SimulationRefused(`A workflow may have ${MOST_KEPT} simulations; delete one first.`)
  const { rows } = await tx.query<{ id: string; created_at: Date }>(
    `INSERT INTO simulations (organisation_id, workflow_id, id, name, script, expected, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id, created_at`,
    [organisationId, workflow.id, newId(), name, JSON.stringify(script), JSON.stringify(expected), actor],
  )
  const { id, created_at } = rows[0] as { id: string; created_at: Date }
  return { id, name, script, expected, created_by: actor, created_at: created_at.toISOString() }
}

export async function listSimulations(
  tx: Sql,
  organisationId: string,
  workflowId: string,
): Promise<KeptSimulation[]> {
  const { rows } = await tx.query<
    Omit<KeptSimulation, 'created_at'> & { created_at: Date; expected: Expectation }
  >(
    `SELECT id, name, script, expected, created_by, created_at FROM simulations
     WHERE organisation_id = $1 AND workflow_id = $2 ORDER BY id`,
    [organisationId, workflowId],
  )
  return rows.map(row => ({ ...row, created_at: row.created_at.toISOString() }))
}

/** false: there was none. */
export async function deleteSimulation(
  tx: Sql,
  organisationId: string,
  workflowId: string,
  id: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'DELETE FROM simulations WHERE organisation_id = $1 AND workflow_id = $2 AND id = $3',
    [organisationId, workflowId, id],
  )
  return rowCount === 1
}

/** What people wrote, which may identify a guest. */
export const simulationDocuments = {
  select: 'SELECT id, script, expected FROM simulations WHERE organisation_id = $1 FOR NO KEY UPDATE',
  update: `UPDATE simulations SET script = coalesce($3, script), expected = coalesce($4, expected)
           WHERE organisation_id = $1 AND id = $2`,
}
