import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { jobLocks } from '#db/advisory-locks.ts'
import { settings } from '#db/database.ts'
import { queueNames } from './names.ts'
import { QUEUE_SCHEMA, queueOptions } from './settings.ts'

/**
 * Creates or upgrades pg-boss's tables and our queues. Part of migrating: running processes change no schema.
 * Everything is made by, and belongs to, millrace_engine.
 */
export async function installQueue(connection: pg.ClientConfig): Promise<void> {
  const engine = settings(connection, 'millrace_engine', 'millrace migrate')
  const client = new pg.Client(engine)
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [jobLocks.installQueue])
    await createQueues(engine)
    for (const table of await jobTables(client)) {
      await tuneForChurn(client, table)
      await dropQueueReference(client, table)
      await allowEnqueue(client, table)
    }
    await client.query(`GRANT USAGE ON SCHEMA ${QUEUE_SCHEMA} TO millrace_tenant`)
    await client.query(`GRANT SELECT ON ${QUEUE_SCHEMA}.queue TO millrace_tenant`)
  } finally {
    await client.end()
  }
}

async function createQueues(engine: pg.PoolConfig): Promise<void> {
  const boss = new PgBoss({
    ...(engine as object),
    schema: QUEUE_SCHEMA,
    max: 2,
    createSchema: false,
    supervise: false,
    schedule: false,
  })
  // Failures reject the calls below; a connection lost in between would otherwise end the process.
  boss.on('error', () => {})
  try {
    await boss.start()
    const existing = new Set((await boss.getQueues()).map(queue => queue.name))
    for (const name of queueNames) {
      const { partition: _fixedAtCreation, ...changeable } = queueOptions
      if (existing.has(name)) await boss.updateQueue(name, changeable)
      else await boss.createQueue(name, queueOptions)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

async function jobTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT DISTINCT quote_ident('${QUEUE_SCHEMA}') || '.' || quote_ident(table_name) AS table
     FROM ${QUEUE_SCHEMA}.queue WHERE name = ANY($1)`,
    [queueNames],
  )
  return rows.map(row => row.table)
}

/**
 * A job lives for milliseconds, so the share of dead rows says nothing: a table of ten jobs may have had a million.
 * Fixed thresholds instead, and statistics from the start: without any, the plan that takes jobs was measured up
 * to five times slower until the first ANALYZE.
 */
async function tuneForChurn(client: pg.Client, table: string): Promise<void> {
  await client.query(`ALTER TABLE ${table} SET (
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
    autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000,
    autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 20000,
    autovacuum_vacuum_cost_delay = 0)`)
  await client.query(`ANALYZE ${table}`)
}

/**
 * Each of our queues has a table of its own, in which a CHECK allows that queue's name alone, and no queue is ever
 * deleted. So the reference to the table of queues holds anyway; asking for it, and locking the queue's one row, cost
 * every commit some hundredths of a millisecond. Only where it still is: even to find nothing to drop, PostgreSQL waits
 * until nobody is at work on the table, and everybody else behind it.
 */
async function dropQueueReference(client: pg.Client, table: string): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_constraint WHERE conrelid = $1::regclass AND conname = 'q_fkey'`,
    [table],
  )
  if (rowCount === 1) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT q_fkey`)
}

/** What a request's transaction needs to add jobs: it may not read, change or take any. */
async function allowEnqueue(client: pg.Client, table: string): Promise<void> {
  await client.query(`GRANT INSERT, SELECT (id, start_after) ON ${table} TO millrace_tenant`)
}
