import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { createBatcher } from '#base/batcher.ts'
import type { Admission } from '#base/overloaded.ts'
import { type Database, inTenant, inTenants, type TenantWork } from '#db/database.ts'
import { isUnavailable } from '#db/unavailable.ts'

/**
 * Small batches of several organisations share a transaction, and so a round trip and a commit. Each keeps what it has alone: its statements
 * see nothing of the others, and when anything fails, each is done again in its own transaction. An organisation for which it then fails
 * again does not share for a while: it would cost the others their first attempt.
 */
export interface Sharing {
  run<T>(work: TenantWork<T>): Promise<T>
}

const MOST_TOGETHER = 32
const LONGEST_QUEUE = 10_000
const APART_FOR_MS = 10_000
const MOST_APART = 10_000

/** What came of it; undefined when it is certainly undone. */
type Shared = { readonly value: unknown } | undefined

export function createSharing(database: Pick<Database, 'tenant'>, admission: Admission): Sharing {
  const apart = new LRUCache<string, true>({ max: MOST_APART, ttl: APART_FOR_MS })
  const together = createBatcher<TenantWork<unknown>, Shared>({
    run: works => share(database, works),
    most: MOST_TOGETHER,
    longestQueue: LONGEST_QUEUE,
    admission,
  })
  return {
    async run<T>(tenantWork: TenantWork<T>): Promise<T> {
      const { organisationId, work } = tenantWork
      const shared = apart.has(organisationId) ? undefined : await together.add(tenantWork)
      if (shared !== undefined) return shared.value as T
      try {
        return await inTenant(database, organisationId, work)
      } catch (error) {
        apart.set(organisationId, true)
        throw error
      }
    },
  }
}

async function share(
  database: Pick<Database, 'tenant'>,
  works: readonly TenantWork<unknown>[],
): Promise<Shared[]> {
  let faulty = false
  // In one order, so that no two transactions wait for each other.
  const ordered = works.toSorted((a, b) => compare(a.organisationId, b.organisationId))
  const watched = ordered.map(({ organisationId, work }) => ({
    organisationId,
    work: async (tx: Parameters<typeof work>[0]) => {
      try {
        return await work(tx)
      } catch (error) {
        faulty = true
        throw error
      }
    },
  }))
  try {
    const values = await inTenants(database, watched)
    return works.map(work => ({ value: values[ordered.indexOf(work)] }))
  } catch (error) {
    // Otherwise the connection is gone, and nobody knows whether it was committed.
    if (faulty || isRefusedStatement(error)) return works.map(() => undefined)
    throw error
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** An answer of PostgreSQL about a statement: the transaction has ended without effect. */
const isRefusedStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code?.startsWith('40') || !isUnavailable(error))
