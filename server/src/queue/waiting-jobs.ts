import type { Sql } from '#db/sql.ts'

/** More are not counted: the oldest says how far behind it is. */
const MOST = 1_000

export interface WaitingJobs {
  readonly waiting: number
  readonly oldest_at: Date | null
}

/** The jobs of an organisation that no worker has taken yet. */
export async function waitingJobs(sql: Sql, organisationId: string): Promise<WaitingJobs> {
  const { rows } = await sql.query<WaitingJobs>(
    `SELECT count(*) AS waiting, min(j.created_at) AS oldest_at FROM (
       SELECT created_at FROM jobs WHERE organisation_id = $1 AND NOT claimed ORDER BY id LIMIT ${MOST}
     ) AS j`,
    [organisationId],
  )
  return rows[0] as WaitingJobs
}
