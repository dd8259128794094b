import type { Sql } from '#db/sql.ts'
import type { EventFacts } from '#workflows/facts.ts'
import type { RunMemory } from '../load/load-runs.ts'
import type { Watching } from './watch.ts'

/** A run that listens, as it is in the database. */
export interface WatchingRun extends Watching {
  readonly organisationId: string
  readonly id: string
  readonly workflowId: string
  readonly workflowVersion: number
  readonly guestId: string
  readonly sequence: number
  readonly input: EventFacts
  readonly memory: RunMemory | null
}

/** The runs of these guests that listen for events; for a wait, only while they wait there. */
export async function findWatching(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
): Promise<WatchingRun[]> {
  const { rows } = await tx.query<WatchingRun>(
    `SELECT w.kind, r.organisation_id AS "organisationId", r.id, r.workflow_id AS "workflowId",
            r.workflow_version AS "workflowVersion", r.guest_id AS "guestId", r.node_id AS "nodeId", r.sequence,
            r.input, r.memory
     FROM watches w
     JOIN runs r ON r.organisation_id = w.organisation_id AND r.id = w.run_id
     WHERE w.organisation_id = $1 AND w.guest_id = ANY($2)
       AND r.status NOT IN ('completed', 'failed', 'cancelled')
       AND (w.kind = 'exit' OR r.status = 'waiting')
     ORDER BY r.id, w.kind`,
    [organisationId, guestIds],
  )
  return rows
}
