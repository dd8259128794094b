import type { QueryResultRow } from 'pg'

/** Something that runs SQL: a pool, a connection, or a transaction. Statements need no more than this. */
export interface Sql {
  query<Row extends QueryResultRow = QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>
  /** Only in a transaction: calls this after the commit, and never if there is none. */
  onCommit?(then: () => void): void
}

/** Runs SQL over all organisations. */
export interface SqlOfAll extends Sql {
  /** Where the database is distributed: runs what is about a single one, which most statements have to be there. */
  readonly of?: ((organisationId: string) => Sql) | undefined
}
