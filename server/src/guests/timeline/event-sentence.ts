import type { Receipt } from '@millrace/contract/event'
import { sentence, venueInWords } from '@millrace/contract/in-words'
import { say } from '@millrace/contract/say'
import { reasonInWords, unmatchedInWords } from '@millrace/contract/skip-reason'
import { type ActivityRow, list, quoted, type Words } from './activity-row.ts'

interface EventData {
  readonly source: string | null
  readonly serials: readonly string[]
  readonly status?: Receipt['status']
  readonly occurred_at?: string | null
  readonly receipt: Pick<Receipt, 'workflow_runs' | 'skipped'> &
    Partial<Pick<Receipt, 'woke' | 'moved' | 'ended'>>
}

/** What came, and why each workflow that was asked did not match. */
export function eventSentence({ data }: Pick<ActivityRow, 'data'>, words: Words): string {
  const { source, serials, receipt, status, occurred_at } = data as unknown as EventData
  const from =
    source === null ? say`An event without a source arrived` : say`An event from ${quoted(source)} arrived`
  const where =
    serials.length === 0 ? '' : say` at ${list(serials.map(serial => venueInWords(serial, words)))}`
  const when = occurred_at ? say`, which happened ${words.moment(new Date(occurred_at).toISOString())}` : ''
  if (status === 'history') return say`${from}${where}${when}. It was sent as history, so it started no run.`
  const refused = receipt.skipped.map(
    skipped =>
      say` ${quoted(words.workflow(skipped.workflow_id))} did not match: ${reasonInWords(skipped, words)}.`,
  )
  const { workflow_runs, woke = [], moved = [], ended = [] } = receipt
  const did = [
    ...woke.map(
      run => say` A run of ${quoted(words.workflow(run.workflow_id))} waited for it and continues.`,
    ),
    ...moved.map(run => say` It moved the wait of a run of ${quoted(words.workflow(run.workflow_id))}.`),
    ...ended.map(run => say` It ended a run of ${quoted(words.workflow(run.workflow_id))}.`),
  ]
  const matched = workflow_runs.length + did.length + refused.length > 0
  return [
    `${from}${where}${when}.`,
    ...did,
    ...refused,
    ...(matched ? [] : [` ${sentence(unmatchedInWords(source))}`]),
  ].join('')
}
