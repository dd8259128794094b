import type { Sql } from '#db/sql.ts'

/** Classes of SQLSTATE that speak of the data: data exception, integrity violation, limit exceeded. */
const ABOUT_DATA = /^(22|23|54)/

/**
 * Does `work` so that it can be undone alone. Returns what the database had against the data, after undoing it, or
 * undefined when it was done; throws every other failure.
 */
export async function savepoint(tx: Sql, work: () => Promise<void>): Promise<Error | undefined> {
  // Not awaited: the statements of `work` follow in the same packet, and fail with it should it fail.
  const set = tx.query('SAVEPOINT part')
  try {
    await Promise.all([set, work()])
    await tx.query('RELEASE SAVEPOINT part')
    return undefined
  } catch (error) {
    if (!ABOUT_DATA.test((error as { code?: string }).code ?? '')) throw error
    await tx.query('ROLLBACK TO SAVEPOINT part')
    return error as Error
  }
}
