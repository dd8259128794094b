import type { ComparisonProgress } from '@millrace/contract/job'
import { isScheduled } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { noVisits } from '#simulation/past-visits.ts'
import { asIfLive, readsFacts } from '#simulation/read-input.ts'
import type { OrganisationFacts, OrganisationFactsCache } from '#venues/organisation-facts.ts'
import { loadLedger } from '#visits/load-ledger.ts'
import type { Leased } from '../lease.ts'
import { loadProfiles } from '../load-profiles.ts'
import { openWalks, type Walk, walkOn } from './compare-due.ts'
import { noLedgers, visitsFor } from './load-past.ts'
import { readPastEvents, type StoredPastEvent } from './past-events.ts'
import { openSide, type Side, simulateEvent } from './side.ts'
import { inSlices } from './slices.ts'
import type { Comparison } from './start-comparison.ts'
import { emptyTally } from './tally.ts'

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
  /** After the events: what is left of the sides that the clock starts. */
  walks: Walk[] | undefined
}

export function openComparing({ workflowId, request, progress }: Leased): Comparing {
  const asked = request as Comparison
  const begun = structuredClone(progress as ComparisonProgress)
  const sideOf = (definition: Comparison['draft'], tally: ComparisonProgress['draft']) =>
    openSide(
      asIfLive({ id: workflowId, name: asked.name, definition }),
      // Who was due is asked from the beginning by every process that takes it over.
      isScheduled(definition.trigger) ? emptyTally() : tally,
    )
  return {
    request: asked,
    draft: sideOf(asked.draft, begun.draft),
    live: asked.live === null || begun.live === null ? null : sideOf(asked.live, begun.live),
    begun,
    lastEventId: null,
    events: 0,
    caughtUp: begun.event_id === null,
    walks: undefined,
  }
}

const PORTION = 1_000

/** Simulates the next portion on both sides: the events first, and then those who would have been due. true: there are no more. */
export async function comparePortion(
  sql: Sql,
  organisations: OrganisationFactsCache,
  organisationId: string,
  comparing: Comparing,
): Promise<boolean> {
  const sides = comparing.live === null ? [comparing.draft] : [comparing.draft, comparing.live]
  if (comparing.walks === undefined) {
    if (!(await compareEvents(sql, organisations, organisationId, sides, comparing))) return false
    comparing.caughtUp = true
    comparing.walks = await openWalks(sql, organisations, organisationId, sides, comparing.request)
  }
  const [walk] = comparing.walks
  if (walk !== undefined && (await walkOn(sql, organisationId, walk))) comparing.walks.shift()
  return comparing.walks.length === 0
}

async function compareEvents(
  sql: Sql,
  organisations: OrganisationFactsCache,
  organisationId: string,
  sides: readonly Side[],
  comparing: Comparing,
): Promise<boolean> {
  const { request, begun } = comparing
  if (sides.every(({ workflow }) => isScheduled(workflow.trigger))) return true
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
  await inSlices(wanted, row => {
    const guest = guests.get(row.guest_id)
    if (guest === undefined) return
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
  })
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
