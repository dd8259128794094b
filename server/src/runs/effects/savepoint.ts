import type { Sql } from '#db/sql.ts'
import { StaleRuns } from '../change/write-runs.ts'

/** Classes of SQLSTATE that speak of the data: data exception, integrity violation, limit exceeded. */
const ABOUT_DATA = /^(22|23|54)/

/**
 * Does `work` so that it can be undone alone. Returns why it was refused, after undoing it, when that is about what
 * was to be written; undefined when it was done. Throws every other failure.
 */
export async function savepoint(tx: Sql, work: () => Promise<void>): Promise<Error | undefined> {
  // Not awaited: the statements of `work` follow in the same packet, and fail with it should it fail.
  const set = tx.query('SAVEPOINT part')
  try {
    // Not released: it goes with the transaction, or with the next one of its name, and that saves a round trip.
    await Promise.all([set, work()])
    return undefined
  } catch (error) {
    const refused = error instanceof StaleRuns || ABOUT_DATA.test((error as { code?: string }).code ?? '')
    if (!refused) throw error
    await tx.query('ROLLBACK TO SAVEPOINT part')
    return error as Error
  }
}
