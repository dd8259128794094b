import type { Sql } from '#db/sql.ts'
import { LEASE } from './process-deliveries.ts'

/**
 * Makes deliveries due that the database's clock has left behind when it jumped: due later than any pause could have set. Those
 * of a paused connection are due at no time.
 */
export async function freeStrandedReceived(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE connection_deliveries SET due_at = now()
     WHERE state IN ('waiting', 'held') AND due_at < 'infinity'
       AND due_at > now() + CASE WHEN state = 'held' THEN interval '1 hour' WHEN attempts = 0 THEN interval '0'
                                 ELSE ${LEASE} * power(3, attempts) END`,
  )
}
