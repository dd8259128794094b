import type { Sql } from '#db/sql.ts'

/**
 * Twice the largest row, so that a row which does not end in it is too large. Not larger: most of a window is read again
 * with the next portion.
 */
const SIZE = 128 * 1024

export interface FilePlace {
  readonly organisationId: string
  readonly importId: string
}

/** The next bytes of a stored file. */
export async function readWindow(
  tx: Sql,
  { organisationId, importId }: FilePlace,
  from: number,
  received: number,
): Promise<{ bytes: Uint8Array; isLast: boolean }> {
  const { rows } = await tx.query<{ content: Buffer }>(
    `SELECT substring(content FROM greatest($3::bigint - position, 0)::integer + 1
                                FOR ($4::bigint - greatest($3::bigint, position))::integer) AS content
     FROM guest_import_parts
     WHERE organisation_id = $1 AND import_id = $2 AND position < $4::bigint
       AND position >= coalesce((SELECT max(position) FROM guest_import_parts
                                 WHERE organisation_id = $1 AND import_id = $2 AND position <= $3::bigint), 0)
     ORDER BY position`,
    [organisationId, importId, from, from + SIZE],
  )
  const bytes = Buffer.concat(rows.map(({ content }) => content))
  return { bytes, isLast: from + bytes.length >= received }
}
