import pg from 'pg'
import type { Sql } from './sql.ts'

/** What policies and functions of the database read. */
type Setting = 'millrace.organisation_id' | 'millrace.changed_by'

/**
 * Until the end of the transaction. It is a statement by itself and not a call of set_config: only such a statement reaches the other
 * nodes of a distributed database, and as its whole text.
 */
export const setLocal = (tx: Pick<Sql, 'query'>, setting: Setting, value: string): Promise<unknown> =>
  tx.query(`SET LOCAL ${setting} = ${pg.escapeLiteral(value)}`)
