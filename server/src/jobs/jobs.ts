import type { Job } from '@millrace/contract/job'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { type JobRow, jobColumns, toJob } from './job-row.ts'
import type { JobKind } from './lease.ts'

export interface NewJob {
  readonly organisationId: string
  /** null for work that is about no workflow. */
  readonly workflowId: string | null
  readonly kind: JobKind
  readonly request: object
  readonly progress: object
  readonly actor: string
}

export async function storeJob(tx: Sql, started: NewJob): Promise<Job> {
  const { organisationId, workflowId, kind, request, progress, actor } = started
  const { rows } = await tx.query<JobRow>(
    `INSERT INTO undertakings (organisation_id, id, kind, workflow_id, request, progress, actor)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${jobColumns}`,
    [organisationId, newId(), kind, workflowId, JSON.stringify(request), JSON.stringify(progress), actor],
  )
  return toJob(rows[0] as JobRow)
}

export async function findJob(tx: Sql, organisationId: string, id: string): Promise<Job | undefined> {
  const { rows } = await tx.query<JobRow>(
    `SELECT ${jobColumns} FROM undertakings WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id],
  )
  return rows[0] && toJob(rows[0])
}

/** Of one workflow, newest first. */
export async function listJobs(
  tx: Sql,
  organisationId: string,
  { workflowId, limit }: { workflowId: string; limit: number },
): Promise<Job[]> {
  const { rows } = await tx.query<JobRow>(
    `SELECT ${jobColumns} FROM undertakings WHERE organisation_id = $1 AND workflow_id = $2
     ORDER BY id DESC LIMIT $3`,
    [organisationId, workflowId, limit],
  )
  return rows.map(toJob)
}

/** Ends it where it is: what it has done stays. undefined: it does not exist, or has already ended. */
export async function cancelJob(
  tx: Sql,
  organisationId: string,
  id: string,
  actor: string,
): Promise<Job | undefined> {
  const { rows } = await tx.query<JobRow>(
    `UPDATE undertakings SET status = 'cancelled', leased_until = NULL, finished_at = now()
     WHERE organisation_id = $1 AND id = $2 AND status = 'running' RETURNING ${jobColumns}`,
    [organisationId, id],
  )
  if (rows[0] === undefined) return undefined
  await recordAudit(tx, organisationId, { actor, action: `${rows[0].kind}.cancelled`, subject: id })
  return toJob(rows[0])
}

/** The request and the result, which may identify a guest. */
export const jobDocuments = {
  select:
    'SELECT id, request, progress, result FROM undertakings WHERE organisation_id = $1 FOR NO KEY UPDATE',
  update: `UPDATE undertakings
           SET request = coalesce($3, request), progress = coalesce($4, progress), result = coalesce($5, result)
           WHERE organisation_id = $1 AND id = $2`,
}
