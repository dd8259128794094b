import type { Guest } from '@millrace/contract/guest'
import type { Sql } from '#db/sql.ts'
import { type GuestRow, guestColumns, toGuest } from './guest-row.ts'

/** In the order of their ids, so that two that lock many never wait for each other. */
export async function lockGuests(
  tx: Sql,
  organisationId: string,
  ids: readonly string[],
): Promise<Map<string, Guest>> {
  const { rows } = await tx.query<GuestRow>(
    `SELECT ${guestColumns} FROM guests WHERE organisation_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE`,
    [organisationId, ids],
  )
  return new Map(rows.map(row => [row.id, toGuest(row)]))
}
