import type { Sql } from '#db/sql.ts'

export interface StepRow {
  readonly position: number
  readonly node_id: string
  readonly type: string
  readonly status: 'completed' | 'skipped' | 'failed' | 'waiting'
  readonly attempt: number
  readonly detail: Record<string, unknown>
  readonly started_at: string
  readonly finished_at: string | null
}

/** The steps of a run, in the order they were taken. */
export async function listSteps(tx: Sql, organisationId: string, runId: string): Promise<StepRow[]> {
  const { rows } = await tx.query<
    Omit<StepRow, 'started_at' | 'finished_at'> & { started_at: Date; finished_at: Date | null }
  >(
    `SELECT position, node_id, type, status, attempt, detail, started_at, finished_at
     FROM every_step WHERE organisation_id = $1 AND run_id = $2 ORDER BY position`,
    [organisationId, runId],
  )
  return rows.map(row => ({
    ...row,
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }))
}
