import type { ExplainedLeaf } from '@millrace/contract/condition/in-words'
import type { Names } from '@millrace/contract/in-words'
import type { SimulationVerdict } from '@millrace/contract/simulation'
import {
  type BroadcastReasonName,
  reasonInWords,
  type SimulationReasonName,
} from '@millrace/contract/skip-reason'
import { dateName, sourceOf, type Trigger } from '@millrace/contract/workflow'
import { mayReEnter, reEntryAt } from '#routing/re-entry.ts'
import { factsAtTrigger, refuse, type TriggerFacts } from '#routing/route.ts'
import { unreachable } from '#steps/unreachable.ts'
import type { CompiledWorkflow } from '#workflows/compile.ts'
import { explain } from '#workflows/condition.ts'
import type { EventFacts, GuestFacts } from '#workflows/facts.ts'

export interface AtTheDoor {
  readonly workflow: CompiledWorkflow
  readonly event: EventFacts
  readonly guest: GuestFacts
  readonly triggerFacts: TriggerFacts
  readonly now: Date
  /** When the guest last entered, by what the limit counts. */
  readonly enteredAt: Date | null
  /** It is no event that comes, but the guest who is due. */
  readonly isDue?: boolean
}

/** Whether the workflow takes the event, and why, by the engine's routing. */
export function verdictOn(door: AtTheDoor): SimulationVerdict {
  const { workflow, event, guest, triggerFacts, now, enteredAt, isDue = false } = door
  const { trigger } = workflow
  const listens = sourceOf(trigger)
  if (!isDue && event.source !== listens) {
    const starts = { segment: 'segment' in trigger, broadcast: 'broadcast' in trigger }
    return refused('other_source', { listens, source: event.source, ...starts }, [])
  }
  const refusal = refuse(workflow, event, guest, triggerFacts)
  const conditions = explained(door)
  if (refusal !== undefined) {
    // The conditions are listed below the sentence, each with the value found.
    const detail = refusal.reason === 'condition_failed' ? {} : refusal.detail
    return refused(refusal.reason, detail, conditions, isDue, namesIn(triggerFacts))
  }
  const unreached = 'broadcast' in trigger ? unreachable(workflow, guest) : undefined
  if (unreached !== undefined)
    return refused(unreached.reason as BroadcastReasonName, unreached.detail, conditions, isDue)
  const limit = trigger.re_entry
  if (limit !== undefined && enteredAt !== null && !mayReEnter(limit, enteredAt, now)) {
    const until = reEntryAt(limit, enteredAt)?.toISOString() ?? null
    return refused('re_entry_limited', { until }, conditions, isDue)
  }
  const sentence = isDue ? dueInWords(event.parameters) : 'The workflow takes the event.'
  return { entered: true, reason: null, sentence, conditions }
}

/** Why the guest is never due. */
export const neverDue = (trigger: Trigger): SimulationVerdict =>
  refused(
    'no_occasion',
    'date' in trigger
      ? { date: dateName(trigger.date) }
      : 'absence' in trigger
        ? { days: trigger.absence.days, sources: trigger.absence.sources }
        : { broadcast: 'broadcast' in trigger },
    [],
    true,
  )

function dueInWords(parameters: EventFacts['parameters']): string {
  const { attribute, fact, occasion, days, last_event, segment, left_at, broadcast_id } = parameters
  if (broadcast_id !== undefined) return `The broadcast goes to the segment "${segment}".`
  if (segment !== undefined)
    return `The guest ${left_at === undefined ? 'enters' : 'leaves'} the segment "${segment}".`
  if (fact !== undefined) return `The guest is due: their ${String(fact).replace('_', ' ')} is ${occasion}.`
  return attribute === undefined
    ? `The guest is due: their last ${last_event === undefined ? 'visit' : 'event'} is ${days} days ago.`
    : `The guest is due: ${attribute} is ${occasion}.`
}

const namesIn = ({ venues }: TriggerFacts): Names => ({
  venues: new Map([...venues].map(([serial, { name }]) => [serial, name])),
})

function refused(
  reason: SimulationReasonName,
  detail: Record<string, unknown>,
  conditions: ExplainedLeaf[],
  isDue = false,
  names: Names = {},
): SimulationVerdict {
  const why = reasonInWords({ reason, detail }, names)
  const sentence = `The workflow does not ${isDue ? 'start for the guest' : 'take the event'}: ${why}.`
  return { entered: false, reason, sentence, conditions }
}

function explained({ workflow, event, guest, triggerFacts }: AtTheDoor): ExplainedLeaf[] {
  const { when } = workflow.trigger
  if (when === undefined) return []
  return explain(when, factsAtTrigger(workflow, event, guest, triggerFacts)).leaves
}
