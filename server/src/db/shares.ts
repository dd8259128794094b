import type pg from 'pg'
import { createGate, type Gate, type GateOptions } from '#base/gate.ts'
import { Overloaded } from '#base/overloaded.ts'
import { type Database, preparedOn } from './database.ts'

/**
 * Of the connections of each role. The others are always free for what shares its transactions and so needs few: events, tokens, and
 * the worker of the same process.
 */
const MOST_FOR_REQUESTS = 6

/** The database for requests: each kind of request takes its turn, and who would wait too long is refused. */
export interface Shares {
  /** As the whole database, but for one kind of request. */
  of(kind: string): Database
  /** A request was let through and will need it. Returns what is called at its end. */
  announce(kind: string): () => void
  /** Undefined: it would be served in time. */
  refusal(kind: string): Overloaded | undefined
}

export function createShares(database: Database, options: Omit<GateOptions, 'most'>): Shares {
  const gates = {
    engine: createGate({ ...options, most: MOST_FOR_REQUESTS }),
    tenant: createGate({ ...options, most: MOST_FOR_REQUESTS }),
  }
  return {
    of(kind) {
      const engine = through(gates.engine, kind, database.engine)
      return {
        ...database,
        engine,
        engineSql: preparedOn(engine),
        tenant: through(gates.tenant, kind, database.tenant),
      }
    },
    announce(kind) {
      const gone = [gates.engine.announce(kind), gates.tenant.announce(kind)]
      return () => {
        for (const leave of gone) leave()
      }
    },
    refusal(kind) {
      const expectedMs = Math.max(gates.engine.expectedWaitMs(kind), gates.tenant.expectedWaitMs(kind))
      return expectedMs > options.admission.longestWaitMs ? new Overloaded(expectedMs) : undefined
    },
  }
}

/** A pool whose connections are had in turn. */
function through(gate: Gate, kind: string, pool: pg.Pool): pg.Pool {
  async function connect(): Promise<pg.PoolClient> {
    const leave = await gate.enter(kind)
    try {
      const client = await pool.connect()
      const { release } = client
      // The pool gives a client a new one each time.
      client.release = error => {
        leave()
        release.call(client, error)
      }
      return client
    } catch (error) {
      leave()
      throw error
    }
  }
  async function query(...given: [pg.QueryConfig, unknown[]?]): Promise<pg.QueryResult> {
    const leave = await gate.enter(kind)
    try {
      return await pool.query(...given)
    } finally {
      leave()
    }
  }
  return Object.assign(Object.create(pool), { connect, query })
}
