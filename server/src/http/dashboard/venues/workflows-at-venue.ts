import type { WorkflowAtVenue } from '@millrace/contract/dashboard/venues'
import type { WorkflowStatus } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { isForVenue, variablesFor } from './own-values.ts'

interface Row {
  readonly workflow_id: string
  readonly name: string
  readonly status: WorkflowStatus
  readonly unpublished: boolean
  readonly document: unknown
}

/** More than anybody has workflows with variables, and a bound all the same. */
const MOST = 1_000

/**
 * The workflows that have variables and take events of the venue, or have a value for it all the same, by their names.
 * What people edit counts: where nobody has saved anything since it was published, that is the published version.
 */
export async function workflowsAtVenue(
  tx: Sql,
  organisationId: string,
  serial: string,
): Promise<WorkflowAtVenue[]> {
  const { rows } = await tx.query<Row>(
    `SELECT w.id AS workflow_id, w.name, w.status,
            w.draft IS NOT NULL AND w.draft IS DISTINCT FROM v.definition AS unpublished,
            jsonb_build_object('trigger', d.document -> 'trigger', 'variables', d.document -> 'variables') AS document
     FROM workflows w
     LEFT JOIN workflow_versions v
       ON v.organisation_id = w.organisation_id AND v.workflow_id = w.id AND v.version = w.version
     CROSS JOIN LATERAL (SELECT coalesce(w.draft, v.definition) AS document) AS d
     WHERE w.organisation_id = $1 AND w.status <> 'cancelled'
       AND jsonb_typeof(d.document -> 'variables') = 'array' AND d.document -> 'variables' <> '[]'
     ORDER BY lower(w.name), w.id LIMIT $2`,
    [organisationId, MOST],
  )
  return rows
    .map(({ document, ...row }) => ({ ...row, document, variables: variablesFor(document, serial) }))
    .filter(({ document, variables }) =>
      isForVenue(document, serial) ? variables.length > 0 : variables.some(({ own }) => own !== undefined),
    )
    .map(({ document: _, ...row }) => row)
}
