import type { Sql } from '#db/sql.ts'
import { LEASE } from './claim-due.ts'

/** Makes deliveries due that the database's clock has left behind when it jumped: the same as for messages. */
export async function freeStrandedDeliveries(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE subscription_deliveries d SET due_at = now()
     WHERE d.state = 'waiting' AND d.due_at > now() AND (
       d.attempt = 0
       OR d.due_at > now() + 2 * ${LEASE} AND NOT EXISTS (
         SELECT FROM subscription_attempts a
         WHERE a.organisation_id = d.organisation_id AND a.delivery_id = d.id AND a.attempt = d.attempt)
       OR EXISTS (
         SELECT FROM subscription_attempts a
         WHERE a.organisation_id = d.organisation_id AND a.delivery_id = d.id AND a.attempt = d.attempt
           AND (a.at > now() + interval '1 minute' OR d.due_at > a.at + interval '1 day')))`,
  )
}
