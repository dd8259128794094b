import { bareArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import { versionId } from '#workflows/catalogue.ts'
import type { CompiledVersion } from '#workflows/compile.ts'
import { collectEffects } from './collect-effects.ts'
import { guestKey } from './load-guests.ts'
import type { LoadedRun } from './load-runs.ts'
import { lookBack } from './look-back.ts'
import { react } from './react.ts'
import { isFinal } from './state.ts'
import { type Surroundings, versionOf, type Walked } from './walk.ts'
import type { Watching } from './watch.ts'

interface Listener {
  readonly run: LoadedRun
  readonly version: CompiledVersion
  readonly nodeId: string | null
  readonly kinds: readonly Watching['kind'][]
}

/**
 * Brings the watches of a batch of runs in line with where they are now. A run that has come to wait for events also
 * hears what came since it began, and may go on at once.
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
  await tx.query(
    `INSERT INTO watches (organisation_id, guest_id, run_id, kind)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[])`,
    [...keysOf(listening.map(({ run }) => run)), bareArray(listening.map(({ kind }) => kind))],
  )
  // What came before is judged by what is known now, after the steps that led here.
  const { memories } = collectEffects(walked)
  const waiting = listeners
    .filter(({ kinds }) => kinds.includes('wait'))
    .map(({ run, version, nodeId }) => ({
      run: { ...run, memory: memories.get(run) ?? run.memory },
      version,
      watching: { kind: 'wait', nodeId } as const,
    }))
  if (waiting.length === 0) return
  await react(
    tx,
    queue,
    await lookBack(tx, waiting, { ...surroundings, guests: guestsAfter(walked, surroundings) }),
  )
}

/** undefined: its watches stay as they are. Whoever may exit listens, so that a change of the guest finds the run. */
function listenerOf({ run, result, held }: Walked, { versions }: Surroundings): Listener | undefined {
  const version = versions.get(versionId(versionOf(run)))
  if (version === undefined || 'unreadable' in version || !version.needs.watches || held) return undefined
  const state = result.run
  const kinds: Watching['kind'][] = []
  if (state.waitingFor?.type === 'event') kinds.push('wait')
  if (!isFinal(state.status) && version.exits.length > 0) kinds.push('exit')
  return { run, version, nodeId: state.nodeId, kinds }
}

function guestsAfter(walked: readonly Walked[], { guests }: Surroundings): Surroundings['guests'] {
  const after = new Map(guests)
  for (const { run, result } of walked) if (result.guest !== undefined) after.set(guestKey(run), result.guest)
  return after
}

const keysOf = (runs: readonly LoadedRun[]) => [
  bareArray(runs.map(run => run.organisationId)),
  bareArray(runs.map(run => run.guestId)),
  bareArray(runs.map(run => run.id)),
]
