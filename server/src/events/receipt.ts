import type { Receipt } from '@millrace/contract/event'
import { listInWords } from '@millrace/contract/in-words'
import { unmatchedInWords } from '@millrace/contract/skip-reason'

/** The result of the event, in a sentence. */
export function receiptMessage(
  receipt: Pick<Receipt, 'workflow_runs' | 'woke' | 'moved' | 'ended' | 'skipped' | 'source' | 'status'>,
): string {
  if (receipt.status === 'history') return 'Event stored as history; it starts nothing.'
  const did = [
    ...deed('started', receipt.workflow_runs.length),
    ...deed('woke', receipt.woke.length),
    ...deed('moved', receipt.moved.length),
    ...deed('ended', receipt.ended.length),
  ]
  if (did.length > 0) return `Event accepted; it ${listInWords(did, 'and')}.`
  if (receipt.skipped.length > 0) return 'Event stored; no workflow took it, and skipped says why.'
  return `Event stored; ${unmatchedInWords(receipt.source)}.`
}

const deed = (verb: string, runs: number): string[] =>
  runs === 0 ? [] : [`${verb} ${runs === 1 ? '1 run' : `${runs} runs`}`]
