import type { Sql } from '#db/sql.ts'
import { StaleRuns } from '../change/write-runs.ts'

/** Classes of SQLSTATE that concern the data: data exception, integrity violation, limit exceeded. */
const ABOUT_DATA = /^(22|23|54)/

/**
 * Executes `work` so that it can be undone alone. If the database refuses the data, it undoes `work` and returns the
 * reason; undefined when it succeeded. Throws every other failure.
 */
export async function savepoint(tx: Sql, work: () => Promise<void>): Promise<Error | undefined> {
  // Not awaited: the statements of `work` follow in the same packet, and fail with it if it fails.
  const set = tx.query('SAVEPOINT part')
  try {
    // Not released: it ends with the transaction, or with the next savepoint of the same name, and that saves a round
    // trip.
    await Promise.all([set, work()])
    return undefined
  } catch (error) {
    const refused = error instanceof StaleRuns || ABOUT_DATA.test((error as { code?: string }).code ?? '')
    if (!refused) throw error
    await tx.query('ROLLBACK TO SAVEPOINT part')
    return error as Error
  }
}
