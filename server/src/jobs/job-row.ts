import type { Job } from '@millrace/contract/job'

export interface JobRow extends Omit<Job, 'created_at' | 'finished_at'> {
  created_at: Date
  finished_at: Date | null
}

/** The request is not among them: that of a comparison contains a whole document. */
export const jobColumns = 'id, kind, workflow_id, status, progress, result, actor, created_at, finished_at'

export const toJob = (row: JobRow): Job => ({
  ...row,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
})
