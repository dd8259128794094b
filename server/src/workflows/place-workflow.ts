import type { WorkflowPlace } from '@millrace/contract/dashboard/workflows'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { lockWorkflow } from './lock-workflow.ts'

interface PlacedWorkflow extends WorkflowPlace {
  readonly organisationId: string
  readonly workflowId: string
  readonly actor: string
}

/** Puts a workflow where members look for it. It is not thereby changed: what it does is the same. */
export async function placeWorkflow(tx: Sql, placed: PlacedWorkflow): Promise<void> {
  const { organisationId, workflowId, actor } = placed
  await lockWorkflow(tx, organisationId, workflowId)
  const folder = placed.folder?.trim() ?? null
  const tags = [...new Set(placed.tags.map(tag => tag.trim()))]
  const { rowCount } = await tx.query(
    `UPDATE workflows SET folder = $3, tags = $4
     WHERE organisation_id = $1 AND id = $2 AND (folder IS DISTINCT FROM $3 OR tags <> $4)`,
    [organisationId, workflowId, folder, tags],
  )
  if (rowCount === 0) return
  const detail = { folder, tags }
  await recordAudit(tx, organisationId, { actor, action: 'workflow.placed', subject: workflowId, detail })
}

/** Those that workflows have. Workflows are few, so no index knows them. */
export async function readPlaces(
  tx: Sql,
  organisationId: string,
): Promise<{ folders: string[]; tags: string[] }> {
  const { rows } = await tx.query<{ folders: string[]; tags: string[] }>(
    `SELECT ARRAY(SELECT DISTINCT folder FROM workflows WHERE organisation_id = $1 AND folder IS NOT NULL ORDER BY 1) AS folders,
            ARRAY(SELECT DISTINCT unnest(tags) FROM workflows WHERE organisation_id = $1 ORDER BY 1) AS tags`,
    [organisationId],
  )
  return rows[0] as { folders: string[]; tags: string[] }
}
