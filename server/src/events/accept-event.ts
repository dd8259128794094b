import { type Batcher, createBatcher } from '#base/batcher.ts'
import { acceptBatch } from './accept-batch.ts'
import type { AcceptParts } from './accept-parts.ts'
import type { Accepted, Incoming } from './incoming.ts'

export type AcceptEvent = (incoming: Incoming, options: { dryRun: boolean }) => Promise<Accepted>

const MOST_IN_A_BATCH = 250
/** With more waiting events than this in one organisation, an answer within a second is not possible. */
const LONGEST_QUEUE = 2_000

/**
 * Concurrent events of one organisation share transactions: events that arrive while one batch is being committed form
 * the next batch. Organisations never share a transaction, because a transaction sees a single organisation.
 */
export function createAcceptEvent(parts: AcceptParts): AcceptEvent {
  const batchers = new Map<string, Batcher<Incoming, Accepted>>()

  function batcherOf(organisationId: string): Batcher<Incoming, Accepted> {
    let batcher = batchers.get(organisationId)
    if (batcher === undefined) {
      batcher = createBatcher({
        run: batch => acceptBatch(parts, organisationId, batch),
        most: MOST_IN_A_BATCH,
        longestQueue: LONGEST_QUEUE,
      })
      batchers.set(organisationId, batcher)
    }
    return batcher
  }

  return async (incoming, { dryRun }) => {
    if (!dryRun) return batcherOf(incoming.organisationId).add(incoming)
    // Executes the same code up to the last statement, then rolls back.
    const [accepted] = await acceptBatch(parts, incoming.organisationId, [incoming], 'ROLLBACK')
    return accepted as Accepted
  }
}
