import type { Guest } from '@millrace/contract/guest'
import type { Sql } from '#db/sql.ts'
import { type GuestRow, guestColumns, toGuest } from './guest-row.ts'
import { findHolders } from './identifiers/find-holders.ts'
import type { ReadIdentifier } from './identifiers/identifier.ts'

export interface GuestFilter {
  after: string | undefined
  limit: number
  /** Only the guest who has all of these. */
  identifiers: readonly ReadIdentifier[]
  /** Only guests who were at one of these venues, and those who were at none so far; null for all guests. */
  seenAt: readonly string[] | null
}

/** Newest first, starting after `after`. */
export async function listGuests(
  tx: Sql,
  organisationId: string,
  { after, limit, identifiers, seenAt }: GuestFilter,
): Promise<Guest[]> {
  const holders = await findHolders(tx, organisationId, identifiers)
  const [holder] = holders
  if (holders.some(({ guestId }) => guestId === null || guestId !== holder?.guestId)) return []
  const { rows } = await tx.query<GuestRow>(
    `SELECT ${guestColumns} FROM guests
     WHERE organisation_id = $1 AND ($2::uuid IS NULL OR id < $2) AND ($4::uuid IS NULL OR id = $4)
       AND ($5::text[] IS NULL OR (SELECT coalesce(bool_or(e.serials && $5), true) FROM events e
         WHERE e.organisation_id = $1 AND e.guest_id = guests.id AND e.serials <> '{}'))
     ORDER BY id DESC LIMIT $3`,
    [organisationId, after ?? null, limit, holder?.guestId ?? null, seenAt],
  )
  return rows.map(toGuest)
}
