import type { DueDays } from '@millrace/contract/dashboard/workflows'
import type { Sql } from '#db/sql.ts'

const MOST = 60

/** The latest days on which guests were due. */
export async function listDueDays(tx: Sql, organisationId: string, workflowId: string): Promise<DueDays> {
  const { rows } = await tx.query<Omit<DueDays['data'][number], 'due_at'> & { due_at: Date }>(
    `SELECT day::text AS day, time_zone, due_at, considered, started, skipped, missed, missed_because
     FROM schedule_days WHERE organisation_id = $1 AND workflow_id = $2
     ORDER BY day DESC, time_zone LIMIT $3`,
    [organisationId, workflowId, MOST],
  )
  return { data: rows.map(row => ({ ...row, due_at: row.due_at.toISOString() })) }
}
