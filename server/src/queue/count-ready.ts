import type { Sql } from '#db/sql.ts'

/** Jobs that are waiting for a worker now. */
export async function countReady(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ ready: number }>('SELECT count(*) AS ready FROM jobs WHERE NOT claimed')
  return (rows[0] as { ready: number }).ready
}
