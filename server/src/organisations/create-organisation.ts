import type { Sql } from '#db/sql.ts'

export async function createOrganisation(tx: Sql, organisation: { id: string; name: string }): Promise<void> {
  await tx.query('INSERT INTO organisations (id, name) VALUES ($1, $2)', [organisation.id, organisation.name])
}
