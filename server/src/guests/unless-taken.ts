import type { Sql } from '#db/sql.ts'

/**
 * The change, or undefined where another guest has this external_id, as theirs or as a further identifier. The database
 * decides, not a query before: two requests with the same external_id at the same moment would both pass that. The
 * earlier changes of this transaction stay, and it can continue.
 */
export async function unlessTaken<T>(tx: Sql, change: () => Promise<T>): Promise<T | undefined> {
  await tx.query('SAVEPOINT unchanged')
  try {
    return await change()
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'guests_external_id') throw error
    await tx.query('ROLLBACK TO SAVEPOINT unchanged')
    return undefined
  }
}
