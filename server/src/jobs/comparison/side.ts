import type { Tally } from '@millrace/contract/job'
import { sourceOf } from '@millrace/contract/workflow'
import type { GuestProfile } from '#guests/guest-profile.ts'
import { mayReEnter } from '#routing/re-entry.ts'
import { refuse } from '#routing/route.ts'
import { type PastVisits, pastRunsAt } from '#simulation/past-visits.ts'
import { beginRun } from '#simulation/simulated-run.ts'
import { type Allowance, unlimited } from '#steps/step.ts'
import { unreachable } from '#steps/unreachable.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import { guestVisitsAt, guestVisitsFrom } from '#visits/facts-from.ts'
import type { LedgerEntry } from '#visits/ledger.ts'
import type { CompiledWorkflow } from '#workflows/compile.ts'
import type { EventFacts, StoredEvent } from '#workflows/facts.ts'
import { count } from '../count.ts'
import { addRun } from './tally.ts'

/** One of the two documents, with its results on the stored events. */
export interface Side {
  readonly workflow: CompiledWorkflow
  readonly tally: Tally
  /** The guests that have entered. */
  readonly guests: Set<string>
  /** When a guest last entered, by guest and serial, if there is a limit. */
  readonly entered: Map<string, Date>
  /** What was sent and given to a guest, if there are limits. */
  readonly lately: Map<string, Pick<Allowance, 'sent' | 'given'>>
}

export const openSide = (workflow: CompiledWorkflow, tally: Tally): Side => ({
  workflow,
  tally,
  guests: new Set(),
  entered: new Map(),
  lately: new Map(),
})

/** A moment at which a guest could have entered. */
export interface PastStart {
  /** What started it, or what the run reads in its place. */
  readonly event: EventFacts
  readonly guest: GuestProfile
  /** When a run starts. */
  readonly at: Date
  readonly visits: PastVisits
  /** All of the guest's entries, also later ones. */
  readonly ledger: readonly LedgerEntry[]
}

/** It is sent when a run starts. */
export interface PastEvent extends PastStart {
  readonly event: StoredEvent
  /** When it happened: then a visit was. */
  readonly occurredAt: Date
}

/** More waits than people build in sequence; quiet hours that never end stop here. */
const MOST_WAKES = 100

/** Simulates an event on this side. */
export function simulateEvent(
  side: Side,
  past: PastEvent,
  organisation: OrganisationFacts,
  counted: boolean,
): void {
  if (past.event.source === sourceOf(side.workflow.trigger)) simulateStart(side, past, organisation, counted)
}

/**
 * Simulates what starts a run on this side. `counted` is false for events that were counted before this process took the
 * comparison over: then only what later events depend on is computed again.
 */
export function simulateStart(
  side: Side,
  past: PastStart | PastEvent,
  organisation: OrganisationFacts,
  counted: boolean,
): void {
  const { event, guest, at, visits, ledger } = past
  const { workflow, tally, guests, entered, lately } = side
  const refusal = refusalOf(side, past, organisation)
  if (counted) {
    tally.considered += 1
    if (refusal !== undefined) count(tally.skipped, refusal)
  }
  if (refusal !== undefined) return
  guests.add(guest.id)
  const limit = workflow.trigger.re_entry
  if (limit !== undefined) entered.set(doorOf(limit.per, guest.id, event), at)
  const limited = organisation.settings.caps.length > 0 || workflow.needs.pointsADay
  if (!counted && !limited) return
  const run = beginRun({
    version: workflow,
    organisation,
    guest,
    event,
    startAt: at,
    run: { id: RUN_ID, workflowId: workflow.id, chain: 0, unsubscribeUrl: () => '' },
    allowance: { ...unlimited, ...lately.get(guest.id) },
    visits,
    ledger: () => ledger,
    budgets: false,
    deliveries: {},
    // Both sides are asked about what they do, not about what other workflows are today.
    workflows: new Map(workflow.needs.starts.map(id => [id, { status: 'active', version: 1 }])),
  })
  for (let wakes = 0; wakes < MOST_WAKES && run.wake(); wakes += 1);
  const { sent, given } = run.allowance()
  if (limited) lately.set(guest.id, { sent, given })
  if (counted) addRun(tally, run, event.serials[0] ?? '')
}

const RUN_ID = '00000000-0000-7000-8000-000000000001'

function refusalOf(
  { workflow, entered }: Side,
  past: PastStart | PastEvent,
  { venues, settings }: OrganisationFacts,
): string | undefined {
  const { event, guest, at, visits } = past
  const skipped = refuse(workflow, event, guest, {
    venues,
    pastRuns: pastRunsAt(visits, at),
    timeZone: settings.time_zone,
    now: at,
    ...(workflow.needs.visitsAtTrigger ? { visits: visitsAt(past) } : {}),
  })
  if (skipped !== undefined) return skipped.reason
  const unreached = 'broadcast' in workflow.trigger ? unreachable(workflow, guest) : undefined
  if (unreached !== undefined) return unreached.reason
  const limit = workflow.trigger.re_entry
  if (limit === undefined) return undefined
  const before = entered.get(doorOf(limit.per, guest.id, event))
  return before === undefined || mayReEnter(limit, before, at) ? undefined : 're_entry_limited'
}

const visitsAt = (past: PastStart | PastEvent) =>
  'occurredAt' in past
    ? guestVisitsAt(past.ledger, past.event, past.occurredAt)
    : guestVisitsFrom(past.ledger, past.event.serials[0], past.at)

const doorOf = (per: 'guest' | 'guest_and_venue', guestId: string, event: EventFacts) =>
  per === 'guest' ? guestId : `${guestId} ${event.serials[0] ?? ''}`
