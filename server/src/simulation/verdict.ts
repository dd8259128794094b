import type { ExplainedLeaf } from '@millrace/contract/condition/in-words'
import type { SimulationVerdict } from '@millrace/contract/simulation'
import { reasonInWords, type SimulationReasonName } from '@millrace/contract/skip-reason'
import { mayReEnter, reEntryAt } from '#routing/re-entry.ts'
import { route, type TriggerFacts } from '#routing/route.ts'
import { type CompiledWorkflow, variablesAt } from '#workflows/compile.ts'
import { explain } from '#workflows/condition.ts'
import type { EventFacts, GuestFacts } from '#workflows/facts.ts'
import { listeningWorkflows } from '#workflows/listening.ts'
import { VenueClock } from '#workflows/venue-clock.ts'

export interface AtTheDoor {
  readonly workflow: CompiledWorkflow
  readonly event: EventFacts
  readonly guest: GuestFacts
  readonly triggerFacts: TriggerFacts
  readonly now: Date
  /** When the guest last entered, by what the limit counts. */
  readonly enteredAt: Date | null
}

/** Whether the workflow takes the event, and why, by the engine's routing. */
export function verdictOn(door: AtTheDoor): SimulationVerdict {
  const { workflow, event, guest, triggerFacts, now, enteredAt } = door
  const { trigger } = workflow
  if (event.source !== trigger.source) {
    return refused('other_source', { listens: trigger.source, source: event.source }, [])
  }
  const { skipped } = route(event, guest, listeningWorkflows([workflow]), triggerFacts)
  const conditions = explained(door)
  const [refusal] = skipped
  if (refusal !== undefined) {
    // The conditions are listed below the sentence, each with the value found.
    const detail = refusal.reason === 'condition_failed' ? {} : refusal.detail
    return refused(refusal.reason, detail, conditions)
  }
  const limit = trigger.re_entry
  if (limit !== undefined && enteredAt !== null && !mayReEnter(limit, enteredAt, now)) {
    const until = reEntryAt(limit, enteredAt)?.toISOString() ?? null
    return refused('re_entry_limited', { until }, conditions)
  }
  return { entered: true, reason: null, sentence: 'The workflow takes the event.', conditions }
}

function refused(
  reason: SimulationReasonName,
  detail: Record<string, unknown>,
  conditions: ExplainedLeaf[],
): SimulationVerdict {
  const sentence = `The workflow does not take the event: ${reasonInWords({ reason, detail })}.`
  return { entered: false, reason, sentence, conditions }
}

function explained({ workflow, event, guest, triggerFacts }: AtTheDoor): ExplainedLeaf[] {
  const { when } = workflow.trigger
  if (when === undefined) return []
  const [serial] = event.serials
  const { venues, pastRuns, now, timeZone, visits } = triggerFacts
  const venue = (serial !== undefined && venues.get(serial)) || null
  return explain(when, {
    event,
    guest,
    venue,
    workflow: { name: workflow.name, variables: variablesAt(workflow.variables, serial) },
    webhooks: {},
    tasks: {},
    pastRuns,
    clock: new VenueClock(now, venue?.time_zone ?? timeZone),
    startedBy: event,
    ...(visits === undefined ? {} : { visits }),
  }).leaves
}
