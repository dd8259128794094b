import type { Transaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import type { Lane } from './lane.ts'

export interface NewJob {
  readonly organisationId: string
  /** How much work it is, in the unit by which lanes count. */
  readonly weight: number
  /** For the handler; any JSON value. */
  readonly data: unknown
}

/** A claimed job: `attempt` is the number of the claim. */
export interface Claim {
  readonly organisationId: string
  readonly id: number
  readonly attempt: number
}

export interface Job<Data> extends Claim {
  readonly data: Data
}

/**
 * Adds jobs inside the caller's transaction: they exist if and only if it commits, and workers are woken after the
 * commit. The statement has been sent when this returns, so on a pipelined connection COMMIT may follow at once; the
 * promise must still be awaited before success is reported, because COMMIT of a failed transaction returns without an
 * error.
 */
export type Enqueue = (tx: Sql, jobs: readonly NewJob[]) => Promise<void>

/**
 * A transaction that also ends the jobs of a batch: what is written through `tx` commits together with that, or not at all. The jobs
 * are settled after `work`, or where it calls `settle`. That waits for nothing, nor need the last writes be awaited
 * (`tx.later`): then they, the end of the jobs and COMMIT share a round trip.
 */
export type Settling = <T>(work: (tx: Transaction, settle: () => void) => Promise<T>) => Promise<T>

/** Does its work in a transaction that settles its jobs, or in another one if the first had no effect. */
export type Handler<Data> = (jobs: readonly Job<Data>[], settling: Settling) => Promise<void>

export interface WorkOptions {
  /** Jobs claimed at once. Asked before each claim, so it may be another one each time. */
  readonly batchSize: number
  /** Batches in progress at the same time in this process. */
  readonly concurrency: number
}

export interface Queue {
  readonly enqueue: Enqueue
  work<Data>(lane: Lane, options: WorkOptions, handler: Handler<Data>): void
  /** Jobs that are waiting for a worker. */
  countReady(sql: Sql): Promise<number>
  /**
   * Claims nothing new, lets the batches in progress finish within `drainMs`, and gives the rest back. Jobs that this process
   * stored as its own may be committed after that: `adding` is over when none can be on its way.
   */
  stop(options: { drainMs: number; adding?: Promise<unknown> }): Promise<void>
}
