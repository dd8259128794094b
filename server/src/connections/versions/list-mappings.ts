import type { MappingVersion, WholeMappingVersion } from '@millrace/contract/dashboard/connections'
import type { Sql } from '#db/sql.ts'

type Row<Version> = Omit<Version, 'created_at'> & { readonly created_at: Date }

const columns = 'version, actor, restored_from, created_at'

/** The newest first. */
export async function listMappings(
  tx: Sql,
  organisationId: string,
  connectionId: string,
): Promise<MappingVersion[]> {
  const { rows } = await tx.query<Row<MappingVersion>>(
    `SELECT ${columns} FROM connection_mappings WHERE organisation_id = $1 AND connection_id = $2
     ORDER BY version DESC`,
    [organisationId, connectionId],
  )
  return rows.map(withTime)
}

export async function findMapping(
  tx: Sql,
  organisationId: string,
  connectionId: string,
  version: number,
): Promise<WholeMappingVersion | undefined> {
  const { rows } = await tx.query<Row<WholeMappingVersion>>(
    `SELECT ${columns}, mapping FROM connection_mappings
     WHERE organisation_id = $1 AND connection_id = $2 AND version = $3`,
    [organisationId, connectionId, version],
  )
  return rows[0] && withTime(rows[0])
}

const withTime = <Shown extends { readonly created_at: Date }>(row: Shown) => ({
  ...row,
  created_at: row.created_at.toISOString(),
})
