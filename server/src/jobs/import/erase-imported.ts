import type { Sql } from '#db/sql.ts'

/** What imports did to these guests. */
export async function eraseImported(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
): Promise<void> {
  const theirs = [organisationId, guestIds]
  await tx.query('DELETE FROM guest_import_changes WHERE organisation_id = $1 AND guest_id = ANY($2)', theirs)
  await tx.query('DELETE FROM guest_import_events WHERE organisation_id = $1 AND guest_id = ANY($2)', theirs)
}

/** Refused rows in which one of these texts stands, which are in lower case. */
export async function eraseRefusedRows(
  tx: Sql,
  organisationId: string,
  texts: readonly string[],
): Promise<void> {
  await tx.query(
    `DELETE FROM guest_import_refusals r WHERE r.organisation_id = $1
       AND EXISTS (SELECT FROM jsonb_each_text(r."values") AS cell, unnest($2::text[]) AS text
                   WHERE position(text IN lower(cell.value)) > 0)`,
    [organisationId, texts],
  )
}
