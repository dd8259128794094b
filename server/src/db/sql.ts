import type { QueryResultRow } from 'pg'

/** Something that runs SQL: a pool, a connection, or a transaction. Statements know no more than this. */
export interface Sql {
  query<Row extends QueryResultRow = QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>
  /** In a transaction only: calls this when it has been committed, and never if it is not. */
  onCommit?(then: () => void): void
}
