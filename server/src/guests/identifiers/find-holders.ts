import type { Sql } from '#db/sql.ts'
import type { ReadIdentifier } from './identifier.ts'

/** An identifier that was asked for, normalised, and the guest who has it. */
export interface Holder {
  readonly identifier: ReadIdentifier
  readonly guestId: string | null
}

/** Who has each of these identifiers, in their order. */
export async function findHolders(
  tx: Sql,
  organisationId: string,
  identifiers: readonly ReadIdentifier[],
): Promise<Holder[]> {
  if (identifiers.length === 0) return []
  const { rows } = await tx.query<ReadIdentifier & { guest_id: string | null }>(
    `SELECT t.type, t.system, t.value, i.guest_id
     FROM (SELECT type, system, identifier_value(type, value) AS value, place
           FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS given (type, system, value, place)) AS t
     LEFT JOIN guest_identifiers i
       ON i.organisation_id = $1 AND i.type = t.type AND i.system = t.system AND i.value = t.value
     ORDER BY t.place`,
    [organisationId, ...columnsOf(identifiers)],
  )
  return rows.map(({ guest_id, ...identifier }) => ({ identifier, guestId: guest_id }))
}

/** The parameters of statements over identifiers: one list for each column. */
export const columnsOf = (identifiers: readonly ReadIdentifier[]): string[][] => [
  identifiers.map(({ type }) => type),
  identifiers.map(({ system }) => system),
  identifiers.map(({ value }) => value),
]
