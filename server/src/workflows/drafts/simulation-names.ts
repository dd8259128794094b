import type { Sql } from '#db/sql.ts'

/** The saved simulations of a workflow, which have to pass at every publication. */
export async function simulationNames(
  tx: Sql,
  organisationId: string,
  workflowId: string,
): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(
    'SELECT name FROM simulations WHERE organisation_id = $1 AND workflow_id = $2 ORDER BY id',
    [organisationId, workflowId],
  )
  return rows.map(({ name }) => name)
}
