import type { GuestVisits } from '@millrace/contract/condition/visit-facts'
import type { Skipped } from '@millrace/contract/event'
import { type CompiledWorkflow, variablesAt } from '#workflows/compile.ts'
import { explain, holds } from '#workflows/condition.ts'
import {
  type EventFacts,
  type Facts,
  type GuestFacts,
  MOST_HOPS,
  noPastRuns,
  type PastRuns,
  type VenueFacts,
} from '#workflows/facts.ts'
import type { ListeningWorkflows } from '#workflows/listening.ts'
import { VenueClock } from '#workflows/venue-clock.ts'

/** Every considered workflow is in one of the two, in the order in which they are considered. */
export interface Routing {
  readonly entered: readonly CompiledWorkflow[]
  readonly skipped: readonly Skipped[]
}

/**
 * Which workflows take this event for this guest, and why the others do not. Pure: re-entry limits are decided
 * afterwards, under a lock, for the workflows that the guest enters.
 */
export function route(
  event: EventFacts,
  guest: GuestFacts,
  listening: ListeningWorkflows,
  triggerFacts: TriggerFacts = noTriggerFacts,
): Routing {
  const considered = consideredFor(event, listening)
  const entered: CompiledWorkflow[] = []
  const skipped: Skipped[] = []
  for (const workflow of considered) {
    const refusal = refuse(workflow, event, guest, triggerFacts)
    if (refusal === undefined) entered.push(workflow)
    else skipped.push(refusal)
  }
  return { entered, skipped }
}

/** The workflows that an event is about: the one that it is directed to, and after it those that listen. */
export const consideredFor = (
  { source }: EventFacts,
  { sourceless, bySource }: ListeningWorkflows,
): readonly CompiledWorkflow[] => (source === null ? sourceless : (bySource.get(source) ?? noWorkflows))

/** What a trigger reads in addition to the event and the guest. */
export interface TriggerFacts {
  readonly venues: ReadonlyMap<string, VenueFacts>
  readonly pastRuns: PastRuns
  /** For events without a venue. */
  readonly timeZone: string
  /** undefined if no trigger reads the time. */
  readonly now: Date | undefined
  /** Only if a trigger reads them. */
  readonly visits?: GuestVisits | undefined
}

const noTriggerFacts: TriggerFacts = {
  venues: new Map(),
  pastRuns: noPastRuns,
  timeZone: 'UTC',
  now: undefined,
}
const noWorkflows: readonly CompiledWorkflow[] = []

/** Why one workflow does not take this event for this guest; undefined: it does. */
export function refuse(
  workflow: CompiledWorkflow,
  event: EventFacts,
  guest: GuestFacts,
  triggerFacts: TriggerFacts,
): Skipped | undefined {
  if (workflow.status === 'paused') {
    return { workflow_id: workflow.id, reason: 'workflow_paused', detail: {} }
  }
  const { hops = 0 } = event
  if (hops >= MOST_HOPS) {
    return { workflow_id: workflow.id, reason: 'loop_suspected', detail: { hops } }
  }
  const { venues, when } = workflow.trigger
  if (venues !== undefined && !event.serials.some(serial => venues.includes(serial))) {
    return {
      workflow_id: workflow.id,
      reason: 'venue_not_targeted',
      detail: { targeted: venues, serials: event.serials },
    }
  }
  const [serial] = event.serials
  if (venueOf(event, triggerFacts)?.paused === true) {
    return { workflow_id: workflow.id, reason: 'venue_paused', detail: { serial } }
  }
  if (when === undefined) return undefined
  const facts = factsAtTrigger(workflow, event, guest, triggerFacts)
  // Explaining costs more than deciding, and an entry needs no explanation.
  if (holds(when, facts)) return undefined
  const { leaves } = explain(when, facts)
  const failed = leaves.filter(leaf => !leaf.holds)
  return {
    workflow_id: workflow.id,
    reason: 'condition_failed',
    // Under a `not`, the condition can fail although no leaf does: then all leaves are listed.
    detail: { conditions: failed.length > 0 ? failed : leaves },
  }
}

/** What the condition of a trigger reads. */
export function factsAtTrigger(
  { name, variables }: CompiledWorkflow,
  event: EventFacts,
  guest: GuestFacts,
  triggerFacts: TriggerFacts,
): Facts {
  const { pastRuns, timeZone, now, visits } = triggerFacts
  const venue = venueOf(event, triggerFacts)
  return {
    event,
    guest,
    venue,
    workflow: { name, variables: variablesAt(variables, event.serials[0]) },
    webhooks: {},
    tasks: {},
    pastRuns,
    clock: new VenueClock(now, venue?.time_zone ?? timeZone),
    startedBy: event,
    ...(visits === undefined ? {} : { visits }),
  }
}

/** The venue that the event names first, if it is one of ours. */
const venueOf = ({ serials: [serial] }: EventFacts, { venues }: TriggerFacts): VenueFacts | null =>
  (serial !== undefined && venues.get(serial)) || null
