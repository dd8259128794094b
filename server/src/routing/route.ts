import type { GuestVisits } from '@millrace/contract/condition/visit-facts'
import type { Skipped } from '@millrace/contract/event'
import { type CompiledWorkflow, variablesAt } from '#workflows/compile.ts'
import { explain, holds } from '#workflows/condition.ts'
import {
  type EventFacts,
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
  { venues: known, pastRuns, timeZone, now, visits }: TriggerFacts,
): Skipped | undefined {
  if (workflow.status === 'paused') {
    return { workflow_id: workflow.id, reason: 'workflow_paused', detail: {} }
  }
  if (event.hops !== undefined && event.hops >= MOST_HOPS) {
    return { workflow_id: workflow.id, reason: 'loop_suspected', detail: { hops: event.hops } }
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
  const venue = (serial !== undefined && known.get(serial)) || null
  if (venue?.paused === true) {
    return { workflow_id: workflow.id, reason: 'venue_paused', detail: { serial } }
  }
  if (when === undefined) return undefined
  const { name, variables } = workflow
  const facts = {
    event,
    guest,
    venue,
    workflow: { name, variables: variablesAt(variables, serial) },
    webhooks: {},
    tasks: {},
    pastRuns,
    clock: new VenueClock(now, venue?.time_zone ?? timeZone),
    startedBy: event,
    ...(visits === undefined ? {} : { visits }),
  }
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
