import type { Sql } from '#db/sql.ts'

/**
 * An answer to STOP, START or HELP in the SMS budget of its day. It is counted, and never refused: who stops has to be answered,
 * whatever was sent before.
 */
export async function countSmsAnswer(tx: Sql, organisationId: string, timeZone: string): Promise<void> {
  await tx.query(
    `INSERT INTO daily_usage (organisation_id, day, kind, used) VALUES ($1, (now() AT TIME ZONE $2)::date, 'sms', 1)
     ON CONFLICT (organisation_id, day, kind) DO UPDATE SET used = daily_usage.used + 1`,
    [organisationId, timeZone],
  )
}
