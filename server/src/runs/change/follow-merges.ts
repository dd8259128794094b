import type { Sql } from '#db/sql.ts'
import { currentGuests } from '#guests/merge/current-guest.ts'
import type { GuestFacts } from '#workflows/facts.ts'
import { guestKey, loadGuests } from '../load/load-guests.ts'
import type { LoadedRun } from '../load/load-runs.ts'
import type { PlaceOfRuns } from '../load/months-of-runs.ts'

/**
 * Runs whose guest is gone because they were merged since the run was read, or while it was being stored, continue as runs of
 * the guest who stayed. Most batches have none, and read nothing here.
 */
export async function followMerges(
  tx: Sql,
  place: PlaceOfRuns,
  runs: readonly LoadedRun[],
  guests: ReadonlyMap<string, GuestFacts>,
): Promise<{ readonly runs: readonly LoadedRun[]; readonly guests: ReadonlyMap<string, GuestFacts> }> {
  const lost = runs.filter(run => !guests.has(guestKey(run)))
  if (lost.length === 0) return { runs, guests }
  const moved = new Map<string, LoadedRun>()
  for (const [organisationId, some] of Map.groupBy(lost, run => run.organisationId)) {
    const current = await currentGuests(
      tx,
      organisationId,
      some.map(run => run.guestId),
    )
    for (const run of some) {
      const guestId = current.get(run.guestId)
      if (guestId !== undefined) moved.set(run.id, { ...run, guestId })
    }
  }
  if (moved.size === 0) return { runs, guests }
  const ids = [...moved.values()]
  await tx.query(
    `UPDATE runs SET guest_id = m.guest_id FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS m (organisation_id, id, guest_id)
     WHERE runs.organisation_id = m.organisation_id AND runs.id = m.id AND runs.guest_id <> m.guest_id`,
    [ids.map(run => run.organisationId), ids.map(run => run.id), ids.map(run => run.guestId)],
  )
  const found = await loadGuests(
    tx,
    place,
    ids.map(run => ({ organisation_id: run.organisationId, run_id: run.id })),
  )
  return { runs: runs.map(run => moved.get(run.id) ?? run), guests: new Map([...guests, ...found]) }
}
