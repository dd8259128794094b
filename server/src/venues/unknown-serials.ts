import type { Sql } from '#db/sql.ts'

/** Serials that are no venue of the organisation, each in a sentence about the list that has it. */
export async function unknownSerials(
  tx: Sql,
  organisationId: string,
  serials: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.query<{ serial: string }>(
    `SELECT serial FROM unnest($2::text[]) AS t (serial)
     WHERE NOT EXISTS (SELECT FROM venues v WHERE v.organisation_id = $1 AND v.serial = t.serial)`,
    [organisationId, serials],
  )
  return rows.map(({ serial }) => `has "${serial}", which is no venue of this organisation`)
}
