import type { WorkflowStatus } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { WorkflowNotFound } from './errors.ts'

export interface LockedWorkflow {
  readonly name: string
  readonly status: WorkflowStatus
  readonly source: string | null
  readonly listener: boolean
  readonly version: number | null
  readonly draft_revision: number
}

/**
 * Makes changes of an organisation's workflows wait for each other: which of two becomes the active one for a source is
 * decided under this lock, and the unique index is only the second safeguard.
 */
export async function lockWorkflow(tx: Sql, organisationId: string, id: string): Promise<LockedWorkflow> {
  await tx.query('SELECT FROM organisations WHERE id = $1 FOR NO KEY UPDATE', [organisationId])
  const { rows } = await tx.query<LockedWorkflow>(
    `SELECT name, status, source, listener, version, draft_revision FROM workflows
     WHERE organisation_id = $1 AND id = $2 FOR UPDATE`,
    [organisationId, id],
  )
  if (rows[0] === undefined) throw new WorkflowNotFound(id)
  return rows[0]
}
