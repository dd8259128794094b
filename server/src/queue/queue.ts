import type { Sql } from '#db/sql.ts'
import type { QueueName } from './names.ts'

export interface Job<Data> {
  readonly id: string
  readonly data: Data
}

export interface WorkOptions {
  /** Jobs taken at once. */
  readonly batchSize: number
  /** Batches in flight at the same time in this process. */
  readonly concurrency: number
}

/**
 * What a handler writes through `tx` commits together with the completion of its jobs, or not at all. The jobs are
 * completed after it, or from where it calls `settle`: what it sends after that shares the round trip.
 */
export type Handler<Data> = (
  jobs: readonly Job<Data>[],
  tx: Sql,
  settle: () => Promise<void>,
) => Promise<void>

export interface QueueCounts {
  readonly name: string
  readonly ready: number
  readonly active: number
}

export interface Queue {
  /**
   * Adds jobs inside the caller's transaction: they exist if and only if it commits. The statement has been sent
   * when this returns, so on a pipelined connection COMMIT may follow at once; the promise must still be awaited
   * before success is told to anyone, because COMMIT of a failed transaction answers without an error.
   */
  enqueue(tx: Sql, name: QueueName, jobs: readonly object[]): Promise<void>
  work<Data extends object>(name: QueueName, options: WorkOptions, handler: Handler<Data>): Promise<void>
  counts(sql: Sql): Promise<QueueCounts[]>
  /** Takes nothing new, lets what is being worked on finish within `drainMs`, gives the rest back. */
  stop(options: { drainMs: number }): Promise<void>
}
