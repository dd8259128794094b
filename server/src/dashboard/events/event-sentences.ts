import type { EventEffect } from '@millrace/contract/dashboard/events'
import type { Receipt } from '@millrace/contract/event'
import { type Names, quoted, sentence } from '@millrace/contract/in-words'
import { reasonInWords, unmatchedInWords } from '@millrace/contract/skip-reason'

/** What an event did, and for every workflow that was considered, why. */
export function eventSentences(
  event: Receipt,
  effects: readonly EventEffect[],
  names: Required<Names>,
): string[] {
  const workflow = (id: string) => quoted(names.workflows.get(id) ?? id)
  const described = new Set(effects.map(({ run_id }) => run_id))
  return [
    ...effects.map(
      ({ did, workflow_id, status }) => `${deeds[did]} ${workflow(workflow_id)}, which is ${status}.`,
    ),
    // The receipt still has runs that have been deleted.
    ...event.workflow_runs
      .filter(({ id }) => !described.has(id))
      .map(({ workflow_id }) => `It started a run of ${workflow(workflow_id)}.`),
    ...event.ended.map(({ workflow_id }) => `It ended a run of ${workflow(workflow_id)}.`),
    ...event.skipped.map(
      skipped => `${workflow(skipped.workflow_id)} did not match: ${reasonInWords(skipped, names)}.`,
    ),
    ...(event.status === 'history' ? ['It was sent as history, so it started no run.'] : []),
    ...(event.status === 'unrouted' && event.skipped.length === 0 && effects.length === 0
      ? [sentence(unmatchedInWords(event.source))]
      : []),
    ...event.warnings,
  ]
}

const deeds: Readonly<Record<EventEffect['did'], string>> = {
  started: 'It started a run of',
  woke: 'It resumed a run of',
  moved: 'It moved the wait of a run of',
  pushed: 'It was replayed into',
}
