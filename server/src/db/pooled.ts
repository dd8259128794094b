import pg from 'pg'
import { sendTogether } from './send-together.ts'

/**
 * A pool whose connections go through a pooler in transaction mode. Behind it, every transaction may have another session of PostgreSQL, so
 * nothing may stay in one: no statement is named, what a session would be set to is set with the BEGIN of each transaction, in
 * the same packet, and a single statement becomes a transaction.
 */
export function throughPooler(
  pool: pg.Pool,
  session: readonly (readonly [setting: string, value: string])[],
): pg.Pool {
  const settings = session.map(([setting, value]) => `SET LOCAL ${setting} = ${pg.escapeLiteral(value)}`)
  const begin = ['BEGIN', ...settings].join('; ')

  async function connect(): Promise<pg.PoolClient> {
    const client = await pool.connect()
    const query = (asked: string | pg.QueryConfig) => {
      const { name: _, ...rest } = typeof asked === 'string' ? { text: asked, name: undefined } : asked
      return client.query({ ...rest, text: rest.text.replace(/^BEGIN\b/, () => begin) })
    }
    return Object.assign(Object.create(client), { query })
  }

  async function query(asked: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const client = await connect()
    let broken: Error | undefined
    try {
      sendTogether(client)()
      const sent = [
        client.query('BEGIN'),
        client.query(
          typeof asked === 'string'
            ? { text: asked, ...(values && { values }) }
            : { ...asked, ...(values && { values }) },
        ),
        client.query('COMMIT'),
      ] as const
      for (const one of sent) one.catch(() => {})
      // COMMIT of what has failed answers ROLLBACK, without an error. Nobody has to wait for it.
      const [, result] = await Promise.all(sent)
      return result
    } catch (error) {
      // Without an answer of PostgreSQL, the connection is of no use.
      if ((error as { severity?: unknown } | null)?.severity !== 'ERROR') broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  }

  // What it counts and closes is its own.
  const end = () => pool.end()
  return Object.assign(Object.create(pool), { connect, query, end })
}
