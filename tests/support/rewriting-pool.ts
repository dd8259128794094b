import type pg from 'pg'

/** The same connections, but every statement passes through `rewrite` first: code with a mistake put into it. */
export function rewritingPool(pool: pg.Pool, rewrite: (statement: string) => string): pg.Pool {
  const connect = async () => {
    const client = await pool.connect()
    const { connection } = client as unknown as { connection: unknown }
    return {
      connection,
      query(statement: string | pg.QueryConfig) {
        if (typeof statement === 'string') return client.query(rewrite(statement))
        const text = rewrite(statement.text)
        // A prepared statement is known by its name, and this is another statement.
        const { name: _name, ...unnamed } = statement
        return client.query(text === statement.text ? statement : { ...unnamed, text })
      },
      release: (error?: Error) => client.release(error),
    }
  }
  return Object.assign(Object.create(pool), { connect })
}
