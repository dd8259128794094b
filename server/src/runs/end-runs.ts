import type { Sql } from '#db/sql.ts'

/**
 * Ends runs whose workflow was published, paused or cancelled with the word that the guests inside are to end; see
 * run_endings. A portion at a time: returns how many runs it ended, and less than `limit` means that none is left but
 * those that somebody is just writing. An ending is struck off when it has no run left.
 *
 * The growing sequence makes whatever was on its way to a run too late, as when a person cancels one.
 */
export async function endRuns(tx: Sql, limit: number): Promise<number> {
  const { rows } = await tx.query<{ ended: number }>(END, [limit])
  const { ended } = rows[0] as { ended: number }
  if (ended < limit) await tx.query(STRIKE_OFF)
  return ended
}

/** Of a run r and an ending e. Runs that began later are on a version that takes guests again. */
const NAMED = `r.organisation_id = e.organisation_id AND r.workflow_id = e.workflow_id
  AND r.workflow_version <= e.up_to_version AND r.created_at <= e.created_at
  AND r.status IN ('queued', 'running', 'waiting', 'paused')`

// Runs that a worker is just writing are left for the next time: waiting for them while holding others could end in
// a deadlock. What the venue's people are told of a task goes out: the task is there.
const END = `
  WITH chosen AS (
    SELECT r.organisation_id, r.id, e.reason
    FROM run_endings e JOIN runs r ON ${NAMED}
    LIMIT $1
    FOR NO KEY UPDATE OF r SKIP LOCKED
  ), ended AS (
    UPDATE runs SET status = 'cancelled', outcome_reason = chosen.reason, sequence = sequence + 1,
                    waiting_for = NULL, resumes_at = NULL, held_at = NULL, resumption = NULL, finished_at = now()
    FROM chosen WHERE runs.organisation_id = chosen.organisation_id AND runs.id = chosen.id
    RETURNING runs.organisation_id, runs.id, runs.guest_id, runs.step_count
  ), left_open AS (
    UPDATE steps SET status = 'skipped', detail = detail || '{"reason": "cancelled"}', finished_at = now()
    FROM ended
    WHERE steps.organisation_id = ended.organisation_id AND steps.run_id = ended.id
      AND steps.position = ended.step_count - 1 AND steps.status = 'waiting'
  ), unsent AS (
    UPDATE messages SET status = 'cancelled', settled_at = now(), due_at = NULL
    FROM ended
    WHERE messages.organisation_id = ended.organisation_id AND messages.run_id = ended.id
      AND messages.status = 'pending' AND messages.guest_id IS NOT NULL
  ), unheard AS (
    DELETE FROM watches USING ended
    WHERE watches.organisation_id = ended.organisation_id AND watches.guest_id = ended.guest_id
      AND watches.run_id = ended.id
  )
  SELECT count(*) AS ended FROM ended`

const STRIKE_OFF = `DELETE FROM run_endings e WHERE NOT EXISTS (SELECT FROM runs r WHERE ${NAMED})`
