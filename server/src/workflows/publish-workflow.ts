import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { InvalidWorkflow, StatusRefused } from './errors.ts'
import { lockWorkflow } from './lock-workflow.ts'
import { refuseTakenSource } from './refuse-taken-source.ts'
import { validate } from './validate.ts'

export interface Publication {
  readonly organisationId: string
  readonly workflowId: string
  readonly document: unknown
  readonly actor: string
}

/**
 * Makes the document the workflow's next version, and the workflow active: new runs start on it, and runs inside
 * finish on the version they began with. Throws InvalidWorkflow, WorkflowNotFound, SourceTaken or StatusRefused.
 */
export async function publishWorkflow(tx: Sql, publication: Publication): Promise<{ version: number }> {
  const { organisationId, workflowId, document, actor } = publication
  const { definition, faults } = validate(document)
  if (definition === undefined) throw new InvalidWorkflow(faults)
  const { status } = await lockWorkflow(tx, organisationId, workflowId)
  if (status === 'cancelled') throw new StatusRefused(status, 'active')
  const { source } = definition.trigger
  await refuseTakenSource(tx, organisationId, workflowId, source)

  const { rows } = await tx.query<{ version: number }>(
    `INSERT INTO workflow_versions (organisation_id, workflow_id, version, definition, published_by)
     SELECT $1, $2, coalesce(max(version), 0) + 1, $3, $4
     FROM workflow_versions WHERE organisation_id = $1 AND workflow_id = $2
     RETURNING version`,
    [organisationId, workflowId, JSON.stringify(definition), actor],
  )
  const version = (rows[0] as { version: number }).version
  await tx.query(
    `UPDATE workflows SET status = 'active', version = $3, source = $4, updated_at = now()
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, workflowId, version, source],
  )
  await recordAudit(tx, organisationId, {
    actor,
    action: 'workflow.published',
    subject: workflowId,
    detail: { version, source },
  })
  return { version }
}
