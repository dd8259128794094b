import type { Sql } from '#db/sql.ts'
import { aboutClaims } from './claims.ts'
import type { Claim } from './queue.ts'

const CLAIM_LOST = 'MR002'

/**
 * Ends jobs in the transaction of their work: both are committed, or neither. Each job is ended only if this claim
 * still holds it, so a worker that was frozen, and whose jobs went to another in the meantime, writes nothing: the statement
 * fails, and the transaction with it (`isClaimLost`).
 *
 * Jobs are deleted rather than marked as done: the history is in the runs and steps, and a job that stays would only be
 * a row to write once more and delete later. The statement has been sent when this returns.
 */
export const settle: (tx: Sql, claims: readonly Claim[]) => Promise<unknown> = aboutClaims(
  (claims, count) => `
  WITH ended AS (
    DELETE FROM jobs USING ${claims}
    WHERE jobs.organisation_id = c.organisation_id AND jobs.id = c.id AND jobs.attempt = c.attempt
    RETURNING 1
  )
  SELECT insist(count(*) = ${count}, '${CLAIM_LOST}') FROM ended`,
)

/** Another worker has the job now; what was done with it here has been rolled back. */
export const isClaimLost = (error: unknown): boolean => (error as { code?: string }).code === CLAIM_LOST
