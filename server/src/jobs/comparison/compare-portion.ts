import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ComparisonProgress } from '@millrace/contract/job'
import type { Sql } from '#db/sql.ts'
import { noVisits, type PastVisits } from '#simulation/past-visits.ts'
import { loadVisits } from '#simulation/read-history.ts'
import { asIfLive, readsFacts } from '#simulation/read-input.ts'
import type { OrganisationFacts, OrganisationFactsCache } from '#venues/organisation-facts.ts'
import type { LedgerEntry } from '#visits/ledger.ts'
import { loadLedger } from '#visits/load-ledger.ts'
import type { Leased } from '../lease.ts'
import { loadProfiles } from '../load-profiles.ts'
import { readPastEvents, type StoredPastEvent } from './past-events.ts'
import { openSide, type Side, simulateEvent } from './side.ts'
import type { Comparison } from './start-comparison.ts'

/**
 * A comparison in this process's memory. What it needs is rebuilt from the events when another process takes it over.
 */
export interface Comparing {
  readonly request: Comparison
  readonly draft: Side
  readonly live: Side | null
  /** The stored progress at the moment when this process took the comparison over. */
  readonly begun: ComparisonProgress
  /** How far it has read, and how many events that were. */
  lastEventId: string | null
  events: number
  /** Whether it has reached events that were not counted yet. */
  caughtUp: boolean
}

export function openComparing({ workflowId, request, progress }: Leased): Comparing {
  const asked = request as Comparison
  const begun = structuredClone(progress as ComparisonProgress)
  const sideOf = (definition: Comparison['draft'], tally: ComparisonProgress['draft']) =>
    openSide(asIfLive({ id: workflowId, name: asked.name, definition }), tally)
  return {
    request: asked,
    draft: sideOf(asked.draft, begun.draft),
    live: asked.live === null || begun.live === null ? null : sideOf(asked.live, begun.live),
    begun,
    lastEventId: null,
    events: 0,
    caughtUp: begun.event_id === null,
  }
}

const PORTION = 1_000
const noLedgers: ReadonlyMap<string, readonly LedgerEntry[]> = new Map()
/** Meanwhile the process has requests to answer. */
const LONGEST_SLICE_MS = 8

/** Simulates the next portion of events on both sides. true: there are no more. */
export async function comparePortion(
  sql: Sql,
  organisations: OrganisationFactsCache,
  organisationId: string,
  comparing: Comparing,
): Promise<boolean> {
  const { request, draft, live, begun } = comparing
  const sides = live === null ? [draft] : [draft, live]
  const rows = await readPastEvents(sql, {
    organisationId,
    since: request.since,
    until: request.until,
    sources: sides.flatMap(({ workflow: { trigger } }) => ('source' in trigger ? [trigger.source] : [])),
    after: comparing.lastEventId,
    limit: PORTION,
  })
  const wanted = rows.filter(row => row.wanted)
  const ids = wanted.map(row => row.guest_id)
  const [guests, found, visits, ledgers] = await Promise.all([
    loadProfiles(sql, organisationId, ids),
    organisations.find(sql, [organisationId]),
    visitsFor(sql, organisationId, sides, ids),
    sides.some(({ workflow }) => readsFacts(workflow)) ? loadLedger(sql, organisationId, ids) : noLedgers,
  ])
  const organisation = found.get(organisationId) as OrganisationFacts
  let slice = performance.now()
  for (const row of wanted) {
    const guest = guests.get(row.guest_id)
    if (guest === undefined) continue
    const { id, source, serials, parameters, created_at: at, occurred_at: occurredAt } = row
    const past = {
      event: { id, source, serials, parameters },
      guest,
      at,
      occurredAt,
      ledger: ledgers.get(guest.id) ?? [],
      visits: visits.get(guest.id) ?? noVisits,
    }
    const counted = isNew(row, begun)
    for (const side of sides) simulateEvent(side, past, organisation, counted)
    if (performance.now() - slice > LONGEST_SLICE_MS) {
      await nextTurn()
      slice = performance.now()
    }
  }
  comparing.events += rows.length
  const last = rows.at(-1)
  if (last !== undefined) {
    comparing.lastEventId = last.id
    comparing.caughtUp = isNew(last, begun)
  }
  return rows.length < PORTION
}

const isNew = ({ id }: Pick<StoredPastEvent, 'id'>, { event_id }: ComparisonProgress) =>
  event_id === null || id > event_id

function visitsFor(
  sql: Sql,
  organisationId: string,
  sides: readonly Side[],
  guestIds: readonly string[],
): Promise<Map<string, PastVisits>> {
  const asked = sides.flatMap(({ workflow: { needs } }) => [...needs.pastRuns, ...needs.pastRunsAtTrigger])
  return loadVisits(sql, organisationId, guestIds, [...new Set(asked)])
}

/** The progress as it is stored and shown. While the comparison catches up, that is the stored progress. */
export function progressOf({
  begun,
  draft,
  live,
  lastEventId,
  events,
  caughtUp,
}: Comparing): ComparisonProgress {
  if (!caughtUp) return begun
  return {
    event_id: lastEventId,
    events,
    total: Math.max(begun.total, events),
    draft: draft.tally,
    live: live?.tally ?? null,
  }
}
