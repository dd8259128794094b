import type { PgBoss } from 'pg-boss'
import type { Sql } from '#db/sql.ts'
import { type QueueName, queueNames } from './names.ts'
import { QUEUE_SCHEMA } from './settings.ts'

/** Adds jobs inside the caller's transaction. See `Queue.enqueue`. */
export type Enqueue = (tx: Sql, name: QueueName, jobs: readonly object[]) => Promise<void>

/**
 * `boss.insert` awaits its cache of queues before it sends anything, so a COMMIT that the caller sends right behind
 * it would overtake it. And its statement is made for jobs with any options of their own: for one job without, it was
 * the most expensive statement of an event, and took half as long again as this one. A test compares the rows.
 */
export async function prepareEnqueue(boss: PgBoss): Promise<Enqueue> {
  const statements = new Map<QueueName, string>()
  for (const name of queueNames) statements.set(name, await insertStatement(boss, name))
  return (tx, name, jobs) => {
    if (jobs.length === 0) return Promise.resolve()
    return tx.query(statements.get(name) as string, [JSON.stringify(jobs)]).then(() => undefined)
  }
}

/** Where jobs go and who is told of them is pg-boss's own business: that is read off the statement it would send. */
async function insertStatement(boss: PgBoss, name: QueueName): Promise<string> {
  let own = ''
  const listener = {
    async executeSql(text: string) {
      own = text
      return { rows: [] }
    },
  }
  await boss.insert(name, [], { db: listener })
  const table = /INSERT INTO (\S+) \(/.exec(own)?.[1]
  const channel = new RegExp(`pg_notify\\((.+), '${name}'\\)`).exec(own)?.[1]
  if (table === undefined || channel === undefined) {
    throw new Error('this pg-boss adds jobs with a statement that queue/enqueue.ts does not know')
  }
  return `
    WITH added AS (
      INSERT INTO ${table} (
        name, data, start_after, created_on, keep_until, policy, expire_seconds, deletion_seconds, retry_limit,
        retry_delay, retry_backoff, retry_delay_max, dead_letter, heartbeat_seconds
      )
      SELECT q.name, job.data, clock.now, clock.now, clock.now + q.retention_seconds * interval '1s', q.policy,
             q.expire_seconds, q.deletion_seconds, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max,
             q.dead_letter, q.heartbeat_seconds
      FROM ${QUEUE_SCHEMA}.queue q, (SELECT ${QUEUE_SCHEMA}.job_now()) AS clock (now),
           jsonb_array_elements($1::jsonb) AS job (data)
      WHERE q.name = '${name}'
      RETURNING id
    )
    SELECT pg_notify(${channel}, '${name}') FROM added LIMIT 1`
}
