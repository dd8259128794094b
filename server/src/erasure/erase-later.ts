import type { Sql } from '#db/sql.ts'

/** Guests who are deleted already: what was being stored about them at that moment is removed by `finishErasures`. */
export async function eraseLater(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
): Promise<void> {
  await tx.query(
    `INSERT INTO erasures (organisation_id, guest_id, replacement)
     SELECT $1, guest_id, gen_random_uuid() FROM unnest($2::uuid[]) AS guest_id ON CONFLICT DO NOTHING`,
    [organisationId, guestIds],
  )
}
