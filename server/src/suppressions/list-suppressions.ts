import type { SuppressedChannel, Suppression, SuppressionReason } from '@millrace/contract/suppression'
import type { Sql } from '#db/sql.ts'
import { type SuppressionRow, suppressionColumns, toSuppression } from './suppression-row.ts'

export interface SuppressionFilter {
  readonly text?: string | undefined
  readonly channel?: SuppressedChannel | undefined
  readonly reason?: SuppressionReason | undefined
  readonly lifted?: 'yes' | 'no' | undefined
}

export interface SuppressionPage {
  /** The id of the last one on the previous page. */
  readonly before?: string | undefined
  readonly limit: number
}

/** Newest first: ids are in the order of time. */
export async function listSuppressions(
  tx: Sql,
  organisationId: string,
  filter: SuppressionFilter,
  page: SuppressionPage,
): Promise<Suppression[]> {
  const { sql, values } = suppressionsStatement(organisationId, filter, page)
  const { rows } = await tx.query<SuppressionRow>(sql, values)
  return rows.map(toSuppression)
}

export const suppressionsStatement = (
  organisationId: string,
  { text, channel, reason, lifted }: SuppressionFilter,
  { before, limit }: SuppressionPage,
) => ({
  sql: `SELECT ${suppressionColumns} FROM suppressions
     WHERE organisation_id = $1 AND ($2::text IS NULL OR starts_with(address, lower($2)))
       AND ($3::text IS NULL OR channel = $3) AND ($4::text IS NULL OR reason = $4)
       AND ($5::text IS NULL OR (lifted_at IS NOT NULL) = ($5 = 'yes')) AND ($6::uuid IS NULL OR id < $6)
     ORDER BY id DESC LIMIT $7`,
  values: [
    organisationId,
    text ?? null,
    channel ?? null,
    reason ?? null,
    lifted ?? null,
    before ?? null,
    limit,
  ],
})

export async function findSuppression(
  tx: Sql,
  organisationId: string,
  id: string,
): Promise<Suppression | undefined> {
  const { rows } = await tx.query<SuppressionRow>(
    `SELECT ${suppressionColumns} FROM suppressions WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id],
  )
  return rows[0] && toSuppression(rows[0])
}
