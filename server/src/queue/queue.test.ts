import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, inTenant, inTransaction, openDatabase, settings } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/postgres.ts'
import { openQueue } from './open-queue.ts'
import type { Handler, Queue } from './queue.ts'
import { QUEUE_SCHEMA } from './settings.ts'

const organisationId = '0192d3f8-0000-7000-8000-000000000001'
let prepared: TestDatabase
let database: Database

beforeAll(async () => {
  prepared = await createTestDatabase()
  database = openDatabase(prepared.connection, {
    applicationName: 'test of the queue',
    tenantConnections: 2,
    engineConnections: 2,
    onError: () => {},
  })
  await database.engine.query('CREATE TABLE done (number integer, attempt text)')
})
beforeEach(async () => {
  await database.engine.query('TRUNCATE done; DELETE FROM pgboss.job')
})
afterAll(async () => {
  await database.close()
  await prepared.drop()
})

const open = (works: boolean) =>
  openQueue(prepared.connection, {
    applicationName: 'test of the queue',
    works,
    onError: () => {},
    onWarning: () => {},
  })

const jobs = async () =>
  (await database.engine.query(`SELECT data, state, retry_count FROM pgboss.job ORDER BY data->>'number'`))
    .rows

const numbers = async () =>
  (await database.engine.query('SELECT number FROM done ORDER BY number')).rows.map(row => row.number)

const record = async (batch: readonly { data: { number: number } }[], tx: Sql) => {
  for (const { data } of batch) await tx.query('INSERT INTO done (number) VALUES ($1)', [data.number])
}

async function eventually(check: () => Promise<void>): Promise<void> {
  const until = Date.now() + 10_000
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise(resolve => setTimeout(resolve, 25))
    }
  }
}

async function working<T>(
  handler: Handler<{ number: number }>,
  during: (queue: Queue) => Promise<T>,
  batchSize = 500,
): Promise<T> {
  const queue = await open(true)
  try {
    await queue.work('advance', { batchSize, concurrency: 2 }, handler)
    return await during(queue)
  } finally {
    await queue.stop({ drainMs: 5_000 })
  }
}

