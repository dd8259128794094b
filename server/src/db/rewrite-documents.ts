import type { Sql } from './sql.ts'

/** Rows of one organisation that contain documents. */
export interface Documents {
  /** For the organisation $1: the id, and the documents. */
  readonly select: string
  /**
   * For the row $2 of the organisation $1: the documents from $3 on, in the order of `select`; null leaves one
   * unchanged.
   */
  readonly update: string
}

/** Passes every document through a function; undefined leaves it unchanged. */
export async function rewriteDocuments(
  tx: Sql,
  { select, update }: Documents,
  organisationId: string,
  rewritten: (document: unknown) => unknown,
): Promise<void> {
  const { rows } = await tx.query<Record<string, unknown> & { id: string }>(select, [organisationId])
  for (const { id, ...documents } of rows) {
    const changed = Object.values(documents).map(rewritten)
    if (changed.every(document => document === undefined)) continue
    await tx.query(update, [
      organisationId,
      id,
      ...changed.map(document => (document === undefined ? null : JSON.stringify(document))),
    ])
  }
}
