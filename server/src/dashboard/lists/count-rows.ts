import type { ListCount } from '@millrace/contract/common'
import { type Database, inTenant } from '#db/database.ts'

/** More are not counted: nobody looks through so many. */
const MOST = 10_000
/** A filter that no index knows may look at everything there is before it has found so many. */
const LONGEST_MS = 250
const CANCELED = '57014'

export interface CountedStatement {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** How many rows a list has, by the statement of its pages with a limit, or nothing where that takes long. */
export async function countRows(
  database: Pick<Database, 'tenant'>,
  organisationId: string,
  statementOf: (limit: number) => CountedStatement,
  longestMs = LONGEST_MS,
): Promise<ListCount> {
  const { sql, values } = statementOf(MOST + 1)
  try {
    const { rows } = await inTenant(database, organisationId, async tx => {
      await tx.query(`SET LOCAL statement_timeout = ${longestMs}`)
      return tx.query<{ count: number }>(`SELECT count(*) AS count FROM (${sql}) AS listed`, [...values])
    })
    const count = rows[0]?.count ?? 0
    return { count: Math.min(count, MOST), more: count > MOST }
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== CANCELED) throw error
    return { count: null, more: false }
  }
}