test('a job is stored as pg-boss itself would store it', async () => {
  const boss = new PgBoss({
    ...(settings(prepared.connection, 'millrace_engine', 'test of the queue') as object),
    schema: QUEUE_SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  const queue = await open(false)
  try {
    await inTransaction(database.engine, async tx => {
      await boss.insert('advance', [{ data: { number: 1 } }], {
        db: { executeSql: (text, values) => tx.query(text, values) },
      })
      await queue.enqueue(tx, 'advance', [{ number: 1 }])
    })
    const { rows } = await database.engine.query('SELECT * FROM pgboss.job')
    const [theirs, ours] = rows.map(({ id, ...rest }) => rest)
    expect(ours).toEqual(theirs)
  } finally {
    await queue.stop({ drainMs: 0 })
    await boss.stop({ graceful: false })
  }
})

test('jobs exist if and only if the transaction that added them commits', async () => {
  const queue = await open(false)
  const add = (number: number, ending: 'COMMIT' | 'ROLLBACK') =>
    inTenant(
      database,
      organisationId,
      async tx => tx.later(queue.enqueue(tx, 'advance', [{ number }])),
      ending,
    )
  await add(1, 'ROLLBACK')
  expect(await jobs()).toEqual([])
  await add(2, 'COMMIT')
  expect(await jobs()).toEqual([{ data: { number: 2 }, state: 'created', retry_count: 0 }])
})

test('the statement is on its way when enqueue returns, so COMMIT may follow without waiting', async () => {
  const queue = await open(false)
  const sent: string[] = []
  const tx = {
    query: async (text: string) => {
      sent.push(text)
      return { rows: [], rowCount: 0 }
    },
  }
  const promise = queue.enqueue(tx, 'advance', [{ number: 1 }])
  expect(sent).toHaveLength(1)
  expect(sent[0]).toContain('pg_notify')
  await promise
})

test('a request may add jobs, and neither read, change nor delete any', async () => {
  const refused = async (statement: string) =>
    expect(inTenant(database, organisationId, tx => tx.query(statement))).rejects.toThrow('permission denied')
  const { rows } = await database.engine.query(`SELECT table_name FROM pgboss.queue WHERE name = 'advance'`)
  for (const table of [`pgboss.${rows[0].table_name}`, 'pgboss.job']) {
    await refused(`SELECT data FROM ${table}`)
    await refused(`UPDATE ${table} SET state = 'completed'`)
    await refused(`DELETE FROM ${table}`)
  }
  await refused('DELETE FROM pgboss.queue')
})

test('what a handler writes commits together with its jobs, and the jobs are gone', async () => {
  await working(record, async queue => {
    await inTransaction(database.engine, tx => queue.enqueue(tx, 'advance', [{ number: 1 }, { number: 2 }]))
    await eventually(async () => expect(await numbers()).toEqual([1, 2]))
    await eventually(async () => expect(await jobs()).toEqual([]))
  })
})

test('a handler that throws leaves nothing written, and its jobs are tried again', async () => {
  let attempts = 0
  const stumble: typeof record = async (batch, tx) => {
    await record(batch, tx)
    if (attempts++ === 0) throw new Error('stumbled')
  }
  await working(stumble, async queue => {
    await inTransaction(database.engine, tx => queue.enqueue(tx, 'advance', [{ number: 1 }]))
    await eventually(async () => expect(await numbers()).toEqual([1]))
    await eventually(async () => expect(await jobs()).toEqual([]))
  })
  expect(attempts).toBe(2)
})

test('a worker whose claim went to another writes nothing', async () => {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  let calls = 0
  const slow: typeof record = async (batch, tx) => {
    const call = ++calls
    if (call === 1) await held
    for (const { data } of batch) {
      await tx.query('INSERT INTO done (number, attempt) VALUES ($1, $2)', [data.number, `call ${call}`])
    }
  }
  await working(slow, async queue => {
    await inTransaction(database.engine, tx => queue.enqueue(tx, 'advance', [{ number: 1 }]))
    await eventually(async () => expect(calls).toBe(1))
    // What the supervisor does when the heartbeat of a frozen process stays away.
    await database.engine.query(`UPDATE pgboss.job SET heartbeat_on = now() - interval '1 hour'`)
    await eventually(async () => expect(await numbers()).toEqual([1]))
    release()
    await new Promise(resolve => setTimeout(resolve, 300))
    expect((await database.engine.query('SELECT attempt FROM done')).rows).toEqual([{ attempt: 'call 2' }])
  })
})

test('a backlog on a queue that was empty is not read through for every claim', async () => {
  const count = 4_000
  const batchSize = 50
  const { rows } = await database.engine.query(`SELECT table_name FROM pgboss.queue WHERE name = 'advance'`)
  const table = `pgboss.${rows[0].table_name}`
  // Jobs are found in their order by another index, which also passes by those that are gone already.
  const read = async () => {
    const { rows } = await database.engine.query<{ read: string }>(
      `SELECT idx_tup_read AS read FROM pg_stat_user_indexes WHERE relid = $1::regclass AND indexrelname ~ 'pkey$'`,
      [table],
    )
    return Number(rows[0]?.read)
  }
  // As after an hour without events, when whoever claims has planned it on an empty table.
  await database.engine.query(`TRUNCATE ${table}; ANALYZE ${table}`)
  const before = await read()
  let done = 0
  await working(
    async batch => {
      done += batch.length
    },
    async queue => {
      await inTransaction(database.engine, tx => queue.enqueue(tx, 'advance', [{ number: 0 }]))
      await eventually(async () => expect(done).toBe(1))
      const jobs = Array.from({ length: count }, (_, number) => ({ number }))
      await inTransaction(database.engine, tx => queue.enqueue(tx, 'advance', jobs))
      await eventually(async () => expect(done).toBe(1 + count))
    },
    batchSize,
  )
  const claims = count / batchSize
  expect(((await read()) - before) / (claims * count)).toBeLessThan(0.3)
})

test('no retention reaches an unfinished job, and retries do not run out', async () => {
  const queue = await open(false)
  await inTransaction(database.engine, tx => queue.enqueue(tx, 'advance', [{ number: 1 }]))
  const { rows } = await database.engine.query(
    `SELECT keep_until > now() + interval '50 years' AS kept, retry_limit, heartbeat_seconds FROM pgboss.job`,
  )
  expect(rows).toEqual([{ kept: true, retry_limit: 2_000_000_000, heartbeat_seconds: 10 }])
})

test('stopping waits for the batch in hand', async () => {
  let begun = false
  const slow: typeof record = async (batch, tx) => {
    begun = true
    await new Promise(resolve => setTimeout(resolve, 400))
    await record(batch, tx)
  }
  await working(slow, async queue => {
    await inTransaction(database.engine, tx => queue.enqueue(tx, 'advance', [{ number: 1 }]))
    await eventually(async () => expect(begun).toBe(true))
  })
  expect(await numbers()).toEqual([1])
  expect(await jobs()).toEqual([])
})
