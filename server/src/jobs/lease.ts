import { believedTime, clockHolds } from '#db/believed-time.ts'
import type { Sql } from '#db/sql.ts'

/** A replay, a comparison, a rebuild of the ledger of visits, an import of guests, or a repair of a connection. */
export type JobKind = 'push' | 'comparison' | 'visits' | 'import' | 'repair'

/** A background job that this process works on. */
export interface Leased {
  readonly organisationId: string
  readonly id: string
  /** Empty for work that is about no workflow. */
  readonly workflowId: string
  readonly kind: JobKind
  readonly request: unknown
  readonly progress: unknown
  /**
   * Until when no other process takes it, to the microsecond. Every write names this value, so that a process that was
   * frozen for longer finds another value and changes nothing.
   */
  readonly token: string
}

/** Far longer than a portion takes; the jobs of a dead worker go to another one after it. */
export const LEASE_SECONDS = 30

/** Takes the job that has waited longest. The job of a killed process is taken when its lease is over. */
export async function leaseNext(sql: Sql, kinds: readonly Leased['kind'][]): Promise<Leased | undefined> {
  const { rows } = await sql.query<Leased>(
    `WITH leased AS (
       UPDATE undertakings u SET leased_until = clock_timestamp() + make_interval(secs => $2)
       FROM (
         SELECT organisation_id, id FROM undertakings
         WHERE status = 'running' AND kind = ANY($1)
           AND (leased_until IS NULL OR leased_until <= clock_timestamp()) AND ${clockHolds('$3')}
         ORDER BY leased_until NULLS FIRST, created_at LIMIT 1
         FOR UPDATE SKIP LOCKED
       ) AS due
       WHERE u.organisation_id = due.organisation_id AND u.id = due.id
       RETURNING u.organisation_id, u.id, u.workflow_id, u.kind, u.request, u.progress, u.leased_until
     )
     SELECT organisation_id AS "organisationId", id, coalesce(workflow_id::text, '') AS "workflowId", kind, request,
            progress, leased_until::text AS token
     FROM leased`,
    [kinds, LEASE_SECONDS, believedTime.forClaims()],
  )
  return rows[0]
}

/** Holds the job until the end of the transaction. false: it was cancelled, or another process has it. */
export async function isStillOurs(tx: Sql, { organisationId, id, token }: Leased): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM undertakings
     WHERE organisation_id = $1 AND id = $2 AND status = 'running' AND leased_until = $3::timestamptz FOR UPDATE`,
    [organisationId, id, token],
  )
  return rowCount === 1
}

/** Stores the progress, and extends the lease. undefined: it was cancelled, or another process has it. */
export async function keepLease(sql: Sql, leased: Leased, progress: object): Promise<Leased | undefined> {
  const { rows } = await sql.query<{ token: string }>(
    `WITH leased AS (
       UPDATE undertakings SET progress = $4, leased_until = clock_timestamp() + make_interval(secs => $5)
       WHERE organisation_id = $1 AND id = $2 AND status = 'running' AND leased_until = $3::timestamptz
       RETURNING leased_until
     )
     SELECT leased_until::text AS token FROM leased`,
    [leased.organisationId, leased.id, leased.token, JSON.stringify(progress), LEASE_SECONDS],
  )
  return rows[0] && { ...leased, progress, token: rows[0].token }
}

/** Stores the progress, and releases the job; no process continues it before the pause is over. */
export async function release(
  sql: Sql,
  { organisationId, id, token }: Leased,
  progress: object,
  pauseSeconds: number,
): Promise<void> {
  await sql.query(
    `UPDATE undertakings SET progress = $4, leased_until = clock_timestamp() + make_interval(secs => $5)
     WHERE organisation_id = $1 AND id = $2 AND status = 'running' AND leased_until = $3::timestamptz`,
    [organisationId, id, token, JSON.stringify(progress), pauseSeconds],
  )
}

export async function finish(
  sql: Sql,
  { organisationId, id, token }: Leased,
  ended: { readonly status: 'done' | 'failed'; readonly result: object; readonly progress?: object },
): Promise<void> {
  await sql.query(
    `UPDATE undertakings SET status = $4, result = $5, progress = coalesce($6, progress), leased_until = NULL,
                             finished_at = clock_timestamp()
     WHERE organisation_id = $1 AND id = $2 AND status = 'running' AND leased_until = $3::timestamptz`,
    [
      organisationId,
      id,
      token,
      ended.status,
      JSON.stringify(ended.result),
      ended.progress === undefined ? null : JSON.stringify(ended.progress),
    ],
  )
}
