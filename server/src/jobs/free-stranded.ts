import type { Sql } from '#db/sql.ts'

/** Longer than a lease and than most pauses of a replay; one with a longer pause continues early, and only then. */
const LONGEST = `interval '10 minutes'`

/** Frees background jobs whose lease the database's clock has left behind when it jumped. */
export async function freeStrandedJobs(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE undertakings SET leased_until = NULL WHERE status = 'running' AND leased_until > clock_timestamp() + ${LONGEST}`,
  )
}
