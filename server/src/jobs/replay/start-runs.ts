import { bareArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import { claimEntries } from '#events/claim-entries.ts'
import { type RoutedEvent, startedBy } from '#events/route-events.ts'
import { enqueueRuns } from '#runs/advance-job.ts'
import { insertRuns } from '#runs/change/insert-runs.ts'
import { readClock } from '#runs/load/read-clock.ts'
import type { Leased } from '../lease.ts'
import type { ReplayParts } from './consider.ts'

/** Starts the runs that are allowed: each event once for the workflow, each guest as often as the limit allows. */
export async function startRuns(
  tx: Sql,
  { queue }: Pick<ReplayParts, 'queue'>,
  { organisationId, workflowId }: Pick<Leased, 'organisationId' | 'workflowId'>,
  taken: readonly RoutedEvent[],
): Promise<{ runs: number; replayedBefore: number }> {
  const entering = taken.filter(({ entered }) => entered.length > 0)
  if (entering.length === 0) return { runs: 0, replayedBefore: 0 }
  const claimed = await claimEvents(tx, organisationId, workflowId, entering)
  const fresh = entering.filter(({ eventId }) => claimed.has(eventId))
  const now = (await readClock(tx)).toISOString()
  await claimEntries(tx, organisationId, Promise.resolve(now), fresh)
  const admitted = fresh.filter(({ entered }) => entered.length > 0)
  const refused = fresh.filter(({ entered }) => entered.length === 0).map(({ eventId }) => eventId)
  if (refused.length > 0) {
    // They were not replayed: they can be once the limit allows it.
    await tx.query(
      'DELETE FROM replayed_events WHERE organisation_id = $1 AND workflow_id = $2 AND event_id = ANY($3)',
      [organisationId, workflowId, refused],
    )
  }
  const runs = admitted.flatMap(startedBy)
  if (runs.length > 0) {
    await insertRuns(tx, { organisationId, trigger: 'replay', bypassed: [], createdAt: now }, runs)
    const jobs = runs.map(run => ({ organisation_id: organisationId, run_id: run.id, sequence: 0 }))
    await enqueueRuns(tx, queue, jobs)
  }
  return { runs: runs.length, replayedBefore: entering.length - fresh.length }
}

/**
 * Waits for another replay that has claimed the same event and has not committed yet, and then leaves that event to it.
 */
async function claimEvents(
  tx: Sql,
  organisationId: string,
  workflowId: string,
  entering: readonly RoutedEvent[],
): Promise<Set<string>> {
  const { rows } = await tx.query<{ event_id: string }>(
    `INSERT INTO replayed_events (organisation_id, workflow_id, event_id, run_id)
     SELECT $1, $2, t.event_id, t.run_id FROM unnest($3::uuid[], $4::uuid[]) AS t (event_id, run_id)
     ORDER BY t.event_id
     ON CONFLICT DO NOTHING RETURNING event_id`,
    [
      organisationId,
      workflowId,
      bareArray(entering.map(({ eventId }) => eventId)),
      bareArray(entering.map(({ entered }) => (entered[0] as (typeof entered)[number]).runId)),
    ],
  )
  return new Set(rows.map(row => row.event_id))
}
