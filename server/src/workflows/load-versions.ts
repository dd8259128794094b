import type { Sql } from '#db/sql.ts'

export interface VersionKey {
  readonly organisationId: string
  readonly workflowId: string
  readonly version: number
}

export interface StoredVersion extends VersionKey {
  /** The current name of the workflow. */
  readonly name: string
  readonly definition: unknown
}

/** Published versions by their numbers, across organisations. */
export async function loadVersions(tx: Sql, keys: readonly VersionKey[]): Promise<StoredVersion[]> {
  const { rows } = await tx.query<StoredVersion>(
    `SELECT v.organisation_id AS "organisationId", v.workflow_id AS "workflowId", v.version, v.definition, w.name
     FROM unnest($1::uuid[], $2::uuid[], $3::integer[]) AS k (organisation_id, workflow_id, version)
     JOIN workflow_versions v USING (organisation_id, workflow_id, version)
     JOIN workflows w ON w.organisation_id = v.organisation_id AND w.id = v.workflow_id`,
    [keys.map(key => key.organisationId), keys.map(key => key.workflowId), keys.map(key => key.version)],
  )
  return rows
}
