import type pg from 'pg'
import type { Sql } from '../../server/src/db/sql.ts'

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
  return Object.assign(Object.create(pool), { connect })
}
