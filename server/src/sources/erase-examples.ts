import type { Sql } from '#db/sql.ts'

/** Deletes examples of fields from these guests' events. Call it while the events still have them. */
export async function eraseExamples(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
): Promise<void> {
  await tx.query(
    `UPDATE source_fields f SET example = NULL
     FROM (SELECT DISTINCT coalesce(source, '') AS source, p.key, p.value
           FROM events, jsonb_each(parameters) AS p WHERE organisation_id = $1 AND guest_id = ANY($2)) AS sent
     WHERE f.organisation_id = $1 AND f.source = sent.source AND f.key = sent.key AND f.example = sent.value`,
    [organisationId, guestIds],
  )
}
