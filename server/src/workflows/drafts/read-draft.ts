import type { WorkflowDraft } from '@millrace/contract/workflow-management'
import type { Sql } from '#db/sql.ts'

export interface StoredDraft extends WorkflowDraft {
  readonly name: string
  readonly description: string
}

interface Row extends Omit<StoredDraft, 'saved_at'> {
  saved_at: Date | null
}

/** What people edit. If it has not been saved since the publication, that is the published version. */
export async function readDraft(
  tx: Sql,
  organisationId: string,
  workflowId: string,
): Promise<StoredDraft | undefined> {
  const { rows } = await tx.query<Row>(
    `SELECT w.name, w.description, w.draft_revision AS revision, w.draft_by AS saved_by, w.draft_at AS saved_at,
            coalesce(w.draft, v.definition) AS document,
            w.draft IS NOT NULL AND w.draft IS DISTINCT FROM v.definition AS unpublished
     FROM workflows w
     LEFT JOIN workflow_versions v
       ON v.organisation_id = w.organisation_id AND v.workflow_id = w.id AND v.version = w.version
     WHERE w.organisation_id = $1 AND w.id = $2`,
    [organisationId, workflowId],
  )
  return rows[0] && { ...rows[0], saved_at: rows[0].saved_at?.toISOString() ?? null }
}
