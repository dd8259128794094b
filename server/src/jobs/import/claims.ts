import { createHash } from 'node:crypto'
import type { Sql } from '#db/sql.ts'
import type { FilePlace } from './window.ts'

/** Which row of the file has an identifier, and what else it says. */
export interface Claim {
  readonly row: number
  readonly content: string
}

/** Half of a hash, as PostgreSQL keeps 16 bytes best. */
export function hashOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

export async function readClaims(
  tx: Sql,
  { organisationId, importId }: FilePlace,
  claims: readonly string[],
): Promise<Map<string, Claim>> {
  const { rows } = await tx.query<Claim & { claim: string }>(
    `SELECT claim, row, content FROM guest_import_claims
     WHERE organisation_id = $1 AND import_id = $2 AND claim = ANY($3)`,
    [organisationId, importId, claims],
  )
  return new Map(rows.map(({ claim, row, content }) => [claim, { row, content }]))
}

export async function writeClaims(
  tx: Sql,
  { organisationId, importId }: FilePlace,
  claims: ReadonlyMap<string, Claim>,
): Promise<void> {
  const all = [...claims]
  await tx.query(
    `INSERT INTO guest_import_claims (organisation_id, import_id, claim, row, content)
     SELECT $1, $2, c.* FROM unnest($3::uuid[], $4::integer[], $5::uuid[]) AS c`,
    [
      organisationId,
      importId,
      all.map(([claim]) => claim),
      all.map(([, { row }]) => row),
      all.map(([, { content }]) => content),
    ],
  )
}

export async function dropClaims(tx: Sql, { organisationId, importId }: FilePlace): Promise<void> {
  await tx.query('DELETE FROM guest_import_claims WHERE organisation_id = $1 AND import_id = $2', [
    organisationId,
    importId,
  ])
}
