import type { EventAnswer, Receipt } from '@millrace/contract/event'
import type { Transaction } from '#db/database.ts'
import type { Queue } from '#queue/queue.ts'
import { enqueueRuns, type RunToAdvance } from '#runs/advance-job.ts'
import type { NewRun } from '#runs/change/insert-runs.ts'
import { insertEvents, type NewEvent } from './insert-events.ts'
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
  const { receipts, events, runs } = rowsOf(organisationId, venues, routedEvents)
  if (events.length === 0) return receipts
  tx.later(insertEvents(tx, organisationId, events, runs))
  if (runs.length > 0) tx.later(enqueueRuns(tx, queue, begin(organisationId, runs)))
  return receipts
}

export interface Rows {
  readonly receipts: Unstamped[]
  readonly events: NewEvent[]
  readonly runs: NewRun[]
}

export function rowsOf(
  organisationId: string,
  venues: ReadonlyMap<string, unknown>,
  routedEvents: readonly RoutedEvent[],
): Rows {
  const receipts = routedEvents.map(routedEvent => toReceipt(routedEvent, organisationId, venues))
  const events = routedEvents.map(({ incoming: { keyId } }, index) => ({
    keyId,
    receipt: receipts[index] as Unstamped,
  }))
  return { receipts, events, runs: routedEvents.flatMap(startedBy) }
}

export const begin = (organisationId: string, runs: readonly NewRun[]): RunToAdvance[] =>
  runs.map(({ id }) => ({ organisation_id: organisationId, run_id: id, sequence: 0 }))

export function answerOf(receipt: Unstamped, now: string): EventAnswer {
  return { message: receiptMessage(receipt), event: { ...receipt, created_at: now } }
}
