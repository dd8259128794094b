import type { Db, Job, PgBoss } from 'pg-boss'
import type { Sql } from '#db/sql.ts'
import { firstStatement, nothingLeftToSettle } from './connection.ts'
import type { QueueName } from './names.ts'
import type { Handler, WorkOptions } from './queue.ts'

/** Says how many; that is missing from pg-boss's types. Should it ever be missing from the answer, pg-boss asks again. */
interface Deletion {
  readonly affected?: number
}

/**
 * Takes batches of jobs and hands each to `handler` with a transaction of its own.
 *
 * The jobs are deleted in that transaction, each only if it is still claimed by this very attempt; pg-boss then
 * counts, and rolls everything back when a claim was lost. So a worker that was frozen, and whose jobs went to
 * another meanwhile, writes nothing. Deleting rather than completing: what happened is in the runs and steps, and
 * a completed job would only be a row to write once more and to delete later.
 */
export async function workJobs<Data extends object>(
  boss: PgBoss,
  name: QueueName,
  { batchSize, concurrency }: WorkOptions,
  handler: Handler<Data>,
): Promise<void> {
  await boss.work(
    name,
    {
      batchSize,
      localConcurrency: concurrency,
      transactional: true,
      burstWhenBatchFull: true,
      // The session ends transactions that idle, and expireInSeconds those that do not; a third bound would cost
      // every batch a statement of a millisecond.
      transactionTimeoutSeconds: 0,
      // NOTIFY wakes the worker at once; polling finds what a dead worker left and what is to be retried.
      pollingIntervalSeconds: 0.5,
      notifyPollingIntervalSeconds: 0.5,
    },
    async (jobs: Job<Data>[], db: Db) => {
      let deleted: Promise<Deletion> | undefined
      const settle = async () => {
        if (deleted !== undefined) return
        deleted = boss.deleteJob(name, jobs, { db }) as Promise<Deletion>
        // Its failure is reported below; without this it would count as unhandled meanwhile.
        deleted.catch(() => {})
        await Promise.race([firstStatement(db), deleted])
      }
      const tx: Sql = { query: (text, values) => db.executeSql(text, values) as never }
      const durable = tx.query('SET LOCAL synchronous_commit = on')
      await Promise.all([durable, handler(jobs, tx, settle)])
      await settle()
      if ((await deleted)?.affected === jobs.length) nothingLeftToSettle(db)
    },
  )
}
