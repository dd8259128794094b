import { bare, type Column, type Form, formOf, rowSource, rowValues } from '#db/row-source.ts'
import type { Sql } from '#db/sql.ts'
import type { Claim } from './queue.ts'

const columns: readonly Column<Claim>[] = [
  bare('uuid', claim => claim.organisationId),
  bare('bigint', claim => claim.id),
  bare('integer', claim => claim.attempt),
]

/**
 * A statement about some claims, which are its rows `c (organisation_id, id, attempt)`; also given how many they are. Returns how many
 * rows it affected.
 */
export function aboutClaims(
  statement: (claims: string, count: string) => string,
): (sql: Sql, claims: readonly Claim[]) => Promise<number> {
  const inForm = (form: Form) =>
    statement(
      `${rowSource(form, columns, 1)} AS c (organisation_id, id, attempt)`,
      form === 'one' ? '1' : 'cardinality($2::bigint[])',
    )
  const statements = { one: inForm('one'), many: inForm('many') }
  return async (sql, claims) => {
    const form = formOf(claims)
    return (await sql.query(statements[form], rowValues(form, columns, claims))).rowCount ?? 0
  }
}
