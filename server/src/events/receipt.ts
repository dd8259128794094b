import type { Receipt } from '@millrace/contract/event'
import { unheardInWords } from '@millrace/contract/skip-reason'

/** The result of the event, in a sentence. */
export function receiptMessage(receipt: Pick<Receipt, 'workflow_runs' | 'skipped' | 'source'>): string {
  const runs = receipt.workflow_runs.length
  if (runs > 0) return `Event accepted; it started ${runs === 1 ? '1 run' : `${runs} runs`}.`
  if (receipt.skipped.length > 0) return 'Event stored; no workflow took it, and skipped says why.'
  return `Event stored; ${unheardInWords(receipt.source)}.`
}
