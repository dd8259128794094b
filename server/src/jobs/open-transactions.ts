import type { Sql } from '#db/sql.ts'

/** The transactions that are open now, except this one. Each holds a lock on its number until it ends. */
export async function openTransactions(tx: Sql): Promise<string[]> {
  const { rows } = await tx.query<{ number: string }>(
    `SELECT virtualxid AS number FROM pg_locks
     WHERE locktype = 'virtualxid' AND granted AND pid <> pg_backend_pid()`,
  )
  return rows.map(({ number }) => number)
}
