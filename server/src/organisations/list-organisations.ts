import type { Sql } from '#db/sql.ts'

export interface Organisation {
  id: string
  name: string
}

export async function listOrganisations(tx: Sql): Promise<Organisation[]> {
  const { rows } = await tx.query<Organisation>('SELECT id, name FROM organisations ORDER BY created_at, id')
  return rows
}
