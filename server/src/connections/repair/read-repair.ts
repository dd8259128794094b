import type { Job } from '@millrace/contract/job'
import type { Sql } from '#db/sql.ts'
import { findJob } from '#jobs/jobs.ts'

export interface LatestRepair {
  readonly job: Job
  readonly version: number
  /** The comparison that is applied; null: the job compares. */
  readonly comparison: string | null
}

/** The repair of a connection that was started last. */
export async function latestRepair(
  tx: Sql,
  organisationId: string,
  connectionId: string,
): Promise<LatestRepair | undefined> {
  const { rows } = await tx.query<{ id: string; version: number; comparison: string | null }>(
    `SELECT id, (request ->> 'version')::int AS version, request ->> 'comparison' AS comparison FROM undertakings
     WHERE organisation_id = $1 AND kind = 'repair' AND request ->> 'connection_id' = $2
     ORDER BY id DESC LIMIT 1`,
    [organisationId, connectionId],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const job = (await findJob(tx, organisationId, row.id)) as Job
  return { job, version: row.version, comparison: row.comparison }
}

export interface ShownDifference {
  readonly kind: 'new' | 'changed' | 'gone'
  readonly delivery_id: string
  readonly event_id: string | null
  readonly fields: readonly string[]
}

/** Some of each kind, the oldest deliveries first. */
export async function sampleDifferences(
  tx: Sql,
  organisationId: string,
  jobId: string,
  each: number,
): Promise<ShownDifference[]> {
  const { rows } = await tx.query<ShownDifference>(
    `SELECT d.kind, d.delivery_id, d.event_id, d.fields
     FROM unnest(ARRAY['new', 'changed', 'gone']) AS wanted (kind)
     CROSS JOIN LATERAL (
       SELECT * FROM connection_differences d
       WHERE d.organisation_id = $1 AND d.job_id = $2 AND d.kind = wanted.kind ORDER BY delivery_id LIMIT $3
     ) AS d`,
    [organisationId, jobId, each],
  )
  return rows
}
