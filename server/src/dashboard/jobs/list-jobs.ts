import type { Job } from '@millrace/contract/job'
import type { Sql } from '#db/sql.ts'
import { type JobRow, jobColumns, toJob } from '#jobs/job-row.ts'
import { where } from '../lists/where.ts'

export interface JobsPage {
  readonly workflowId?: string | undefined
  readonly status?: Job['status'] | undefined
  /** The id of the last one of the previous page. */
  readonly after?: string | undefined
  readonly limit: number
}

/** Newest first, over all workflows. */
export async function listJobs(tx: Sql, organisationId: string, page: JobsPage): Promise<Job[]> {
  const { sql, values } = where('u', organisationId, [
    ['u.id < :value', page.after],
    ['u.workflow_id = :value', page.workflowId],
    ['u.status = :value', page.status],
  ])
  const { rows } = await tx.query<JobRow>(
    `SELECT ${jobColumns} FROM undertakings u WHERE ${sql} ORDER BY u.id DESC LIMIT $${values.length + 1}`,
    [...values, page.limit],
  )
  return rows.map(toJob)
}
