import type { Sql } from '#db/sql.ts'

/** Deletes the ledger of guests: an entry without a guest has no use. */
export async function eraseVisits(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
): Promise<void> {
  await tx.query('DELETE FROM visits WHERE organisation_id = $1 AND guest_id = ANY($2)', [
    organisationId,
    guestIds,
  ])
}

/** Deletes the entries of these events. */
export async function deleteEntries(
  tx: Sql,
  organisationId: string,
  entries: readonly { readonly guestId: string; readonly eventId: string }[],
): Promise<void> {
  await tx.query(
    `DELETE FROM visits v USING unnest($2::uuid[], $3::uuid[]) AS e (guest_id, event_id)
     WHERE v.organisation_id = $1 AND v.guest_id = e.guest_id AND v.event_id = e.event_id`,
    [organisationId, entries.map(({ guestId }) => guestId), entries.map(({ eventId }) => eventId)],
  )
}

/**
 * Looks at the next entries of an organisation and deletes those of a source. Returns how many it looked at and deleted,
 * and the last one.
 */
export async function removeVisits(
  tx: Sql,
  organisationId: string,
  source: string | null,
  { after, limit }: { readonly after: readonly [string, string] | undefined; readonly limit: number },
): Promise<{ scanned: number; removed: number; last: [string, string] | undefined }> {
  const first = '00000000-0000-0000-0000-000000000000'
  const { rows } = await tx.query<{ scanned: number; removed: number; guest_id: string; event_id: string }>(
    `WITH portion AS MATERIALIZED (
       SELECT guest_id, event_id, source FROM visits
       WHERE organisation_id = $1 AND (guest_id, event_id) > ($3::uuid, $4::uuid)
       ORDER BY guest_id, event_id LIMIT $5
     ), removed AS (
       DELETE FROM visits v USING portion p
       WHERE v.organisation_id = $1 AND v.guest_id = p.guest_id AND v.event_id = p.event_id AND p.source = $2
       RETURNING v.event_id
     )
     SELECT (SELECT count(*) FROM portion) AS scanned, (SELECT count(*) FROM removed) AS removed, guest_id, event_id
     FROM portion ORDER BY guest_id DESC, event_id DESC LIMIT 1`,
    [organisationId, source ?? '', ...(after ?? [first, first]), limit],
  )
  const [row] = rows
  if (row === undefined) return { scanned: 0, removed: 0, last: undefined }
  return { scanned: row.scanned, removed: row.removed, last: [row.guest_id, row.event_id] }
}
