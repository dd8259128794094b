import type { Sql } from '#db/sql.ts'
import type { FilePlace } from './window.ts'

export interface ImportedEvent {
  readonly eventId: string
  readonly guestId: string
}

/** Which events an import has stored. */
export async function writeImportedEvents(
  tx: Sql,
  { organisationId, importId }: FilePlace,
  events: readonly ImportedEvent[],
): Promise<void> {
  await tx.query(
    `INSERT INTO guest_import_events (organisation_id, import_id, event_id, guest_id)
     SELECT $1, $2, e.* FROM unnest($3::uuid[], $4::uuid[]) AS e`,
    [organisationId, importId, events.map(({ eventId }) => eventId), events.map(({ guestId }) => guestId)],
  )
}

/** Takes the next of them, for the undo. */
export async function takeImportedEvents(
  tx: Sql,
  { organisationId, importId }: FilePlace,
  limit: number,
): Promise<ImportedEvent[]> {
  const { rows } = await tx.query<ImportedEvent>(
    `DELETE FROM guest_import_events WHERE (organisation_id, import_id, event_id) IN (
       SELECT organisation_id, import_id, event_id FROM guest_import_events
       WHERE organisation_id = $1 AND import_id = $2 LIMIT $3)
     RETURNING event_id AS "eventId", guest_id AS "guestId"`,
    [organisationId, importId, limit],
  )
  return rows
}
