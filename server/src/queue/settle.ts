import type { Sql } from '#db/sql.ts'
import { aboutClaims } from './claims.ts'
import type { Claim } from './queue.ts'

/** Another worker has the job now; the work on it has to be rolled back. */
export class ClaimLost extends Error {
  constructor() {
    super('A claim went to another worker; what was done with it has been rolled back.')
  }
}

/**
 * Ends jobs in the transaction of their work: both are committed, or neither. Each job is ended only if this claim
 * still holds it, so a worker that was frozen, and whose jobs went to another in the meantime, writes nothing.
 *
 * Jobs are deleted rather than marked as done: the history is in the runs and steps, and a job that stays would only be
 * a row to write once more and delete later. The statement has been sent when this returns. Throws ClaimLost.
 */
export async function settle(tx: Sql, claims: readonly Claim[]): Promise<void> {
  if ((await deleteClaimed(tx, claims)) < claims.length) throw new ClaimLost()
}

const deleteClaimed = aboutClaims(
  claims => `
  DELETE FROM jobs USING ${claims}
  WHERE jobs.organisation_id = c.organisation_id AND jobs.id = c.id AND jobs.attempt = c.attempt`,
)
