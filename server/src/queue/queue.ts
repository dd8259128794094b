import type { Sql } from '#db/sql.ts'
import type { Lane } from './lane.ts'

export interface NewJob {
  readonly organisationId: string
  /** How much work it is, in the unit that lanes are counted by. */
  readonly weight: number
  /** For the handler; anything that JSON can say. */
  readonly data: unknown
}

/** A job in somebody's hands: `attempt` is the number of the claim. */
export interface Claim {
  readonly organisationId: string
  readonly id: number
  readonly attempt: number
}

export interface Job<Data> extends Claim {
  readonly data: Data
}

/**
 * Adds jobs inside the caller's transaction: they exist if and only if it commits, and workers are woken once it has. The
 * statement has been sent when this returns, so on a pipelined connection COMMIT may follow at once; the promise must
 * still be awaited before success is told to anyone, because COMMIT of a failed transaction answers without an error.
 */
export type Enqueue = (tx: Sql, jobs: readonly NewJob[]) => Promise<void>

/**
 * What a handler writes through `tx` commits together with the end of its jobs, or not at all. The jobs are settled after
 * it, or from where it calls `settle`: that waits for nothing, so what follows shares the round trip.
 */
export type Handler<Data> = (jobs: readonly Job<Data>[], tx: Sql, settle: () => void) => Promise<void>

export interface WorkOptions {
  /** Jobs taken at once. */
  readonly batchSize: number
  /** Batches in hand at the same time in this process. */
  readonly concurrency: number
}

export interface Queue {
  readonly enqueue: Enqueue
  work<Data>(lane: Lane, options: WorkOptions, handler: Handler<Data>): void
  /** Jobs that wait for a worker. */
  countReady(sql: Sql): Promise<number>
  /** Takes nothing new, lets what is in hand finish within `drainMs`, gives the rest back. */
  stop(options: { drainMs: number }): Promise<void>
}
