import type { EventAnswer, Receipt } from '@millrace/contract/event'
import type { Transaction } from '#db/database.ts'
import type { Queue } from '#queue/queue.ts'
import { enqueueRuns } from '#runs/advance-job.ts'
import { insertEvents } from './insert-events.ts'
import { receiptMessage } from './receipt.ts'
import { type RoutedEvent, startedBy, toReceipt } from './route-events.ts'

/** A receipt without the time at which the event was accepted. */
export type Unstamped = Omit<Receipt, 'created_at'>

/**
 * Sends the events, the runs they started and the jobs of those runs, and waits for nothing: COMMIT follows in the same
 * packet. They all get the transaction's time.
 */
export function writeRoutedEvents(
  tx: Transaction,
  queue: Pick<Queue, 'enqueue'>,
  organisationId: string,
  venues: ReadonlyMap<string, unknown>,
  routedEvents: readonly RoutedEvent[],
): Unstamped[] {
  const receipts = routedEvents.map(routedEvent => toReceipt(routedEvent, organisationId, venues))
  if (routedEvents.length === 0) return receipts
  const events = routedEvents.map(({ incoming: { keyId } }, index) => ({
    keyId,
    receipt: receipts[index] as Unstamped,
  }))
  const runs = routedEvents.flatMap(startedBy)
  tx.later(insertEvents(tx, organisationId, events, runs))
  if (runs.length > 0) {
    const jobs = runs.map(run => ({ organisation_id: organisationId, run_id: run.id, sequence: 0 }))
    tx.later(enqueueRuns(tx, queue, jobs))
  }
  return receipts
}

export function answerOf(receipt: Unstamped, now: string): EventAnswer {
  return { message: receiptMessage(receipt), event: { ...receipt, created_at: now } }
}
