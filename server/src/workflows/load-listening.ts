import type { WorkflowStatus } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { type CompiledWorkflow, compileVersion } from './compile.ts'
import { type ListeningWorkflows, listeningWorkflows } from './listening.ts'
import { isReadable } from './validation/validate.ts'

/** The active and paused workflows of an organisation, each with the version that new runs start on. */
export async function loadListening(tx: Sql, organisationId: string): Promise<ListeningWorkflows> {
  const { rows } = await tx.query<{
    id: string
    name: string
    status: WorkflowStatus
    version: number
    definition: unknown
  }>(
    `SELECT w.id, w.name, w.status, w.version, v.definition
     FROM workflows w
     JOIN workflow_versions v
       ON v.organisation_id = w.organisation_id AND v.workflow_id = w.id AND v.version = w.version
     WHERE w.organisation_id = $1 AND w.status IN ('active', 'paused')`,
    [organisationId],
  )
  const readable: CompiledWorkflow[] = []
  for (const { id, name, status, version, definition } of rows) {
    // A workflow that this release cannot read takes no events; the others still do.
    if (isReadable(definition)) readable.push({ ...compileVersion(id, name, version, definition), status })
  }
  return listeningWorkflows(readable)
}
