import type { Sql } from '#db/sql.ts'
import { SourceTaken } from './errors.ts'

/** Throws SourceTaken when another workflow is active for the source. Call it under the lock of lock-workflow.ts. */
export async function refuseTakenSource(
  tx: Sql,
  organisationId: string,
  id: string,
  source: string | null,
): Promise<void> {
  if (source === null) return
  const { rows } = await tx.query<{ id: string; name: string }>(
    `SELECT id, name FROM workflows
     WHERE organisation_id = $1 AND source = $2 AND status = 'active' AND id <> $3`,
    [organisationId, source, id],
  )
  if (rows[0] !== undefined) throw new SourceTaken(source, rows[0])
}
