import { idAt } from '#base/id-at.ts'
import type { Sql } from '#db/sql.ts'

/** How many events were replayed through each of these workflows, of those that came since. */
export async function countPushed(
  tx: Sql,
  organisationId: string,
  { workflowIds, since }: { workflowIds: readonly string[]; since: Date },
): Promise<Map<string, number>> {
  if (workflowIds.length === 0) return new Map()
  const { rows } = await tx.query<{ workflow_id: string; pushed: number }>(
    `SELECT p.workflow_id, count(*) AS pushed
     FROM replayed_events p
     JOIN workflows w ON w.organisation_id = p.organisation_id AND w.id = p.workflow_id
     JOIN events e ON e.organisation_id = p.organisation_id AND e.id = p.event_id AND e.source = w.source
     WHERE p.organisation_id = $1 AND p.workflow_id = ANY($2) AND p.event_id >= $3 AND e.id >= $3
     GROUP BY p.workflow_id`,
    [organisationId, workflowIds, idAt(since)],
  )
  return new Map(rows.map(({ workflow_id, pushed }) => [workflow_id, pushed]))
}
