import type { Database } from '#db/database.ts'
import type { Logger } from '#observability/logger.ts'
import type { Metrics } from '#observability/metrics.ts'
import type { Queue } from '#queue/queue.ts'
import { advance } from '#runs/advance.ts'
import type { AdvanceJob } from '#runs/advance-job.ts'
import { steps } from '#steps/table.ts'
import type { Catalogue } from '#workflows/catalogue.ts'

export interface WorkerParts {
  readonly database: Database
  readonly queue: Queue
  readonly catalogue: Catalogue
  readonly logger: Logger
  readonly metrics: Metrics
}

export async function startWorker({ queue, catalogue }: WorkerParts): Promise<{ stop(): Promise<void> }> {
  await queue.work<AdvanceJob>('advance', { batchSize: 500, concurrency: 2 }, (jobs, tx) =>
    advance(
      jobs.map(job => job.data),
      tx,
      { catalogue, steps },
    ),
  )
  return { stop: async () => {} }
}
