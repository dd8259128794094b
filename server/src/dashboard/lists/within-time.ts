import { type Database, inTenant } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'

const CANCELED = '57014'

/** What is read, or nothing where a statement of it takes longer: a page is not kept waiting for a number. */
export async function withinTime<T>(
  database: Pick<Database, 'tenant'>,
  organisationId: string,
  longestMs: number,
  read: (tx: Sql) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await inTenant(database, organisationId, async tx => {
      await tx.query(`SET LOCAL statement_timeout = ${longestMs}`)
      return read(tx)
    })
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== CANCELED) throw error
    return undefined
  }
}
