import type { Sql } from '#db/sql.ts'
import { SourceTaken } from './errors.ts'

/**
 * Throws SourceTaken when the events of the source are directed to another active workflow. Any number may listen. Call
 * it under the lock of lock-workflow.ts.
 */
export async function refuseTakenSource(
  tx: Sql,
  organisationId: string,
  id: string,
  { source, listener = false }: { readonly source: string | null; readonly listener?: boolean },
): Promise<void> {
  if (source === null || listener) return
  const { rows } = await tx.query<{ id: string; name: string }>(
    `SELECT id, name FROM workflows
     WHERE organisation_id = $1 AND source = $2 AND status = 'active' AND NOT listener AND id <> $3`,
    [organisationId, source, id],
  )
  if (rows[0] !== undefined) throw new SourceTaken(source, rows[0])
}
