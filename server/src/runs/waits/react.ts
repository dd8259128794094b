import { bareArray, textArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import type { Resumption } from '#steps/step.ts'
import type { StoredEvent } from '#workflows/facts.ts'
import { endRuns } from '../change/end-runs.ts'
import { wakeRuns } from '../change/wake-runs.ts'
import type { WatchingRun } from './find-watching.ts'
import type { Reaction } from './watch.ts'

/** What an event does to a run. */
export interface Reacting {
  readonly run: Pick<WatchingRun, 'organisationId' | 'id' | 'guestId' | 'workflowId'> &
    Partial<Pick<WatchingRun, 'moving'>>
  readonly event: StoredEvent
  readonly reaction: Reaction
}

/** The runs that were woken, moved and ended, by id. */
export interface Reacted {
  readonly woke: ReadonlySet<string>
  readonly moved: ReadonlySet<string>
  readonly ended: ReadonlySet<string>
}

/**
 * Wakes, moves and ends runs because of events. Each run is changed only if it is still in the same state: the timeout
 * of a wait or a person may have been faster. Only the first one changes the run.
 *
 * A run that is moved continues as if it arrived at its wait again. If it is about to because of an earlier event, it
 * will see this one too.
 */
export async function react(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  reacting: readonly Reacting[],
): Promise<Reacted> {
  // An event that ends a run ends it even if it would also have woken it.
  const ending = new Map<string, Reacting>()
  const waking = new Map<string, Reacting>()
  const moving = new Set<string>()
  for (const one of reacting) {
    const { run, reaction } = one
    if (reaction.kind === 'move') moving.add(run.id)
    if (reaction.kind === 'move' && run.moving) continue
    const chosen = reaction.kind === 'exit' ? ending : waking
    if (!chosen.has(run.id)) chosen.set(run.id, one)
  }
  for (const id of ending.keys()) {
    waking.delete(id)
    moving.delete(id)
  }
  await lockRuns(tx, [...ending.values(), ...waking.values()])
  const ended = ending.size === 0 ? [] : await exitRuns(tx, [...ending.values()])
  const woken = new Set(waking.size === 0 ? [] : await wake(tx, queue, [...waking.values()]))
  const missed = new Set([...waking.keys()].filter(id => !woken.has(id)))
  return {
    woke: woken.difference(moving),
    moved: moving.difference(missed),
    ended: new Set(ended),
  }
}

/** In one order, whatever happens to each: two batches of events cannot deadlock. */
async function lockRuns(tx: Sql, reacting: readonly Reacting[]): Promise<void> {
  if (reacting.length < 2) return
  await tx.query(
    `SELECT FROM runs r JOIN unnest($1::uuid[], $2::uuid[]) AS c (organisation_id, id) USING (organisation_id, id)
     ORDER BY r.id FOR NO KEY UPDATE OF r`,
    keysOf(reacting),
  )
}

function wake(tx: Sql, queue: Pick<Queue, 'enqueue'>, waking: readonly Reacting[]): Promise<string[]> {
  const resumptions = waking.map(
    ({ event, reaction }): Resumption =>
      reaction.kind === 'wake' ? { kind: 'event', index: reaction.index, event } : { kind: 'moved', event },
  )
  return wakeRuns(tx, queue, {
    from: 'waiting',
    chosen:
      'SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::jsonb[]) AS c (organisation_id, id, resumption)',
    still: `runs.waiting_for->>'type' IN ('event', 'time')`,
    values: [...keysOf(waking), textArray(resumptions.map(resumption => JSON.stringify(resumption)))],
  })
}

/** Also used where a change of the guest ends runs. */
export async function exitRuns(
  tx: Sql,
  ending: readonly (Pick<Reacting, 'run'> & { readonly reaction: Reaction })[],
): Promise<string[]> {
  const reasons = ending.map(({ reaction }) => (reaction as Extract<Reaction, { kind: 'exit' }>).reason)
  return endRuns(tx, {
    as: 'exited',
    chosen: 'SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS c (organisation_id, id, reason)',
    values: [...keysOf(ending), textArray(reasons)],
  })
}

const keysOf = (reacting: readonly Pick<Reacting, 'run'>[]) => [
  bareArray(reacting.map(({ run }) => run.organisationId)),
  bareArray(reacting.map(({ run }) => run.id)),
]
