import type { Sql } from '#db/sql.ts'

const MOST = 100

/** The segments that a guest is in now, by name. */
export async function segmentsOf(
  tx: Sql,
  organisationId: string,
  guestId: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await tx.query<{ id: string; name: string }>(
    `SELECT s.id, s.name FROM segment_members m
     JOIN segments s ON s.organisation_id = m.organisation_id AND s.id = m.segment_id
     WHERE m.organisation_id = $1 AND m.guest_id = $2 AND m.left_at IS NULL
     ORDER BY lower(s.name), s.id LIMIT ${MOST}`,
    [organisationId, guestId],
  )
  return rows
}
