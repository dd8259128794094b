import type pg from 'pg'
import type { Sql } from '../../server/src/db/sql.ts'
import { eventually } from '../support/millrace.ts'
import type { TestDatabase } from '../support/postgres.ts'
import { withAdmin } from '../support/test-server.ts'

/** A point in a transaction where it stops until it is released. */
export interface Pause {
  readonly reached: Promise<void>
  release(): void
  /** To be called there. */
  stand(): Promise<void>
}

export function pause(): Pause {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  return {
    reached: reached.promise,
    release: released.resolve,
    stand() {
      reached.resolve()
      return released.promise
    },
  }
}

/** The same transaction, but it stops after the statement that contains this text. */
export const pausingAfter = (tx: Sql, part: string, { stand }: Pause): Sql => ({
  async query(text, values) {
    const answer = await tx.query(text, values)
    if (text.includes(part)) await stand()
    return answer as never
  },
})

/** The same connections, but a transaction stops before the statement that contains this text. */
export function pausingBefore(pool: pg.Pool, part: string, { stand }: Pause): pg.Pool {
  const connect = async () => {
    const client = await pool.connect()
    const { connection } = client as unknown as { connection: unknown }
    return {
      connection,
      async query(statement: string | pg.QueryConfig) {
        const text = typeof statement === 'string' ? statement : statement.text
        if (text.includes(part)) await stand()
        return client.query(statement as string)
      },
      release: (error?: Error) => client.release(error),
    }
  }
  return { connect } as unknown as pg.Pool
}

/** Until a session in this database waits for a lock that another has. */
export const untilBlocked = ({ connection }: TestDatabase) =>
  eventually(
    // As the administrator: the product's roles cannot see what sessions wait for.
    () =>
      withAdmin(connection, async client => {
        const { rowCount } = await client.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        return rowCount
      }),
    blocked => blocked === 1,
  )
