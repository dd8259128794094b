import type { Sql } from '#db/sql.ts'

/** Makes notices due, and audit logs free, that the database's clock has left behind when it jumped: later than any pause or lease. */
export async function freeStrandedNotices(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE notices SET due_at = now() WHERE due_at > now() + interval '1 minute' * power(2, attempt)`,
  )
  await sql.query(
    `UPDATE audit_readers SET claimed_until = '-infinity' WHERE claimed_until > now() + interval '1 minute'`,
  )
}
