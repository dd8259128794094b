import type { Guest } from '@millrace/contract/guest'
import type { Sql } from '#db/sql.ts'
import { type GuestRow, guestColumns, toGuest } from './guest-row.ts'

export interface GuestFilter {
  after: string | undefined
  limit: number
  externalId: string | undefined
}

/** Newest first, starting after `after`. */
export async function listGuests(
  tx: Sql,
  organisationId: string,
  { after, limit, externalId }: GuestFilter,
): Promise<Guest[]> {
  const { rows } = await tx.query<GuestRow>(
    `SELECT ${guestColumns} FROM guests
     WHERE organisation_id = $1 AND ($2::uuid IS NULL OR id < $2) AND ($4::text IS NULL OR external_id = $4)
     ORDER BY id DESC LIMIT $3`,
    [organisationId, after ?? null, limit, externalId ?? null],
  )
  return rows.map(toGuest)
}
