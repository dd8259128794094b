import type { Sql } from '#db/sql.ts'

/** From now on, events of this organisation are also matched with runs that listen for them. */
export async function beginToWatch(tx: Sql, organisationId: string): Promise<void> {
  await tx.query('UPDATE organisations SET watches = true WHERE id = $1 AND NOT watches', [organisationId])
}
