import type { ListCount } from '@millrace/contract/common'
import type { Lists } from '#db/replica/lists.ts'
import { withinTime } from './within-time.ts'

/** More are not counted: nobody looks through so many. */
const MOST = 10_000
/** A filter that no index knows may look at everything there is before it has found so many. */
const LONGEST_MS = 250

export interface CountedStatement {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** How many rows a list has, by the statement of its pages with a limit, or nothing where that takes long. */
export async function countRows(
  lists: Pick<Lists, 'read'>,
  organisationId: string,
  statementOf: (limit: number) => CountedStatement,
  longestMs = LONGEST_MS,
): Promise<ListCount> {
  const { sql, values } = statementOf(MOST + 1)
  const counted = await withinTime(lists, organisationId, longestMs, tx =>
    tx.query<{ count: number }>(`SELECT count(*) AS count FROM (${sql}) AS listed`, [...values]),
  )
  if (counted === undefined) return { count: null, more: false }
  const count = counted.rows[0]?.count ?? 0
  return { count: Math.min(count, MOST), more: count > MOST }
}
