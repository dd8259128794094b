import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'

export interface NewWorkflow {
  readonly organisationId: string
  /** For a workflow whose id is known outside, such as the demo's; otherwise one is made. */
  readonly id?: string
  readonly name: string
  readonly description?: string
  readonly actor: string
}

/** Stores a workflow as a draft. It takes no events until a version of it is published. */
export async function createWorkflow(tx: Sql, workflow: NewWorkflow): Promise<{ id: string }> {
  const { organisationId, id = newId(), name, description = '', actor } = workflow
  await tx.query(`INSERT INTO workflows (organisation_id, id, name, description) VALUES ($1, $2, $3, $4)`, [
    organisationId,
    id,
    name,
    description,
  ])
  await recordAudit(tx, organisationId, { actor, action: 'workflow.created', subject: id, detail: { name } })
  return { id }
}
