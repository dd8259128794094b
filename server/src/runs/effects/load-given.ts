import { bareArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { GivenPoints } from '#steps/step.ts'
import { type GuestKey, guestKey } from '../load/load-guests.ts'

/** Longer than any day by any clock: which of them are of today, the step decides. */
const HOURS = 26

/** Points that steps gave guests lately, by guest. A run holds its guest before it reads this. */
export async function loadGiven(
  tx: Sql,
  guests: readonly GuestKey[],
  now: Date,
): Promise<Map<string, GivenPoints[]>> {
  if (guests.length === 0) return new Map()
  const wanted = [...new Map(guests.map(guest => [guestKey(guest), guest])).values()]
  const { rows } = await tx.query<GuestKey & GivenPoints>(
    `SELECT p.organisation_id AS "organisationId", p.guest_id AS "guestId", r.workflow_id AS "workflowId",
            p.node_id AS "nodeId", p.points, p.created_at AS at
     FROM unnest($1::uuid[], $2::uuid[]) AS g (organisation_id, guest_id)
     JOIN points_entries p ON p.organisation_id = g.organisation_id AND p.guest_id = g.guest_id
     JOIN runs r ON r.organisation_id = p.organisation_id AND r.id = p.run_id
     WHERE p.created_at > $3 AND p.points > 0`,
    [
      bareArray(wanted.map(({ organisationId }) => organisationId)),
      bareArray(wanted.map(({ guestId }) => guestId)),
      new Date(now.getTime() - HOURS * 3_600_000),
    ],
  )
  return Map.groupBy(rows, guestKey)
}
