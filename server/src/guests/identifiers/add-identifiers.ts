import type { Sql } from '#db/sql.ts'
import { columnsOf } from './find-holders.ts'
import type { ReadIdentifier } from './identifier.ts'

export interface NewIdentifier {
  /** Normalised. */
  readonly identifier: ReadIdentifier
  readonly guestId: string
}

/**
 * Gives identifiers to guests, and returns how many: one that a guest has by now stays theirs. A request that claims the
 * same identifier at the same moment waits here for the end of the other's transaction. All claim in one order, so that
 * two never wait for each other.
 */
export async function addIdentifiers(
  tx: Sql,
  organisationId: string,
  added: readonly NewIdentifier[],
): Promise<number> {
  if (added.length === 0) return 0
  const { rowCount } = await tx.query(
    `INSERT INTO guest_identifiers (organisation_id, type, system, value, guest_id)
     SELECT $1, type, system, value, guest_id
     FROM unnest($2::text[], $3::text[], $4::text[], $5::uuid[]) AS t (type, system, value, guest_id)
     ORDER BY type COLLATE "C", system COLLATE "C", value COLLATE "C"
     ON CONFLICT DO NOTHING`,
    [
      organisationId,
      ...columnsOf(added.map(({ identifier }) => identifier)),
      added.map(({ guestId }) => guestId),
    ],
  )
  return rowCount ?? 0
}

/** Takes identifiers away from a guest; what the guest does not have is left alone. */
export async function removeIdentifiers(
  tx: Sql,
  organisationId: string,
  guestId: string,
  removed: readonly ReadIdentifier[],
): Promise<void> {
  if (removed.length === 0) return
  await tx.query(
    `DELETE FROM guest_identifiers i USING unnest($3::text[], $4::text[], $5::text[]) AS t (type, system, value)
     WHERE i.organisation_id = $1 AND i.guest_id = $2 AND i.type = t.type AND i.system = t.system
       AND i.value = identifier_value(t.type, t.value)`,
    [organisationId, guestId, ...columnsOf(removed)],
  )
}
