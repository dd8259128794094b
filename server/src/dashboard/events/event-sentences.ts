import type { EventEffect } from '@millrace/contract/dashboard/events'
import type { Receipt, Skipped } from '@millrace/contract/event'
import { listInWords, type Names, quoted, valueInWords } from '@millrace/contract/in-words'

/** What became of an event, and for every workflow that was considered, why. */
export function eventSentences(
  event: Receipt,
  effects: readonly EventEffect[],
  names: Required<Names>,
): string[] {
  const workflow = (id: string) => quoted(names.workflows.get(id) ?? id)
  const told = new Set(effects.map(({ run_id }) => run_id))
  return [
    ...effects.map(
      ({ did, workflow_id, status }) => `${deeds[did]} ${workflow(workflow_id)}, which is ${status}.`,
    ),
    // Of runs that are not there any more the receipt still knows.
    ...event.workflow_runs
      .filter(({ id }) => !told.has(id))
      .map(({ workflow_id }) => `It started a run of ${workflow(workflow_id)}.`),
    ...event.skipped.map(
      skipped => `${workflow(skipped.workflow_id)} did not take it: ${reason(skipped, names)}.`,
    ),
    ...(event.status === 'unrouted' && event.skipped.length === 0 && effects.length === 0
      ? [nobody(event)]
      : []),
    ...event.warnings,
  ]
}

const deeds: Readonly<Record<EventEffect['did'], string>> = {
  started: 'It started a run of',
  woke: 'It is what a guest waited for in',
  pushed: 'It was pushed later through',
}

const nobody = ({ source }: Receipt) =>
  source === null
    ? 'No active workflow listens to events that name no source.'
    : `No active workflow listens to the source ${quoted(source)}.`

function reason({ reason, detail }: Skipped, { venues }: Required<Names>): string {
  const named = (serials: unknown, last: 'and' | 'or') =>
    listInWords(
      (Array.isArray(serials) ? serials : []).map(serial => venues.get(serial) ?? String(serial)),
      last,
    )
  switch (reason) {
    case 'condition_failed':
      return conditions(detail.conditions) || 'its condition does not hold'
    case 'venue_not_targeted':
      return `it is for ${named(detail.targeted, 'or')}, and the event is about ${named(detail.serials, 'and') || 'no venue'}`
    case 're_entry_limited':
      return typeof detail.until === 'string'
        ? `the guest was in it lately, and may enter again at ${detail.until}`
        : 'the guest was in it before, and it takes each guest once'
    case 'workflow_paused':
      return 'it is paused'
    case 'venue_paused':
      return `${named([detail.serial], 'and')} is paused`
  }
}

interface ToldCondition {
  readonly field: string
  readonly operator: string
  readonly expected?: unknown
  readonly found?: unknown
}

function conditions(told: unknown): string {
  if (!Array.isArray(told)) return ''
  return (told as ToldCondition[])
    .map(({ field, operator, expected, found }) => {
      const wanted = [operator.replaceAll('_', ' '), value(expected)].filter(Boolean).join(' ')
      return `${field} should have been ${wanted}, and was ${value(found) || 'not there'}`
    })
    .join('; ')
}

function value(given: unknown): string {
  if (given === undefined || given === null) return ''
  if (Array.isArray(given)) return listInWords(given.map(value), 'or')
  return typeof given === 'object' ? JSON.stringify(given) : valueInWords(given as string | number | boolean)
}
