import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { documentFault } from './drafts/document-fault.ts'
import { DraftRefused } from './errors.ts'

export interface NewWorkflow {
  readonly organisationId: string
  /** For a workflow whose id is known outside, such as the demo's; otherwise an id is made. */
  readonly id?: string
  readonly name: string
  readonly description?: string
  /** Its first draft, valid or not. */
  readonly draft?: unknown
  readonly actor: string
}

/** Stores a workflow as a draft. It takes no events until a version of it is published. Throws DraftRefused. */
export async function createWorkflow(tx: Sql, workflow: NewWorkflow): Promise<{ id: string }> {
  const { organisationId, id = newId(), name, description = '', draft, actor } = workflow
  const fault = draft === undefined ? undefined : documentFault(draft)
  if (fault !== undefined) throw new DraftRefused(fault)
  await tx.query('INSERT INTO workflows (organisation_id, id, name, description) VALUES ($1, $2, $3, $4)', [
    organisationId,
    id,
    name,
    description,
  ])
  if (draft !== undefined) {
    await tx.query(
      `UPDATE workflows SET draft = $3, draft_revision = 1, draft_by = $4, draft_at = now()
       WHERE organisation_id = $1 AND id = $2`,
      [organisationId, id, JSON.stringify(draft), actor],
    )
  }
  await recordAudit(tx, organisationId, { actor, action: 'workflow.created', subject: id, detail: { name } })
  return { id }
}
