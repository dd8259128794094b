import { CANCELLED, type Lists } from '#db/replica/lists.ts'
import type { Sql } from '#db/sql.ts'

/** What is read, or nothing where a statement of it takes longer: a page is not kept waiting for a number. */
export async function withinTime<T>(
  lists: Pick<Lists, 'read'>,
  organisationId: string,
  longestMs: number,
  read: (tx: Sql) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await lists.read(organisationId, async tx => {
      await tx.query(`SET LOCAL statement_timeout = ${longestMs}`)
      return read(tx)
    })
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== CANCELLED) throw error
    return undefined
  }
}
