import type { Sql } from '#db/sql.ts'

/** Those of the ids that belong to merged guests, with the guest that each is now. */
export async function currentGuests(
  tx: Sql,
  organisationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query<{ asked: string; id: string }>(
    `SELECT asked, current_guest($1, asked) AS id FROM unnest($2::uuid[]) AS asked`,
    [organisationId, [...new Set(ids)]],
  )
  return new Map(rows.filter(({ asked, id }) => asked !== id).map(({ asked, id }) => [asked, id]))
}

/** The id of the guest that this one is now: their own, unless they were merged. */
export async function currentGuest(tx: Sql, organisationId: string, id: string): Promise<string> {
  return (await currentGuests(tx, organisationId, [id])).get(id) ?? id
}

/**
 * The same for a change of the guest, who is locked, so that they cannot be merged before the change is committed.
 * undefined: there is no such guest.
 */
export async function lockCurrentGuest(
  tx: Sql,
  organisationId: string,
  id: string,
): Promise<string | undefined> {
  // A guest who is merged while we wait for the lock is gone after it: then the merge shows.
  for (let asked = id; ; ) {
    const { rowCount } = await tx.query(
      'SELECT FROM guests WHERE organisation_id = $1 AND id = $2 FOR NO KEY UPDATE',
      [organisationId, asked],
    )
    if (rowCount === 1) return asked
    const next = await currentGuest(tx, organisationId, asked)
    if (next === asked) return undefined
    asked = next
  }
}
