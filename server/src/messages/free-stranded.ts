import type { Sql } from '#db/sql.ts'
import { LEASE_SECONDS } from './claim-due.ts'

/**
 * Makes messages due that the database's clock has left behind when it jumped, with a time that is far ahead of what it says
 * now: those that nobody has tried yet, claims that are longer than any can be, and pauses that were counted from a time that
 * has not come, or are longer than any. Does nothing to others, so every process may do it.
 */
export async function freeStrandedMessages(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE messages m SET due_at = now()
     WHERE m.status = 'pending' AND m.due_at > now() AND (
       m.attempt = 0
       OR m.due_at > now() + make_interval(secs => $1) AND NOT EXISTS (
         SELECT FROM message_attempts a
         WHERE a.organisation_id = m.organisation_id AND a.message_id = m.id AND a.attempt = m.attempt)
       OR EXISTS (
         SELECT FROM message_attempts a
         WHERE a.organisation_id = m.organisation_id AND a.message_id = m.id AND a.attempt = m.attempt
           AND (a.at > now() + interval '1 minute' OR m.due_at > a.at + interval '1 day')))`,
    [2 * LEASE_SECONDS],
  )
}
