import type { Receipt } from '@millrace/contract/event'
import { sentence } from '@millrace/contract/in-words'
import { reasonInWords, unheardInWords } from '@millrace/contract/skip-reason'
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
    skipped =>
      ` ${quoted(words.workflow(skipped.workflow_id))} did not take it: ${reasonInWords(skipped, words)}.`,
  )
  const nobody =
    receipt.workflow_runs.length === 0 && refused.length === 0 ? ` ${sentence(unheardInWords(source))}` : ''
  return `${from}${where}.${refused.join('')}${nobody}`
}
