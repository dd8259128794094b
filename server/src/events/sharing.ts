import pg from 'pg'
import { createBatcher } from '#base/batcher.ts'
import { BoundedMap } from '#base/bounded-map.ts'
import type { Admission } from '#base/overloaded.ts'
import { type Database, inTransaction } from '#db/database.ts'
import { isDistributed } from '#db/distributed/of-organisation.ts'
import { isUnavailable } from '#db/unavailable.ts'
import type { Decided } from './decide-at-once.ts'
import type { Accepted } from './incoming.ts'
import { type StoringParts, storeTogether } from './store-together.ts'

/**
 * Small batches of several organisations are stored by the same statements, and so share their cost, a round trip and a commit.
 * When anything fails, all is undone, and each is done again in its own transaction, in which it is alone with its
 * fault. An organisation for which it then fails again does not share for a while: it would cost the others their first attempt.
 */
export interface Sharing {
  /** `alone` does it in a transaction of the organisation, where there is nobody to share with. */
  run(batch: SmallBatch, alone: () => Promise<Accepted[]>): Promise<Accepted[]>
}

export interface SmallBatch {
  readonly organisationId: string
  /** undefined: it cannot be decided without reading. */
  decide(): Decided | undefined
}

const MOST_TOGETHER = 32
const LONGEST_QUEUE = 10_000
const APART_FOR_MS = 10_000
const MOST_APART = 10_000

/** undefined: nothing was done. */
type Shared = Accepted[] | undefined

export function createSharing(
  database: Pick<Database, 'engine'>,
  parts: StoringParts,
  admission: Admission,
): Sharing {
  const apart = new BoundedMap<true>(MOST_APART, { ttl: APART_FOR_MS })
  const together = createBatcher<SmallBatch, Shared>({
    run: batches => share(database, parts, batches),
    most: MOST_TOGETHER,
    longestQueue: LONGEST_QUEUE,
    admission,
  })
  return {
    async run(batch, alone) {
      const shared = apart.has(batch.organisationId) ? undefined : await together.add(batch)
      if (shared !== undefined) return shared
      try {
        return await alone()
      } catch (error) {
        apart.set(batch.organisationId, true)
        throw error
      }
    },
  }
}

async function share(
  { engine }: Pick<Database, 'engine'>,
  parts: StoringParts,
  batches: readonly SmallBatch[],
): Promise<Shared[]> {
  const nothing = batches.map(() => undefined)
  // Where the database is distributed, they are not on one node.
  if (batches.length === 1 || isDistributed(engine)) return nothing
  const decided = batches.map(batch => batch.decide())
  const all = decided.filter(one => one !== undefined)
  if (all.length < 2) return nothing
  try {
    const now = await inTransaction(engine, tx => storeTogether(tx, parts, all))
    return decided.map(one => one?.stored(now))
  } catch (error) {
    // Otherwise the connection is gone, and nobody knows whether it was committed.
    if (isRefusedStatement(error)) return nothing
    throw error
  }
}

/** An answer of PostgreSQL about a statement: the transaction has ended without effect. */
const isRefusedStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code?.startsWith('40') || !isUnavailable(error))
