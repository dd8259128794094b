import type { Sql } from '../../server/src/db/sql.ts'

/** Lets time pass for the strict limiter, without waiting: everything it remembers happened that much earlier. */
export async function letSecondsPass(sql: Sql, seconds: number): Promise<void> {
  await sql.query(
    `UPDATE strict_limits
     SET admitted = ARRAY(SELECT t - ($1::float8 * 1000000)::bigint FROM unnest(admitted) WITH ORDINALITY AS u (t, n) ORDER BY n),
         touched = touched - make_interval(secs => $1)`,
    [seconds],
  )
}
