import type { ReplayProgress } from '@millrace/contract/job'
import type { ReplayReasonName } from '@millrace/contract/skip-reason'
import { sourceOf } from '@millrace/contract/workflow'
import { inTransaction } from '#db/database.ts'
import type { RoutedEvent } from '#events/route-events.ts'
import { count } from '../count.ts'
import { finish, isStillOurs, type Leased, release } from '../lease.ts'
import { activeWorkflow, consider, type ReplayParts } from './consider.ts'
import type { Replay } from './start-replay.ts'
import { startRuns } from './start-runs.ts'
import { readUnrouted } from './unrouted-events.ts'

const MOST_EVENTS = 500
/** The most that a portion starts: five seconds' worth of the pace. */
const PORTIONS_A_MINUTE = 12
const MOST_RUNS = 200

/**
 * One portion of a replay, in one transaction: the claims on the events, the runs, their jobs, and the progress. If the
 * process is killed in the middle, none of it has happened. Throws JobRefused if the workflow no longer takes guests.
 */
export function replayPortion(parts: ReplayParts, leased: Leased): Promise<void> {
  return inTransaction(parts.database.engine, async tx => {
    if (!(await isStillOurs(tx, leased))) return
    const { organisationId, workflowId } = leased
    const { since, until, pace } = leased.request as Replay
    const before = leased.progress as ReplayProgress
    const workflow = await activeWorkflow(tx, parts.catalogue, organisationId, workflowId)
    const range = {
      organisationId,
      source: sourceOf(workflow.trigger) ?? null,
      since,
      until,
      limit: MOST_EVENTS,
    }
    const events = await readUnrouted(tx, { ...range, after: before.event_id })
    const routedEvents = await consider(tx, parts, organisationId, workflow, events)
    const most = Math.max(1, Math.min(MOST_RUNS, Math.ceil(pace / PORTIONS_A_MINUTE)))
    const taken = takeUntil(routedEvents, most)
    const last = taken.length < routedEvents.length ? taken.at(-1)?.eventId : events.at(-1)?.id

    const skipped = { ...before.skipped }
    const seen = events.filter(({ id }) => last !== undefined && id <= last).length
    count(skipped, 'guest_gone' satisfies ReplayReasonName, seen - taken.length)
    const started = await startRuns(tx, parts, leased, taken)
    for (const { skipped: refusals } of taken) for (const { reason } of refusals) count(skipped, reason)
    count(skipped, 'already_pushed' satisfies ReplayReasonName, started.replayedBefore)
    const progress: ReplayProgress = {
      event_id: last ?? before.event_id,
      events: before.events + seen,
      runs: before.runs + started.runs,
      skipped,
    }
    if (events.length < MOST_EVENTS && taken.length === routedEvents.length) {
      const { event_id: _last, ...result } = progress
      await finish(tx, leased, { status: 'done', result, progress })
    } else await release(tx, leased, progress, (started.runs / pace) * 60)
  })
}

/** The events up to the one that reaches the number of runs. */
function takeUntil(routedEvents: readonly RoutedEvent[], most: number): RoutedEvent[] {
  let runs = 0
  const end = routedEvents.findIndex(({ entered }) => {
    runs += entered.length
    return runs === most
  })
  return end < 0 ? [...routedEvents] : routedEvents.slice(0, end + 1)
}
