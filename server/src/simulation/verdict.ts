import type { ExplainedLeaf } from '@millrace/contract/condition/in-words'
import type { Skipped } from '@millrace/contract/event'
import { listInWords, quoted } from '@millrace/contract/in-words'
import type { SimulationVerdict } from '@millrace/contract/simulation'
import type { ReEntry } from '@millrace/contract/workflow'
import { secondsOf } from '#calendar/duration.ts'
import { type Around, route } from '#routing/route.ts'
import { type CompiledWorkflow, variablesAt } from '#workflows/compile.ts'
import { explain } from '#workflows/condition.ts'
import type { EventFacts, GuestFacts } from '#workflows/facts.ts'
import { listeningWorkflows } from '#workflows/listening.ts'

export interface AtTheDoor {
  readonly workflow: CompiledWorkflow
  readonly event: EventFacts
  readonly guest: GuestFacts
  readonly around: Around
  readonly now: Date
  /** When the guest last entered, as far as the limit is concerned. */
  readonly enteredAt: Date | null
}

/** Whether the workflow takes the event, by the engine's own routing, and why. */
export function verdictOn(door: AtTheDoor): SimulationVerdict {
  const { workflow, event, guest, around, now, enteredAt } = door
  const { trigger } = workflow
  if (event.source !== trigger.source) {
    const sentence = `The workflow listens to ${fromSource(trigger.source)}; this is one of ${fromSource(event.source)}.`
    return { entered: false, reason: 'other_source', sentence, conditions: [] }
  }
  const { skipped } = route(event, guest, listeningWorkflows([workflow]), around)
  const conditions = explained(door)
  const [refusal] = skipped
  if (refusal !== undefined) {
    return { entered: false, reason: refusal.reason, sentence: sentenceFor(refusal), conditions }
  }
  const limit = trigger.re_entry
  if (limit !== undefined && enteredAt !== null && !mayReEnter(limit, enteredAt, now)) {
    const sentence =
      limit.within === null
        ? 'The guest was in it before, and it takes each one once.'
        : `The guest was in it lately, and may enter again at ${reEntryAt(limit.within, enteredAt).toISOString()}.`
    return { entered: false, reason: 're_entry_limited', sentence, conditions }
  }
  return { entered: true, reason: null, sentence: 'The workflow takes the event.', conditions }
}

/** As `claimReEntries` decides it, without the lock. */
export const mayReEnter = ({ within }: ReEntry, enteredAt: Date, now: Date): boolean =>
  within !== null && reEntryAt(within, enteredAt) <= now

const reEntryAt = (within: NonNullable<ReEntry['within']>, enteredAt: Date) =>
  new Date(enteredAt.getTime() + secondsOf(within) * 1_000)

function explained({ workflow, event, guest, around }: AtTheDoor): ExplainedLeaf[] {
  const { when } = workflow.trigger
  if (when === undefined) return []
  const [serial] = event.serials
  return explain(when, {
    event,
    guest,
    venue: (serial !== undefined && around.venues.get(serial)) || null,
    workflow: { name: workflow.name, variables: variablesAt(workflow.variables, serial) },
    webhooks: {},
    pastRuns: around.pastRuns,
  }).leaves
}

const fromSource = (source: string | null) =>
  source === null ? 'events without a source' : `events from ${quoted(source)}`

function sentenceFor({ reason, detail }: Skipped): string {
  switch (reason) {
    case 'condition_failed':
      return 'The condition of the trigger does not hold.'
    case 'venue_not_targeted': {
      const { targeted, serials } = detail as { targeted: string[]; serials: string[] }
      const of = serials.length === 0 ? 'no venue' : listInWords([...serials], 'and')
      return `The workflow is for ${listInWords([...targeted], 'and')}; the event is of ${of}.`
    }
    case 'venue_paused':
      return `The venue ${detail.serial} is paused: its events start nothing.`
    case 'workflow_paused':
      return 'The workflow is paused.'
    default:
      return `The workflow does not take the event (${reason}).`
  }
}
