import type { Sql } from '#db/sql.ts'
import { cancelMessagesOf } from '#messages/cancel-messages.ts'

/** How runs that are ended from outside end, and the reason recorded at the step where they stood. */
const endings = {
  cancelled: `status = 'cancelled'`,
  exited: `status = 'completed', outcome = 'exited'`,
}

/** Which runs to end, and how. */
export interface Ending {
  readonly as: keyof typeof endings
  /** A SELECT of organisation_id, id and reason. */
  readonly chosen: string
  readonly values: unknown[]
}

/**
 * Ends runs where they are, with the step they wait at, what they listen for, and the messages to their guests that
 * have not been sent. Runs that have already ended stay unchanged. Returns the ids of those that it ended.
 *
 * The higher sequence makes everything that is on its way to a run (a job, a worker that is advancing it) too late; the
 * row lock makes this wait for a worker that is writing the run now.
 */
export async function endRuns(tx: Sql, { as, chosen, values }: Ending): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `WITH chosen AS (${chosen}), ended AS (
       UPDATE runs SET ${endings[as]}, outcome_reason = chosen.reason, sequence = runs.sequence + 1,
                       waiting_for = NULL, resumes_at = NULL, held_at = NULL, resumption = NULL, finished_at = now()
       FROM chosen
       WHERE runs.organisation_id = chosen.organisation_id AND runs.id = chosen.id
         AND runs.status NOT IN ('completed', 'failed', 'cancelled')
       RETURNING runs.organisation_id, runs.id, runs.guest_id, runs.step_count
     ), closed AS (
       UPDATE steps SET status = 'skipped', detail = steps.detail || '{"reason": "${as}"}', finished_at = now()
       FROM ended
       WHERE steps.organisation_id = ended.organisation_id AND steps.run_id = ended.id
         AND steps.position = ended.step_count - 1 AND steps.status = 'waiting'
     ), unwatched AS (
       DELETE FROM watches USING ended
       WHERE watches.organisation_id = ended.organisation_id AND watches.guest_id = ended.guest_id
         AND watches.run_id = ended.id
     ), unsent AS (${cancelMessagesOf('ended')}
     )
     SELECT id FROM ended`,
    values,
  )
  return rows.map(({ id }) => id)
}
