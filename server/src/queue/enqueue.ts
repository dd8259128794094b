import type { PgBoss } from 'pg-boss'
import type { Sql } from '#db/sql.ts'
import { type QueueName, queueNames } from './names.ts'

/** Adds jobs inside the caller's transaction. See `Queue.enqueue`. */
export type Enqueue = (tx: Sql, name: QueueName, jobs: readonly object[]) => Promise<void>

/**
 * `boss.insert` awaits its cache of queues before it sends anything, so a COMMIT that the caller sends right behind
 * it would overtake it. It is asked once, at the start, for the statement that it would send, and from then on that
 * is sent without delay: NOTIFY and all, in the caller's transaction, and not a line of pg-boss copied.
 */
export async function prepareEnqueue(boss: PgBoss): Promise<Enqueue> {
  const statements = new Map<QueueName, string>()
  for (const name of queueNames) statements.set(name, await insertStatement(boss, name))
  return (tx, name, jobs) => {
    if (jobs.length === 0) return Promise.resolve()
    const statement = statements.get(name) as string
    return tx.query(statement, [JSON.stringify(jobs.map(data => ({ data })))]).then(() => undefined)
  }
}

async function insertStatement(boss: PgBoss, name: QueueName): Promise<string> {
  let statement = ''
  const listener = {
    async executeSql(text: string) {
      statement = text
      return { rows: [] }
    },
  }
  await boss.insert(name, [], { db: listener })
  if (!statement.includes('$1') || statement.includes('$2')) {
    throw new Error('this pg-boss adds jobs with a statement that queue/enqueue.ts does not know')
  }
  return statement
}
