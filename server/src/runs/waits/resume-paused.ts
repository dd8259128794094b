import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import { wakeRuns } from '../change/wake-runs.ts'

/**
 * Lets runs that were held while their workflow was paused continue from where they stood, with the resumption they
 * have received. Returns how many there were; a full batch means that there may be more.
 */
export async function resumePaused(tx: Sql, queue: Pick<Queue, 'enqueue'>, limit: number): Promise<number> {
  return (await wakeRuns(tx, queue, { from: 'paused', chosen: HELD, values: [limit] })).length
}

// From workflow to workflow along the index of held runs: workflows whose runs stay held cost one lookup each.
const HELD = `
  WITH RECURSIVE holding AS (
    (SELECT organisation_id, workflow_id FROM runs WHERE held_at IS NOT NULL ORDER BY 1, 2 LIMIT 1)
    UNION ALL
    SELECT further.* FROM holding h, LATERAL (
      SELECT r.organisation_id, r.workflow_id FROM runs r
      WHERE r.held_at IS NOT NULL AND (r.organisation_id, r.workflow_id) > (h.organisation_id, h.workflow_id)
      ORDER BY 1, 2 LIMIT 1
    ) AS further
  )
  SELECT r.organisation_id, r.id, r.resumption
  FROM holding h
  JOIN workflows w ON w.organisation_id = h.organisation_id AND w.id = h.workflow_id AND w.status <> 'paused',
  LATERAL (
    SELECT organisation_id, id, resumption FROM runs
    WHERE held_at IS NOT NULL AND organisation_id = h.organisation_id AND workflow_id = h.workflow_id
      AND status = 'paused'
    LIMIT $1
    FOR NO KEY UPDATE SKIP LOCKED
  ) AS r
  LIMIT $1`
