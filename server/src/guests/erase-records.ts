import type { Sql } from '#db/sql.ts'

/** Removes guests from the points ledger, whose sums stay, and deletes the records of changes to them. */
export async function eraseRecords(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
  replacement: string,
): Promise<void> {
  const theirs = [organisationId, guestIds]
  await tx.query(
    'UPDATE points_entries SET guest_id = $3, reason = NULL WHERE organisation_id = $1 AND guest_id = ANY($2)',
    [...theirs, replacement],
  )
  await tx.query('DELETE FROM consent_changes WHERE organisation_id = $1 AND guest_id = ANY($2)', theirs)
  await tx.query('DELETE FROM guest_edits WHERE organisation_id = $1 AND guest_id = ANY($2)', theirs)
}

/** Points that never were, because the import that gave them is undone. */
export async function deletePoints(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
): Promise<void> {
  await tx.query('DELETE FROM points_entries WHERE organisation_id = $1 AND guest_id = ANY($2)', [
    organisationId,
    guestIds,
  ])
}

/** Many at once, about whom nothing else is stored. */
export async function deleteGuests(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
): Promise<void> {
  await tx.query('DELETE FROM guests WHERE organisation_id = $1 AND id = ANY($2)', [organisationId, guestIds])
}

export async function deleteGuest(tx: Sql, organisationId: string, guestId: string): Promise<void> {
  await tx.query('DELETE FROM guests WHERE organisation_id = $1 AND id = $2', [organisationId, guestId])
}
