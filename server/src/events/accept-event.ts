import { type Batcher, createBatcher } from '#base/batcher.ts'
import { type Overloaded, prompt } from '#base/overloaded.ts'
import { acceptBatch } from './accept-batch.ts'
import type { AcceptParts } from './accept-parts.ts'
import type { Accepted, Incoming } from './incoming.ts'
import { createRefusals } from './refusals.ts'

export interface AcceptEvent {
  (incoming: Incoming, options: { dryRun: boolean }): Promise<Accepted>
  /** Accepts events that came together in one transaction: one answer for each, in order. */
  many(organisationId: string, batch: readonly Incoming[]): Promise<Accepted[]>
  /** Why an event of the organisation that came now would be refused, whatever it says; undefined: it would not. */
  refusal(organisationId: string): Overloaded | undefined
  /** Whether the database refuses to store events at present. */
  isRefusing(): boolean
}

const MOST_IN_A_BATCH = 250
/** With more waiting events than this in one organisation, an answer within a second is not possible. */
const LONGEST_QUEUE = 2_000
/**
 * With so few callers, each event is stored at once. Of 32 organisations with two callers each, 0.85 of the events of one
 * organisation are stored then, else 0.76 (n = 6); two callers of one organisation have 1.2 times as many answers (n = 8).
 */
const FEW = 4
/** Of the portions of requests with many events; each is about as much work as a batch of single events. */
const LONGEST_QUEUE_OF_PORTIONS = 50

/**
 * Concurrent events of one organisation share transactions: events that arrive while one batch is being committed form
 * the next batch. Small batches of several organisations may be stored together (`sharing.ts`).
 */
export function createAcceptEvent(parts: AcceptParts): AcceptEvent {
  const refusals = createRefusals()
  const { admission = prompt } = parts
  const batchers = new Map<string, Batcher<Incoming, Accepted>>()
  const portions = new Map<string, Batcher<readonly Incoming[], Accepted[]>>()

  function batcherOf(organisationId: string): Batcher<Incoming, Accepted> {
    let batcher = batchers.get(organisationId)
    if (batcher === undefined) {
      batcher = createBatcher({
        run: batch => refusals.watch(acceptBatch(parts, organisationId, batch)),
        most: MOST_IN_A_BATCH,
        longestQueue: LONGEST_QUEUE,
        few: FEW,
        admission,
      })
      batchers.set(organisationId, batcher)
    }
    return batcher
  }

  /** One portion at a time, or two on a slow disk, so that single events find the database free. */
  function portionsOf(organisationId: string): Batcher<readonly Incoming[], Accepted[]> {
    let batcher = portions.get(organisationId)
    if (batcher === undefined) {
      batcher = createBatcher({
        run: async ([batch = []]) => [await refusals.watch(acceptBatch(parts, organisationId, batch))],
        most: 1,
        longestQueue: LONGEST_QUEUE_OF_PORTIONS,
        admission,
      })
      portions.set(organisationId, batcher)
    }
    return batcher
  }

  const acceptOne = async (incoming: Incoming, { dryRun }: { dryRun: boolean }): Promise<Accepted> => {
    if (!dryRun) return batcherOf(incoming.organisationId).add(incoming)
    // Executes the same code up to the last statement, then rolls back.
    const [accepted] = await acceptBatch(parts, incoming.organisationId, [incoming], 'ROLLBACK')
    return accepted as Accepted
  }
  const many = async (organisationId: string, batch: readonly Incoming[]) =>
    batch.length === 0 ? [] : portionsOf(organisationId).add(batch)
  const refusal = (organisationId: string) => batchers.get(organisationId)?.refusal()
  return Object.assign(acceptOne, { many, refusal, isRefusing: refusals.isRefusing })
}
