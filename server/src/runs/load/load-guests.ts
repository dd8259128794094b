import { bareArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import { sendableColumns } from '#guests/guest-profile.ts'
import type { GuestFacts } from '#workflows/facts.ts'
import type { PlaceOfRuns } from './months-of-runs.ts'

export interface GuestKey {
  readonly organisationId: string
  readonly guestId: string
}

export const guestKey = ({ organisationId, guestId }: GuestKey) => `${organisationId} ${guestId}`

export interface RunKey {
  readonly organisation_id: string
  readonly run_id: string
}

/**
 * The current guests of runs, locked so that no other worker changes what the steps read. Locked in the order of their
 * ids: workers with guests in common queue up and cannot deadlock. They are found through their runs, so that this
 * query can be sent together with the one for the runs.
 */
export async function loadGuests(
  tx: Sql,
  place: PlaceOfRuns,
  runs: readonly RunKey[],
): Promise<Map<string, GuestFacts>> {
  const { rows } = await tx.query<GuestFacts & { organisation_id: string }>(
    `SELECT guest.*
     FROM (
         SELECT DISTINCT r.guest_id AS id, r.organisation_id
         FROM unnest($1::uuid[], $2::uuid[]) AS job (organisation_id, run_id)
         JOIN runs${place.suffix} r ON r.organisation_id = job.organisation_id AND r.id = job.run_id
           ${place.within('r.id', 3)}
         ORDER BY r.guest_id, r.organisation_id
       ) AS wanted,
       LATERAL (
         SELECT g.organisation_id, ${sendableColumns}
         FROM guests g
         WHERE g.organisation_id = wanted.organisation_id AND g.id = wanted.id
         FOR NO KEY UPDATE
       ) AS guest`,
    [
      bareArray(runs.map(run => run.organisation_id)),
      bareArray(runs.map(run => run.run_id)),
      ...place.values,
    ],
  )
  return new Map(rows.map(row => [guestKey({ organisationId: row.organisation_id, guestId: row.id }), row]))
}
