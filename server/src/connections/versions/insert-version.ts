import type { Mapping } from '@millrace/contract/connection-mapping'
import type { Sql } from '#db/sql.ts'

/** Stores a version, unless it is stored. */
export async function insertVersion(
  tx: Sql,
  given: {
    readonly organisationId: string
    readonly connectionId: string
    readonly version: number
    readonly mapping: Mapping
    readonly actor: string | null
    readonly restoredFrom: number | null
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO connection_mappings (organisation_id, connection_id, version, mapping, actor, restored_from)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [
      given.organisationId,
      given.connectionId,
      given.version,
      JSON.stringify(given.mapping),
      given.actor,
      given.restoredFrom,
    ],
  )
}
