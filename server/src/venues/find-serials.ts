import type { Sql } from '#db/sql.ts'

/** Which of these serials are venues of the organisation. */
export async function findSerials(tx: Sql, organisationId: string, serials: string[]): Promise<Set<string>> {
  if (serials.length === 0) return new Set()
  const { rows } = await tx.query<{ serial: string }>(
    'SELECT serial FROM venues WHERE organisation_id = $1 AND serial = ANY($2)',
    [organisationId, serials],
  )
  return new Set(rows.map(row => row.serial))
}
