import type { EventEffect } from '@millrace/contract/dashboard/events'
import type { Receipt } from '@millrace/contract/event'
import { type Names, quoted, sentence } from '@millrace/contract/in-words'
import { phrase, say, sayPhrase } from '@millrace/contract/say'
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
      ({ did, workflow_id, status }) =>
        say`${sayPhrase(deeds[did])} ${workflow(workflow_id)}, which is ${status}.`,
    ),
    // The receipt still has runs that have been deleted.
    ...event.workflow_runs
      .filter(({ id }) => !described.has(id))
      .map(({ workflow_id }) => say`It started a run of ${workflow(workflow_id)}.`),
    ...event.ended.map(({ workflow_id }) => say`It ended a run of ${workflow(workflow_id)}.`),
    ...event.skipped.map(
      skipped => say`${workflow(skipped.workflow_id)} did not match: ${reasonInWords(skipped, names)}.`,
    ),
    ...(event.status === 'history' ? [say`It was sent as history, so it started no run.`] : []),
    ...(event.status === 'unrouted' && event.skipped.length === 0 && effects.length === 0
      ? [sentence(unmatchedInWords(event.source))]
      : []),
    ...event.warnings,
  ]
}

const deeds: Readonly<Record<EventEffect['did'], string>> = {
  started: phrase`It started a run of`,
  woke: phrase`It resumed a run of`,
  moved: phrase`It moved the wait of a run of`,
  pushed: phrase`It was replayed into`,
}
