import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { settings } from '#db/database.ts'
import { tuneConnections } from './connection.ts'
import { queueCounts } from './counts.ts'
import { prepareEnqueue } from './enqueue.ts'
import type { Queue } from './queue.ts'
import { QUEUE_SCHEMA, supervision } from './settings.ts'
import { workJobs } from './work-jobs.ts'

export interface QueueOptions {
  readonly applicationName: string
  /** false in a process that only adds jobs: it then keeps no connection of its own. */
  readonly works: boolean
  onError(error: Error): void
  onWarning(message: string, data: object): void
}

/**
 * Whatever these connections do, they look up a few hundred rows by their keys. With fresh, old or no statistics the
 * planner now and then prefers to read a whole table for that: measured 50 ms against 5 for the update of 500 runs
 * out of 20,000, and five times as long to take jobs on a table that had never been analysed.
 */
const LOOK_UPS = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off'

/**
 * What pg-boss does on its own, outside a batch's transaction, is to claim jobs, to say that it is alive, and to look
 * for who is not. If a crash of PostgreSQL takes the last of that back, the jobs are claimed again, so nobody waits
 * for the disk. A batch's transaction does: see work-jobs.ts.
 */
const CLAIMS_NEED_NO_DISK = '-c synchronous_commit=off'

/** Opens the queues of a migrated database. Changes no schema. */
export async function openQueue(connection: pg.ClientConfig, options: QueueOptions): Promise<Queue> {
  const engine = settings(connection, 'millrace_engine', options.applicationName)
  const boss = new PgBoss({
    ...(engine as object),
    options: `${engine.options} ${LOOK_UPS} ${CLAIMS_NEED_NO_DISK}`,
    schema: QUEUE_SCHEMA,
    max: 10,
    migrate: false,
    createSchema: false,
    schedule: false,
    ...(options.works ? { ...supervision, useListenNotify: true } : { supervise: false }),
  })
  boss.on('error', options.onError)
  boss.on('warning', warning => options.onWarning(warning.message, warning.data))
  tuneConnections(boss)
  await boss.start()
  const enqueue = await prepareEnqueue(boss)
  if (!options.works) await boss.stop({ graceful: false })

  const working = new Set<string>()
  let stopped = !options.works
  return {
    enqueue,
    async work(name, workOptions, handler) {
      if (!options.works) throw new Error('this process only adds jobs')
      working.add(name)
      await workJobs(boss, name, workOptions, handler)
    },
    counts: queueCounts,
    async stop({ drainMs }) {
      if (stopped) return
      stopped = true
      const drained = Promise.all([...working].map(name => boss.offWork(name, { wait: true })))
      await Promise.race([drained, delay(drainMs)])
      // What did not finish is failed here, so that another process takes it at once.
      await boss.stop({ graceful: false })
    },
  }
}

function delay(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms).unref())
}
