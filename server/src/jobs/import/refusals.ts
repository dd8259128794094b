import type { RefusedRow } from '@millrace/contract/guest-import'
import type { Sql } from '#db/sql.ts'
import type { FilePlace } from './window.ts'

/** A row that was refused before is refused once: of a line that fills several windows, the first part is kept. */
export async function writeRefusals(
  tx: Sql,
  { organisationId, importId }: FilePlace,
  refused: readonly RefusedRow[],
): Promise<number> {
  if (refused.length === 0) return 0
  const { rowCount } = await tx.query(
    `INSERT INTO guest_import_refusals (organisation_id, import_id, row, reasons, "values")
     SELECT $1, $2, r.row, r.reasons, r."values"
     FROM jsonb_to_recordset($3::jsonb) AS r (row integer, reasons jsonb, "values" jsonb)
     ON CONFLICT DO NOTHING`,
    [organisationId, importId, JSON.stringify(refused)],
  )
  return rowCount ?? 0
}

export async function dropRefusals(tx: Sql, { organisationId, importId }: FilePlace): Promise<void> {
  await tx.query('DELETE FROM guest_import_refusals WHERE organisation_id = $1 AND import_id = $2', [
    organisationId,
    importId,
  ])
}

/** In the order of the file. */
export async function listRefusals(
  tx: Sql,
  { organisationId, importId }: FilePlace,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<RefusedRow[]> {
  const { rows } = await tx.query<RefusedRow>(
    `SELECT row, reasons, "values" FROM guest_import_refusals
     WHERE organisation_id = $1 AND import_id = $2 AND row > $3 ORDER BY row LIMIT $4`,
    [organisationId, importId, after, limit],
  )
  return rows
}
