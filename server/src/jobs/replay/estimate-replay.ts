import type { ReplayEstimate, ReplayRange } from '@millrace/contract/job'
import type { ReplayReasonName, SkipReasonName } from '@millrace/contract/skip-reason'
import { sourceOf } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { entriesToClaim, type RoutedEvent } from '#events/route-events.ts'
import { mayReEnter } from '#routing/re-entry.ts'
import { readClock } from '#runs/load/read-clock.ts'
import { count } from '../count.ts'
import { activeWorkflow, consider, type ReplayParts } from './consider.ts'
import { readRange } from './range.ts'
import { readUnrouted } from './unrouted-events.ts'

export interface ReplayEstimateRequest extends ReplayRange {
  readonly organisationId: string
  readonly workflowId: string
}

const PORTION = 1_000
const MOST = 20_000

/**
 * How many unmatched events would start a run now, and why the others would not. Nothing is claimed: changes before the
 * replay itself can change the figures. Throws WorkflowNotFound, JobRefused.
 */
export async function estimateReplay(
  tx: Sql,
  parts: Pick<ReplayParts, 'catalogue' | 'organisations'>,
  request: ReplayEstimateRequest,
): Promise<ReplayEstimate> {
  const { organisationId, workflowId } = request
  const workflow = await activeWorkflow(tx, parts.catalogue, organisationId, workflowId)
  const now = await readClock(tx)
  const range = {
    organisationId,
    source: sourceOf(workflow.trigger) ?? null,
    ...readRange(request, now),
    limit: PORTION,
  }
  const estimate = { events: 0, runs: 0, skipped: {} as Record<string, number>, complete: false }
  const guests = new Set<string>()
  const entered = new Set<string>()
  let after: string | null = null
  while (estimate.events < MOST) {
    const events = await readUnrouted(tx, { ...range, after })
    const routedEvents = await consider(tx, parts, organisationId, workflow, events)
    const replayed = await findReplayed(tx, organisationId, workflowId, routedEvents)
    const limited = await findLimited(tx, organisationId, now, routedEvents)
    estimate.events += events.length
    count(estimate.skipped, 'guest_gone' satisfies ReplayReasonName, events.length - routedEvents.length)
    for (const routedEvent of routedEvents) {
      const reason: ReplayReasonName | undefined = replayed.has(routedEvent.eventId)
        ? 'already_pushed'
        : refusalOf(routedEvent, limited, entered)
      if (reason !== undefined) count(estimate.skipped, reason)
      else {
        estimate.runs += 1
        guests.add(routedEvent.incoming.guestId)
      }
    }
    after = events.at(-1)?.id ?? null
    if (events.length < PORTION) {
      estimate.complete = true
      break
    }
  }
  return { ...estimate, guests: guests.size }
}

/** `entered` are the guests who enter by this replay: the limit also holds among them. */
function refusalOf(
  routedEvent: RoutedEvent,
  limited: ReadonlySet<string>,
  entered: Set<string>,
): SkipReasonName | undefined {
  const [skipped] = routedEvent.skipped
  if (skipped !== undefined) return skipped.reason
  const [claim] = entriesToClaim([routedEvent])
  if (claim === undefined) return undefined
  const key = `${claim.entry.guestId} ${claim.entry.serial}`
  if (limited.has(key) || entered.has(key)) return 're_entry_limited'
  entered.add(key)
  return undefined
}

async function findReplayed(
  tx: Sql,
  organisationId: string,
  workflowId: string,
  routedEvents: readonly RoutedEvent[],
): Promise<Set<string>> {
  const { rows } = await tx.query<{ event_id: string }>(
    `SELECT event_id FROM replayed_events WHERE organisation_id = $1 AND workflow_id = $2 AND event_id = ANY($3)`,
    [organisationId, workflowId, routedEvents.map(({ eventId }) => eventId)],
  )
  return new Set(rows.map(row => row.event_id))
}

async function findLimited(
  tx: Sql,
  organisationId: string,
  now: Date,
  routedEvents: readonly RoutedEvent[],
): Promise<Set<string>> {
  const entries = entriesToClaim(routedEvents).map(({ entry }) => entry)
  const [first] = entries
  if (first === undefined) return new Set()
  const { rows } = await tx.query<{ guest_id: string; serial: string; entered_at: Date }>(
    `SELECT guest_id, serial, entered_at FROM re_entries
     WHERE organisation_id = $1 AND workflow_id = $2 AND guest_id = ANY($3)`,
    [organisationId, first.workflowId, entries.map(({ guestId }) => guestId)],
  )
  const kept = rows.filter(({ entered_at }) => !mayReEnter(first.limit, entered_at, now))
  return new Set(kept.map(({ guest_id, serial }) => `${guest_id} ${serial}`))
}
