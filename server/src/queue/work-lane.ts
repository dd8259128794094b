import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Repeating, repeat } from '#base/repeat.ts'
import { inTransaction } from '#db/database.ts'
import { ofOrganisation } from '#db/distributed/of-organisation.ts'
import { ofEach } from '#db/distributed/owners.ts'
import type { SqlOfAll } from '#db/sql.ts'
import { claim } from './claim.ts'
import type { InHand } from './in-hand.ts'
import type { Lane } from './lane.ts'
import type { Handler, Job, Settling, WorkOptions } from './queue.ts'
import { release } from './release.ts'
import { isClaimLost, settle } from './settle.ts'

/** Finds jobs whose notification was lost, and jobs that were freed elsewhere. */
const LOOK_EVERY_MS = 500
/** A batch that failed may fail again, so it is not retried at once. */
const RETRY_MS = 1_000

export interface LaneWorker {
  /** Whether it has a slot for so many new jobs, and no older ones wait. */
  isFree(jobs: number): boolean
  /** Begins with jobs that were stored as claimed by this process. */
  take(jobs: readonly Job<unknown>[]): void
  /** There are jobs. False when all slots are busy: then another process should check, too. */
  wake(): boolean
  /** Resolves when the batches in progress have ended, and what is still being added was given back. */
  stop(adding: Promise<unknown>): Promise<void>
}

export interface LaneParts<Data> {
  readonly lane: Lane
  readonly options: WorkOptions
  readonly handler: Handler<Data>
  readonly claims: SqlOfAll
  readonly sessions: pg.Pool
  readonly inHand: InHand
  onError(error: Error): void
}

/**
 * One lane of this process.
 *
 * It is **idle** until it is woken, or half a second has passed. Then it **claims**, as soon as it has a free slot; the
 * result is a batch. A full batch means that there is more, so it claims again; otherwise it is idle.
 *
 * While it is idle, new jobs of this process are stored as claimed by it, and are a batch without a claim. Transactions that
 * overlap may each have seen the last free slot, so there can be a batch more than there are slots.
 *
 * A **batch** is handled in a transaction, which also settles its jobs. If that fails, the jobs are kept for a second
 * and given back: nothing was written, and the next claim tries again, without limit. The handler has to recognise what
 * can never succeed. If the claim was lost, there is nothing to give back.
 */
export function workLane<Data>(parts: LaneParts<Data>): LaneWorker {
  const { lane, options, handler, claims, sessions, inHand, onError } = parts
  const batches = new Set<Promise<void>>()
  const stopping = new AbortController()
  /** Whether it is claiming, or the last claim left some. */
  let claiming = false
  const taken: Job<Data>[] = []

  const looking: Repeating = repeat({
    name: `claiming jobs of the ${lane} lane`,
    everyMs: LOOK_EVERY_MS,
    logger: { error: ({ err }) => onError(err as Error) },
    async run() {
      while (batches.size >= options.concurrency) await Promise.race(batches)
      if (stopping.signal.aborted) return false
      claiming = true
      const { batchSize } = options
      const jobs = await claim<Data>(claims, lane, batchSize)
      if (jobs.length > 0) begin(jobs)
      // Those of one organisation say nothing about the others'.
      claiming = jobs.length >= (claims.of === undefined ? batchSize : 1)
      return claiming
    },
  })

  /** What one transaction stored for several organisations comes one after the other, and is one batch. */
  function take(jobs: readonly Job<Data>[]): void {
    if (taken.length === 0) queueMicrotask(() => partsOf(taken.splice(0)).forEach(begin))
    taken.push(...jobs)
  }

  /** A batch is one transaction, and where the database is distributed, that is of one organisation. */
  function partsOf(jobs: readonly Job<Data>[]): (readonly Job<Data>[])[] {
    if (claims.of === undefined) return [jobs]
    return [...Map.groupBy(jobs, ({ organisationId }) => organisationId).values()]
  }

  function begin(jobs: readonly Job<Data>[]): void {
    const batch = inHand.hold(jobs, () => handle(jobs)).finally(() => batches.delete(batch))
    batches.add(batch)
  }

  /** If even that fails, the claim no longer changes, and is taken over after a lease. */
  async function giveBack(jobs: readonly Job<Data>[]): Promise<void> {
    await ofEach(claims, jobs, release).catch(onError)
  }

  async function handle(jobs: readonly Job<Data>[]): Promise<void> {
    if (stopping.signal.aborted) return giveBack(jobs)
    const own = ofOrganisation(sessions, (jobs[0] as Job<Data>).organisationId)
    const settling: Settling = work =>
      inTransaction(own, async tx => {
        let settled = false
        const settleOnce = () => {
          if (!settled) tx.later(settle(tx, jobs))
          settled = true
        }
        const result = await work(tx, settleOnce)
        settleOnce()
        return result
      })
    try {
      await handler(jobs, settling)
    } catch (error) {
      onError(error as Error)
      if (isClaimLost(error)) return
      await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
      await giveBack(jobs)
    }
  }

  return {
    isFree: jobs =>
      !claiming &&
      !stopping.signal.aborted &&
      jobs <= options.batchSize &&
      batches.size < options.concurrency,
    take: jobs => take(jobs as readonly Job<Data>[]),
    wake() {
      looking.now()
      return batches.size < options.concurrency
    },
    async stop(adding) {
      stopping.abort()
      await looking.stop()
      await adding
      await Promise.all(batches)
    },
  }
}
