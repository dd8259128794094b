import type { Skipped } from '@millrace/contract/event'
import { oneOf } from '#db/one-of.ts'
import type { Sql } from '#db/sql.ts'
import { guestKey } from '#runs/load/load-guests.ts'
import { loadPastRunsFor } from '#runs/load/load-past-runs.ts'
import { loadVisitsFor } from '#runs/load/load-visits.ts'
import { findWatching, type WatchingRun } from '#runs/waits/find-watching.ts'
import { reaction, unmetConditions } from '#runs/waits/watch.ts'
import { lockForEvents } from '#runs/waits/watch-locks.ts'
import { factsOf, versionOf } from '#runs/walk/walk.ts'
import { type Catalogue, versionId } from '#workflows/catalogue.ts'
import type { StoredEvent } from '#workflows/facts.ts'
import type { BatchFacts, Gathered } from './batch-facts.ts'
import type { RoutedEvent } from './route-events.ts'

/**
 * Finds the runs that listen for these events, and notes with each event what it does to them. A run is woken or ended
 * by the first event that concerns it; later events find it in another state.
 */
export async function findReacting(
  tx: Sql,
  catalogue: Catalogue,
  organisationId: string,
  { guests, organisation, now }: BatchFacts & Pick<Gathered, 'now'>,
  accepted: readonly RoutedEvent[],
): Promise<void> {
  const routedEvents = accepted.filter(({ incoming }) => !incoming.history)
  if (routedEvents.length === 0) return
  const guestIds = [...new Set(routedEvents.map(({ incoming }) => incoming.guestId))]
  const [, there, watching] = await Promise.all([
    lockForEvents(tx, guestIds),
    countGuests(tx, organisationId, guestIds),
    findWatching(
      tx,
      organisationId,
      routedEvents.map(({ incoming }) => incoming),
    ),
  ])
  if (there < guestIds.length) throw new GuestsGone()
  if (watching.length === 0) return
  const versions = await catalogue.versions(tx, watching.map(versionOf))
  const walkFacts = {
    guests: new Map([...guests].map(([guestId, guest]) => [guestKey({ organisationId, guestId }), guest])),
    organisations: new Map([[organisationId, organisation]]),
    pastRuns: await loadPastRunsFor(tx, watching, versions),
    now: new Date(await now),
    // The ledger already has the visits of these events.
    visits: await loadVisitsFor(tx, watching, versions),
  }
  const heard = new Set<WatchingRun>()
  for (const { incoming, eventId, reacting, skipped } of routedEvents) {
    const event: StoredEvent = { id: eventId, ...incoming.event }
    for (const run of watching) {
      if (run.guestId !== incoming.guestId || heard.has(run)) continue
      // What a run does next is sent, unless it is a test run itself.
      if (incoming.event.test && !run.input.test) continue
      const version = versions.get(versionId(versionOf(run)))
      if (version === undefined || 'unreadable' in version) continue
      const ofRun = factsOf(run, version, walkFacts)
      if (ofRun === undefined) continue
      const facts = { ...ofRun, event }
      const reacted = reaction(run, version, facts)
      if (reacted === undefined) {
        skipped.push(...stillWaiting(run, unmetConditions(run, version, facts)))
        continue
      }
      // Of several events that move a run the last one counts, and each of them moved it.
      if (reacted.kind !== 'move') heard.add(run)
      reacting.push({ run, event, reaction: reacted })
    }
  }
}

/** A guest was merged or deleted before the lock: their runs may wait as those of another guest by now. Decide again. */
export class GuestsGone extends Error {
  override name = 'GuestsGone'
}

async function countGuests(tx: Sql, organisationId: string, guestIds: readonly string[]): Promise<number> {
  const asked = oneOf('$2', guestIds)
  const { rows } = await tx.query<{ there: number }>(
    `SELECT count(*) AS there FROM guests WHERE organisation_id = $1 AND id ${asked.sql}`,
    [organisationId, asked.value],
  )
  return (rows[0] as { there: number }).there
}

/** A run that waits for events of this source, but not for this one: the receipt says why. */
function stillWaiting(
  { id, nodeId, workflowId }: WatchingRun,
  conditions: ReturnType<typeof unmetConditions>,
): Skipped[] {
  if (conditions.length === 0) return []
  const detail = { run_id: id, node_id: nodeId, conditions }
  return [{ workflow_id: workflowId, reason: 'wait_condition_failed', detail }]
}
