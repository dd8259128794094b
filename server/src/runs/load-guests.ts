import type { Sql } from '#db/sql.ts'
import { profileColumns } from '#guests/guest-profile.ts'
import type { GuestFacts } from '#workflows/facts.ts'
import { bareArray } from './array-literal.ts'

export interface GuestKey {
  readonly organisationId: string
  readonly guestId: string
}

export const guestKey = ({ organisationId, guestId }: GuestKey) => `${organisationId} ${guestId}`

/**
 * Guests as of now, locked, so that no other worker changes what the steps decide by. Locked in the order of their
 * ids: workers with guests in common queue up instead of waiting in a circle.
 */
export async function loadGuests(tx: Sql, keys: readonly GuestKey[]): Promise<Map<string, GuestFacts>> {
  const wanted = [...new Map(keys.map(key => [guestKey(key), key])).values()].toSorted((a, b) =>
    a.guestId < b.guestId ? -1 : 1,
  )
  const { rows } = await tx.query<GuestFacts & { organisation_id: string }>(
    `SELECT guest.*
     FROM unnest($1::uuid[], $2::uuid[]) AS wanted (organisation_id, id),
       LATERAL (
         SELECT g.organisation_id, ${profileColumns}
         FROM guests g
         WHERE g.organisation_id = wanted.organisation_id AND g.id = wanted.id
         FOR NO KEY UPDATE
       ) AS guest`,
    [bareArray(wanted.map(key => key.organisationId)), bareArray(wanted.map(key => key.guestId))],
  )
  return new Map(rows.map(row => [guestKey({ organisationId: row.organisation_id, guestId: row.id }), row]))
}
