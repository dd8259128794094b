import type { Sql } from '#db/sql.ts'
import { LONGEST_PAUSE_SECONDS } from './puller.ts'

/** Makes pages due that the database's clock has left behind when it jumped: fetched last in what is the future now, or due later than any. */
export async function freeStrandedPulls(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE connection_pulls SET due_at = now()
     WHERE due_at > now() AND (last_at > now() + interval '1 minute'
       OR due_at > now() + make_interval(secs => greatest(every_seconds, ${LONGEST_PAUSE_SECONDS})))`,
  )
}
