import type { Sql } from '#db/sql.ts'
import { DraftRefused } from '../errors.ts'
import { documentFault } from './document-fault.ts'
import { draftConflict } from './draft-conflict.ts'

export interface DraftSave {
  readonly organisationId: string
  readonly workflowId: string
  readonly document: unknown
  /** The revision that the change is based on. */
  readonly revision: number
  readonly actor: string
  readonly name?: string
  readonly description?: string
}

/**
 * Saves a draft, valid or not. Of two changes based on the same revision, the second gets a DraftConflict with what the
 * first saved. Throws DraftRefused for what cannot be stored, and WorkflowNotFound.
 */
export async function saveDraft(tx: Sql, save: DraftSave): Promise<{ revision: number }> {
  const { organisationId, workflowId, document, revision, actor, name, description } = save
  const fault = documentFault(document)
  if (fault !== undefined) throw new DraftRefused(fault)
  const { rows } = await tx.query<{ revision: number }>(
    `UPDATE workflows
     SET draft = $4, draft_revision = draft_revision + 1, draft_by = $5, draft_at = now(),
         name = coalesce($6, name), description = coalesce($7, description), updated_at = now()
     WHERE organisation_id = $1 AND id = $2 AND draft_revision = $3
     RETURNING draft_revision AS revision`,
    [
      organisationId,
      workflowId,
      revision,
      JSON.stringify(document),
      actor,
      name ?? null,
      description ?? null,
    ],
  )
  if (rows[0] === undefined) throw await draftConflict(tx, organisationId, workflowId)
  return rows[0]
}
