import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'

/**
 * Says which venue another system's id means; null forgets it. What was held because nobody knew is read again at once.
 * As the engine. Returns false where there is no such connection.
 */
export async function setAlias(
  tx: Sql,
  organisationId: string,
  actor: string,
  connectionId: string,
  location: string,
  serial: string | null,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE connections SET aliases = jsonb_strip_nulls(aliases || jsonb_build_object($3::text, $4::text))
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, connectionId, location, serial],
  )
  if (rowCount === 0) return false
  await recordAudit(tx, organisationId, {
    actor,
    action: 'connection.alias_set',
    subject: connectionId,
    detail: { location, serial },
  })
  await readAgain(tx, organisationId, connectionId, ['held'])
  return true
}

/**
 * Has deliveries read again. Items that made an event make none again, so it can be done any number of times. Returns how
 * many there are.
 */
export async function readAgain(
  tx: Sql,
  organisationId: string,
  connectionId: string,
  states: readonly ('held' | 'failed' | 'done')[],
): Promise<number> {
  const { rowCount } = await tx.query(
    `UPDATE connection_deliveries SET state = 'waiting', due_at = now(), attempts = 0
     WHERE organisation_id = $1 AND connection_id = $2 AND state = ANY($3)`,
    [organisationId, connectionId, states],
  )
  return rowCount ?? 0
}
