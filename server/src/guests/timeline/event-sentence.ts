import type { Receipt, Skipped } from '@millrace/contract/event'
import { type Happening, list, quoted, type Words } from './happening.ts'

interface EventData {
  readonly source: string | null
  readonly serials: readonly string[]
  readonly receipt: Pick<Receipt, 'workflow_runs' | 'skipped'>
}

/** What came, and why each workflow that was asked did not take it. */
export function eventSentence({ data }: Pick<Happening, 'data'>, words: Words): string {
  const { source, serials, receipt } = data as unknown as EventData
  const from = source === null ? 'An event without a source came' : `An event from ${quoted(source)} came`
  const where = serials.length === 0 ? '' : ` at ${list(serials)}`
  const refused = receipt.skipped.map(
    skipped => ` ${quoted(words.workflow(skipped.workflow_id))} did not take it: ${why(skipped, words)}.`,
  )
  const nobody =
    receipt.workflow_runs.length === 0 && refused.length === 0 ? ' No workflow listens to it.' : ''
  return `${from}${where}.${refused.join('')}${nobody}`
}

function why({ reason, detail }: Skipped, words: Words): string {
  switch (reason) {
    case 'condition_failed':
      return list(conditions(detail.conditions)) || 'its condition does not hold'
    case 'venue_not_targeted':
      return 'it is for other venues'
    case 're_entry_limited':
      return typeof detail.until === 'string'
        ? `the guest was in it lately, and may enter again on ${words.moment(detail.until)}`
        : 'it takes each guest once'
    case 'workflow_paused':
      return 'it was paused'
    case 'venue_paused':
      return 'the venue was paused'
  }
}

interface Told {
  readonly field: string
  readonly operator: string
  readonly expected: unknown
  readonly found: unknown
}

function conditions(told: unknown): string[] {
  if (!Array.isArray(told)) return []
  return (told as Told[]).map(({ field, operator, expected, found }) => {
    const wanted = [operator.replaceAll('_', ' '), value(expected)].filter(Boolean).join(' ')
    return `${field} should be ${quoted(wanted)} and was ${value(found) || 'missing'}`
  })
}

function value(given: unknown): string {
  if (given === null || given === undefined) return ''
  return Array.isArray(given) ? given.map(String).join(', ') : String(given)
}
