import { bareArray, textArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import type { Resumption } from '#steps/step.ts'
import { enqueueRuns, type RunToAdvance } from './advance-job.ts'
import type { WatchingRun } from './find-watching.ts'
import type { Reaction, StoredEvent } from './watch.ts'

/** What is to happen to a run because of an event. */
export interface Reacting {
  readonly run: Pick<WatchingRun, 'organisationId' | 'id' | 'guestId'>
  readonly event: StoredEvent
  readonly reaction: Reaction
}

/**
 * Wakes and ends runs because of events. Each only if it still is where it was: the timeout of a wait may have come
 * first, or a person. Whoever is first decides, and nobody after.
 */
export async function react(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  reacting: readonly Reacting[],
): Promise<void> {
  // An event that ends a run ends it even if it would also have woken it.
  const ending = new Map<string, Reacting>()
  const waking = new Map<string, Reacting>()
  for (const one of reacting) {
    const chosen = one.reaction.kind === 'exit' ? ending : waking
    if (!chosen.has(one.run.id)) chosen.set(one.run.id, one)
  }
  for (const id of ending.keys()) waking.delete(id)
  await lockRuns(tx, [...ending.values(), ...waking.values()])
  if (ending.size > 0) await exitRuns(tx, [...ending.values()])
  if (waking.size > 0) await wakeRuns(tx, queue, [...waking.values()])
}

/** In one order, whatever becomes of each: two batches of events never wait for each other in a circle. */
async function lockRuns(tx: Sql, reacting: readonly Reacting[]): Promise<void> {
  if (reacting.length < 2) return
  await tx.query(
    `SELECT FROM runs r JOIN unnest($1::uuid[], $2::uuid[]) AS c (organisation_id, id) USING (organisation_id, id)
     ORDER BY r.id FOR NO KEY UPDATE OF r`,
    keysOf(reacting),
  )
}

async function wakeRuns(tx: Sql, queue: Pick<Queue, 'enqueue'>, waking: readonly Reacting[]): Promise<void> {
  const resumptions = waking.map(({ event, reaction }): Resumption => {
    const { index } = reaction as Extract<Reaction, { kind: 'wake' }>
    return { kind: 'event', index, event }
  })
  const { rows } = await tx.query<RunToAdvance>(
    `WITH woken AS (
       UPDATE runs SET status = 'running', sequence = runs.sequence + 1, waiting_for = NULL, resumes_at = NULL,
                       resumption = c.resumption
       FROM unnest($1::uuid[], $2::uuid[], $3::jsonb[]) AS c (organisation_id, id, resumption)
       WHERE runs.organisation_id = c.organisation_id AND runs.id = c.id AND runs.status = 'waiting'
         AND runs.waiting_for->>'type' = 'event'
       RETURNING runs.organisation_id, runs.id AS run_id, runs.sequence, runs.guest_id
     ), unwatched AS (
       DELETE FROM watches w USING woken
       WHERE w.organisation_id = woken.organisation_id AND w.guest_id = woken.guest_id AND w.run_id = woken.run_id
         AND w.kind = 'wait'
     )
     SELECT organisation_id, run_id, sequence FROM woken`,
    [...keysOf(waking), textArray(resumptions.map(resumption => JSON.stringify(resumption)))],
  )
  await enqueueRuns(tx, queue, rows)
}

/** Also used where a change of the guest ends runs. */
export async function exitRuns(
  tx: Sql,
  ending: readonly (Pick<Reacting, 'run'> & { readonly reaction: Reaction })[],
): Promise<void> {
  await tx.query(
    `WITH ended AS (
       UPDATE runs SET status = 'completed', outcome = 'exited', outcome_reason = c.reason, sequence = runs.sequence + 1,
                       waiting_for = NULL, resumes_at = NULL, held_at = NULL, resumption = NULL, finished_at = now()
       FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS c (organisation_id, id, reason)
       WHERE runs.organisation_id = c.organisation_id AND runs.id = c.id
         AND runs.status NOT IN ('completed', 'failed', 'cancelled')
       RETURNING runs.organisation_id, runs.id, runs.guest_id, runs.step_count
     ), left_open AS (
       UPDATE steps SET status = 'skipped', detail = steps.detail || '{"reason": "exited"}', finished_at = now()
       FROM ended
       WHERE steps.organisation_id = ended.organisation_id AND steps.run_id = ended.id
         AND steps.position = ended.step_count - 1 AND steps.status = 'waiting'
     ), unwatched AS (
       DELETE FROM watches w USING ended
       WHERE w.organisation_id = ended.organisation_id AND w.guest_id = ended.guest_id AND w.run_id = ended.id
     )
     UPDATE messages SET status = 'cancelled', settled_at = now()
     FROM ended
     WHERE messages.organisation_id = ended.organisation_id AND messages.run_id = ended.id
       AND messages.status = 'pending' AND messages.guest_id IS NOT NULL`,
    [
      ...keysOf(ending),
      textArray(ending.map(({ reaction }) => (reaction as Extract<Reaction, { kind: 'exit' }>).reason)),
    ],
  )
}

const keysOf = (reacting: readonly Pick<Reacting, 'run'>[]) => [
  bareArray(reacting.map(({ run }) => run.organisationId)),
  bareArray(reacting.map(({ run }) => run.id)),
]
