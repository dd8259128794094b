import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import { enqueueRuns, type RunToAdvance } from './advance-job.ts'

/**
 * Lets runs go on that were held while their workflow was paused, from where they stood and with what they had heard.
 * Returns how many there were; a full batch means that there may be more.
 */
export async function resumePaused(tx: Sql, queue: Pick<Queue, 'enqueue'>, limit: number): Promise<number> {
  const { rows } = await tx.query<RunToAdvance>(
    // From workflow to workflow along the index of held runs: those that stay held cost one look each.
    `WITH RECURSIVE holding AS (
       (SELECT organisation_id, workflow_id FROM runs WHERE held_at IS NOT NULL ORDER BY 1, 2 LIMIT 1)
       UNION ALL
       SELECT further.* FROM holding h, LATERAL (
         SELECT r.organisation_id, r.workflow_id FROM runs r
         WHERE r.held_at IS NOT NULL AND (r.organisation_id, r.workflow_id) > (h.organisation_id, h.workflow_id)
         ORDER BY 1, 2 LIMIT 1
       ) AS further
     ), held AS (
       SELECT r.organisation_id, r.id
       FROM holding h
       JOIN workflows w ON w.organisation_id = h.organisation_id AND w.id = h.workflow_id AND w.status <> 'paused',
       LATERAL (
         SELECT organisation_id, id FROM runs
         WHERE held_at IS NOT NULL AND organisation_id = h.organisation_id AND workflow_id = h.workflow_id
           AND status = 'paused'
         LIMIT $1
         FOR NO KEY UPDATE SKIP LOCKED
       ) AS r
       LIMIT $1
     )
     UPDATE runs SET status = 'running', held_at = NULL, sequence = sequence + 1
     FROM held WHERE runs.organisation_id = held.organisation_id AND runs.id = held.id
     RETURNING runs.organisation_id, runs.id AS run_id, runs.sequence`,
    [limit],
  )
  if (rows.length > 0) await enqueueRuns(tx, queue, rows)
  return rows.length
}
