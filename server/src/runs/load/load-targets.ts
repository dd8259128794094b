import type { WorkflowStatus } from '@millrace/contract/workflow'
import { bareArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { TargetWorkflow } from '#steps/step.ts'

export interface TargetKey {
  readonly organisationId: string
  readonly id: string
}

/** Workflows that runs may start, by organisation and id. Most batches ask for none, and nothing is read. */
export async function loadTargets(
  tx: Sql,
  keys: readonly TargetKey[],
): Promise<Map<string, Map<string, TargetWorkflow>>> {
  const targets = new Map<string, Map<string, TargetWorkflow>>()
  if (keys.length === 0) return targets
  const wanted = [...new Map(keys.map(key => [`${key.organisationId} ${key.id}`, key])).values()]
  const { rows } = await tx.query<{
    organisation_id: string
    id: string
    status: WorkflowStatus
    version: number | null
  }>(
    `SELECT w.organisation_id, w.id, w.status, w.version
     FROM unnest($1::uuid[], $2::uuid[]) AS k (organisation_id, id) JOIN workflows w USING (organisation_id, id)`,
    [bareArray(wanted.map(({ organisationId }) => organisationId)), bareArray(wanted.map(({ id }) => id))],
  )
  for (const { organisation_id, id, status, version } of rows) {
    const own = targets.get(organisation_id) ?? new Map<string, TargetWorkflow>()
    targets.set(organisation_id, own.set(id, { status, version }))
  }
  return targets
}
