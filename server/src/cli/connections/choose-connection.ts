import type { Sql } from '#db/sql.ts'
import { Failure } from '../terminal/failure.ts'

/** By its id, or by its name where no other has it. */
export async function chooseConnection(sql: Sql, organisationId: string, given: string): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM connections
     WHERE organisation_id = $1 AND deleted_at IS NULL AND (id::text = lower($2) OR name = $2)`,
    [organisationId, given],
  )
  const [first, ...more] = rows
  if (first === undefined)
    throw new Failure(`There is no connection "${given}". See: npx millrace connections list`)
  if (more.length > 0) throw new Failure(`Several connections are called "${given}". Give the id of one.`)
  return first.id
}
