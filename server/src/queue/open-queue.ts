import { setTimeout as sleep } from 'node:timers/promises'
import { type Repeating, repeat } from '#base/repeat.ts'
import { settings } from '#db/database.ts'
import type { DistributedConfig } from '#db/distributed/of-organisation.ts'
import { ofEach } from '#db/distributed/owners.ts'
import { adoptOldJobs } from './adopt-old-jobs.ts'
import { countReady } from './count-ready.ts'
import { createEnqueue } from './enqueue.ts'
import { extend } from './extend.ts'
import { createInHand } from './in-hand.ts'
import type { Lane } from './lane.ts'
import type { Lanes } from './lanes.ts'
import type { Queue } from './queue.ts'
import { type Beating, claimKey, claimState, reap } from './reap.ts'
import { release } from './release.ts'
import { openClaimSessions, openWorkSessions } from './sessions.ts'
import { createStillness } from './stillness.ts'
import { createNotifier, type Listener, listenForJobs } from './wake.ts'
import { type LaneWorker, workLane } from './work-lane.ts'

export interface QueueOptions {
  readonly applicationName: string
  /** Which lane an organisation's jobs take. */
  readonly lanes: Lanes
  /** A claim that does not change for this long was left by a dead worker, and is taken over. */
  readonly leaseMs: number
  onError(error: Error): void
}

/** Batches in progress at the same time, over both lanes. */
const MOST_SESSIONS = 4
/** A batch takes well under a second; one that takes two minutes is stuck, and loses its claim. */
const LONGEST_BATCH_MS = 120_000
/** The time for connections to close. */
const CLOSE_MS = 500

/** Opens the queue of a migrated database. It connects when there is something to do. */
export function openQueue(connection: DistributedConfig, options: QueueOptions): Queue {
  const { applicationName, leaseMs, onError } = options
  const claims = openClaimSessions(connection, options)
  const sessions = openWorkSessions(connection, MOST_SESSIONS, options)
  const notifier = createNotifier(claims)
  const workers = new Map<Lane, LaneWorker>()
  const inHand = createInHand(() => performance.now())
  let keeping: Repeating[] = []
  let listener: Listener | undefined
  let stopped = false

  const wakeHere = (lane: Lane) => workers.get(lane)?.wake() ?? false
  const wake = (lane: Lane) => {
    if (!wakeHere(lane)) notifier.notify(lane)
  }

  /** What every worker process does for its claims, and for those that others have abandoned. */
  function keepClaims(): Repeating[] {
    const every = (name: string, everyMs: number, run: () => Promise<unknown>) =>
      repeat({
        name,
        everyMs,
        logger: { error: ({ err }) => onError(err as Error) },
        run: async () => {
          await run()
          return false
        },
      })
    const beatMs = leaseMs / 5
    const stillness = createStillness<Beating>({
      forMs: leaseMs,
      now: () => performance.now(),
      keyOf: claimKey,
      stateOf: claimState,
    })
    return [
      every('extending claims', beatMs, async () => {
        const held = inHand.heldFor(beatMs / 2, LONGEST_BATCH_MS)
        if (held.length > 0) await ofEach(claims, held, extend)
      }),
      every('taking over claims', leaseMs / 10, async () => {
        if ((await reap(claims, stillness)) > 0) for (const lane of workers.keys()) wake(lane)
      }),
      adoptOldJobs(claims, { onError, adopted: wake }),
    ]
  }

  return {
    enqueue: createEnqueue(options.lanes, {
      areFree: (lane, jobs) => workers.get(lane)?.isFree(jobs) ?? false,
      take: (lane, jobs) => workers.get(lane)?.take(jobs),
      wake,
    }),
    work(lane, workOptions, handler) {
      if (workers.size === 0) {
        keeping = keepClaims()
        listener = listenForJobs(settings(connection, 'millrace_engine', applicationName), wakeHere)
      }
      workers.set(lane, workLane({ lane, options: workOptions, handler, claims, sessions, inHand, onError }))
    },
    countReady,
    async stop({ drainMs, adding = Promise.resolve() }) {
      if (stopped) return
      stopped = true
      const within = (ms: number, work: Promise<unknown>) =>
        Promise.race([work, sleep(ms, undefined, { ref: false })])
      await within(drainMs, Promise.all([...workers.values()].map(worker => worker.stop(adding))))
      const left = inHand.heldFor(0, Number.POSITIVE_INFINITY)
      // Unfinished jobs go to another process at once; if the database is not reachable, after a lease.
      if (left.length > 0) await within(CLOSE_MS, ofEach(claims, left, release).catch(onError))
      const closing = [...keeping.map(one => one.stop()), listener?.stop(), notifier.stop()]
      await within(CLOSE_MS, Promise.allSettled(closing))
      await within(CLOSE_MS, Promise.allSettled([claims.end(), sessions.end()]))
    },
  }
}
