import type { Sql } from '#db/sql.ts'

export interface VersionKey {
  readonly organisationId: string
  readonly workflowId: string
  readonly version: number
}

export interface StoredVersion extends VersionKey {
  readonly definition: unknown
}

/** Published versions by their numbers, over organisations. */
export async function loadVersions(tx: Sql, keys: readonly VersionKey[]): Promise<StoredVersion[]> {
  const { rows } = await tx.query<StoredVersion>(
    `SELECT organisation_id AS "organisationId", workflow_id AS "workflowId", version, definition
     FROM workflow_versions
     JOIN unnest($1::uuid[], $2::uuid[], $3::integer[]) AS k (organisation_id, workflow_id, version)
       USING (organisation_id, workflow_id, version)`,
    [keys.map(key => key.organisationId), keys.map(key => key.workflowId), keys.map(key => key.version)],
  )
  return rows
}
