import { bareArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import { versionId } from '#workflows/catalogue.ts'
import type { CompiledVersion } from '#workflows/compile.ts'
import type { EventFacts } from '#workflows/facts.ts'
import type { LoadedRun } from './load-runs.ts'
import { type Reacting, react } from './react.ts'
import { isFinal } from './state.ts'
import { factsOf, type Surroundings, versionOf, type Walked } from './walk.ts'
import { reaction, type StoredEvent, type Watching } from './watch.ts'
import { lockForListening } from './watch-locks.ts'

interface Listener {
  readonly run: LoadedRun
  readonly version: CompiledVersion
  readonly nodeId: string | null
  readonly kinds: readonly Watching['kind'][]
  /** It listened for none of this before: what came since the run began counts. */
  readonly fresh: readonly Watching['kind'][]
}

/**
 * Brings the watches of a batch of runs in line with where they are now. A run that begins to listen also hears what
 * came since it began, and may go on or end at once.
 */
export async function listen(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  walked: readonly Walked[],
  surroundings: Surroundings,
): Promise<void> {
  const listeners = walked.flatMap(one => listenerOf(one, surroundings) ?? [])
  if (listeners.length === 0) return
  await tx.query(
    'DELETE FROM watches w USING unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS c (organisation_id, guest_id, run_id) ' +
      'WHERE w.organisation_id = c.organisation_id AND w.guest_id = c.guest_id AND w.run_id = c.run_id',
    keysOf(listeners.map(({ run }) => run)),
  )
  const listening = listeners.flatMap(({ run, kinds }) => kinds.map(kind => ({ run, kind })))
  if (listening.length === 0) return
  const fresh = listeners.filter(listener => listener.fresh.length > 0)
  if (fresh.length > 0)
    await lockForListening(
      tx,
      fresh.map(({ run }) => run.guestId),
    )
  await tx.query(
    `INSERT INTO watches (organisation_id, guest_id, run_id, kind)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[])`,
    [...keysOf(listening.map(({ run }) => run)), bareArray(listening.map(({ kind }) => kind))],
  )
  if (fresh.length > 0) await react(tx, queue, await lookBack(tx, fresh, surroundings))
}

function listenerOf({ run, result, held }: Walked, { versions }: Surroundings): Listener | undefined {
  const version = versions.get(versionId(versionOf(run)))
  if (version === undefined || 'unreadable' in version || !version.needs.watches || held) return undefined
  const state = result.run
  const kinds: Watching['kind'][] = []
  if (state.waitingFor?.type === 'event') kinds.push('wait')
  if (!isFinal(state.status) && version.exits.some(({ on }) => on === 'event')) kinds.push('exit')
  const fresh = kinds.filter(kind => kind === 'wait' || run.nodeId === null)
  return { run, version, nodeId: state.nodeId, kinds, fresh }
}

async function lookBack(
  tx: Sql,
  listeners: readonly Listener[],
  surroundings: Surroundings,
): Promise<Reacting[]> {
  const { rows } = await tx.query<EventFacts & { id: string; run_id: string }>(
    `SELECT e.id, e.source, e.serials, e.parameters, c.run_id
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[]) AS c (organisation_id, guest_id, run_id, since),
       LATERAL (
         SELECT * FROM events e
         WHERE e.organisation_id = c.organisation_id AND e.guest_id = c.guest_id
           AND e.id > uuid_floor(c.since - interval '1 minute') AND e.created_at > c.since
         ORDER BY e.id LIMIT 1000
       ) AS e`,
    [
      ...keysOf(listeners.map(({ run }) => run)),
      bareArray(listeners.map(({ run }) => `"${run.createdAt.toISOString()}"`)),
    ],
  )
  const events = Map.groupBy(rows, ({ run_id }) => run_id)
  return listeners.flatMap(({ run, version, nodeId, fresh }) =>
    fresh.flatMap(kind =>
      firstReaction({ kind, nodeId }, run, version, events.get(run.id) ?? [], surroundings),
    ),
  )
}

function firstReaction(
  watching: Watching,
  run: LoadedRun,
  version: CompiledVersion,
  events: readonly (EventFacts & { id: string })[],
  surroundings: Surroundings,
): Reacting[] {
  const facts = factsOf(run, version, surroundings)
  if (facts === undefined) return []
  for (const { id, source, serials, parameters } of events) {
    const event: StoredEvent = { id, source, serials, parameters }
    const reacted = reaction(watching, version, { ...facts, event })
    if (reacted !== undefined) return [{ run, event, reaction: reacted }]
  }
  return []
}

const keysOf = (runs: readonly LoadedRun[]) => [
  bareArray(runs.map(run => run.organisationId)),
  bareArray(runs.map(run => run.guestId)),
  bareArray(runs.map(run => run.id)),
]
