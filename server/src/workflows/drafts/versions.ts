import type { WholeVersion, WorkflowVersion } from '@millrace/contract/workflow-management'
import type { Sql } from '#db/sql.ts'

type Row<Version extends { published_at: string }> = Omit<Version, 'published_at'> & { published_at: Date }

const columns = 'v.version, v.published_by, v.published_at, v.version = w.version AS current'
const source = `workflow_versions v JOIN workflows w ON w.organisation_id = v.organisation_id AND w.id = v.workflow_id`

export interface VersionPage {
  /** The number of the last version on the previous page. */
  readonly before?: number | undefined
  readonly limit: number
}

/** The versions, with the publisher and the time; newest first. */
export async function listVersions(
  tx: Sql,
  organisationId: string,
  workflowId: string,
  page: VersionPage,
): Promise<WorkflowVersion[]> {
  const { rows } = await tx.query<Row<WorkflowVersion>>(
    `SELECT ${columns} FROM ${source}
     WHERE v.organisation_id = $1 AND v.workflow_id = $2 AND ($3::integer IS NULL OR v.version < $3)
     ORDER BY v.version DESC LIMIT $4`,
    [organisationId, workflowId, page.before ?? null, page.limit],
  )
  return rows.map(toVersion)
}

export async function readVersion(
  tx: Sql,
  organisationId: string,
  workflowId: string,
  version: number,
): Promise<WholeVersion | undefined> {
  const { rows } = await tx.query<Row<WholeVersion>>(
    `SELECT ${columns}, v.definition FROM ${source}
     WHERE v.organisation_id = $1 AND v.workflow_id = $2 AND v.version = $3`,
    [organisationId, workflowId, version],
  )
  return rows[0] && toVersion(rows[0])
}

/** The document that new runs start on; undefined before the first publication. */
export async function readLive(
  tx: Sql,
  organisationId: string,
  workflowId: string,
): Promise<WholeVersion['definition'] | undefined> {
  const { rows } = await tx.query<Pick<WholeVersion, 'definition'>>(
    `SELECT v.definition FROM ${source} WHERE v.organisation_id = $1 AND v.workflow_id = $2 AND v.version = w.version`,
    [organisationId, workflowId],
  )
  return rows[0]?.definition
}

const toVersion = <Version extends { published_at: Date }>(row: Version) => ({
  ...row,
  published_at: row.published_at.toISOString(),
})
