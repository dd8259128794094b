import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, inTenant, inTransaction, openDatabase, settings } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/postgres.ts'
import type { Lane } from './lane.ts'
import { openQueue } from './open-queue.ts'
import type { Handler, Job, NewJob, Queue } from './queue.ts'
import { listenForJobs } from './wake.ts'

const organisationId = '0192d3f8-0000-7000-8000-000000000001'
const LEASE_MS = 1_000
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
  await database.engine.query('TRUNCATE done; DELETE FROM jobs')
})
afterAll(async () => {
  await database.close()
  await prepared.drop()
})

const open = (onError: (error: Error) => void = () => {}) =>
  openQueue(prepared.connection, {
    applicationName: 'test of the queue',
    lanes: { laneOf: (_organisationId, weight) => (weight > 10 ? 'slow' : 'fast') },
    leaseMs: LEASE_MS,
    onError,
  })

const job = (number: number, weight = 1): NewJob => ({ organisationId, weight, data: { number } })

const jobs = async () =>
  (await database.engine.query(`SELECT data, lane, claimed, attempt FROM jobs ORDER BY data->>'number'`)).rows

const numbers = async () =>
  (await database.engine.query('SELECT number FROM done ORDER BY number')).rows.map(row => row.number)

type Work = (batch: readonly Job<{ number: number }>[], tx: Sql) => Promise<void>

const record: Work = async (batch, tx) => {
  for (const { data } of batch) await tx.query('INSERT INTO done (number) VALUES ($1)', [data.number])
}

const add = (queue: Queue, ...added: NewJob[]) =>
  inTransaction(database.engine, tx => queue.enqueue(tx, added))

/** A job that no process is notified of. */
const addSilently = (number: number) =>
  database.engine.query(`INSERT INTO jobs (organisation_id, lane, data) VALUES ($1, 'fast', $2)`, [
    organisationId,
    JSON.stringify({ number }),
  ])

async function eventually(check: () => unknown): Promise<void> {
  const until = Date.now() + 20_000
  for (;;) {
    try {
      await check()
      return
    } catch (error) {
      if (Date.now() > until) throw error
      await sleep(25)
    }
  }
}

/** Everything that it does is in one transaction. */
const handlerOf =
  (work: Work): Handler<{ number: number }> =>
  (batch, settling) =>
    settling(tx => work(batch, tx))

async function working<T>(work: Work, during: (queue: Queue) => Promise<T>, batchSize = 500): Promise<T> {
  const queue = open()
  try {
    queue.work('fast', { batchSize, concurrency: 2 }, handlerOf(work))
    return await during(queue)
  } finally {
    await queue.stop({ drainMs: 5_000 })
  }
}

test('jobs exist if and only if the transaction that added them commits, and only then is anyone notified', async () => {
  const heard: Lane[] = []
  const listening = listenForJobs(
    settings(prepared.connection, 'millrace_engine', 'test of the queue'),
    lane => heard.push(lane),
  )
  const queue = open()
  const send = (added: NewJob, ending: 'COMMIT' | 'ROLLBACK') =>
    inTenant(database, organisationId, async tx => tx.later(queue.enqueue(tx, [added])), ending)
  await send(job(1), 'ROLLBACK')
  expect(await jobs()).toEqual([])
  // Until it listens; each job is notified, since no process works here.
  await eventually(async () => {
    await send(job(2), 'COMMIT')
    expect(heard).toContain('fast')
  })
  expect((await jobs())[0]).toEqual({ data: { number: 2 }, lane: 'fast', claimed: false, attempt: 0 })
  await send(job(3, 11), 'ROLLBACK')
  await send(job(4), 'COMMIT')
  await eventually(() => expect(heard.length).toBeGreaterThan(1))
  expect(new Set(heard)).toEqual(new Set(['fast']))
  await queue.stop({ drainMs: 0 })
  await listening.stop()
})

test('the statement is on its way when enqueue returns, so COMMIT may follow without waiting', async () => {
  const queue = open()
  const sent: string[] = []
  const tx = {
    query: async (text: string) => {
      sent.push(text)
      return { rows: [], rowCount: 0 }
    },
    onCommit: () => {},
  }
  const promise = queue.enqueue(tx, [job(1)])
  expect(sent).toHaveLength(1)
  expect(sent[0]).toContain('INSERT INTO jobs')
  // Within the transaction it would be a lock for the whole server.
  expect(sent[0]).not.toContain('notify')
  await promise
  await queue.stop({ drainMs: 0 })
})

test('a request may add jobs of its organisation, and neither read, change nor delete any', async () => {
  const refused = async (statement: string, why: string) =>
    expect(inTenant(database, organisationId, tx => tx.query(statement))).rejects.toThrow(why)
  await refused('SELECT data FROM jobs', 'permission denied')
  await refused('SELECT organisation_id FROM jobs', 'permission denied')
  await refused('UPDATE jobs SET claimed = true', 'permission denied')
  await refused('DELETE FROM jobs', 'permission denied')
  const foreign = `INSERT INTO jobs (organisation_id, lane, data) VALUES (gen_random_uuid(), 'fast', '{}')`
  await refused(foreign, 'row-level security')
})

test('a process that is free stores jobs as its own, and begins with them without a claim', async () => {
  const untouched: boolean[] = []
  await working(
    async (batch, tx) => {
      // Also the rows of the control, which nobody holds.
      const { rows } = await tx.query<{ untouched: boolean }>(
        `SELECT xmin::text = data ->> 'stored' AS untouched FROM jobs WHERE id = ANY($1)`,
        [batch.map(({ id }) => id)],
      )
      untouched.push(...rows.map(row => row.untouched))
    },
    async queue => {
      const store = (enqueue: Queue['enqueue']) =>
        inTenant(database, organisationId, async tx => {
          const { rows } = await tx.query<{ stored: string }>('SELECT pg_current_xact_id()::text AS stored')
          await enqueue(tx, [{ organisationId, weight: 1, data: rows[0] }])
        })
      // Again, if it was looking for jobs at that moment.
      await eventually(async () => {
        await store(queue.enqueue)
        await eventually(async () => expect(await jobs()).toEqual([]))
        expect(untouched.at(-1)).toBe(true)
      })
      const control = open()
      await store(control.enqueue)
      await eventually(async () => expect(await jobs()).toEqual([]))
      expect(untouched.at(-1)).toBe(false)
      await control.stop({ drainMs: 0 })
    },
  )
})

test('jobs of a transaction that is rolled back are not begun', async () => {
  const begun: number[] = []
  await working(
    async batch => {
      begun.push(...batch.map(({ data }) => data.number))
    },
    async queue => {
      const send = (number: number, ending: 'COMMIT' | 'ROLLBACK') =>
        inTenant(database, organisationId, tx => queue.enqueue(tx, [job(number)]), ending)
      await addSilently(0)
      await eventually(() => expect(begun).toEqual([0]))
      await send(1, 'ROLLBACK')
      await send(2, 'COMMIT')
      await eventually(async () => expect(await jobs()).toEqual([]))
      expect(begun).toEqual([0, 2])
    },
  )
})

test('a process that is busy leaves new jobs to all', async () => {
  const held = Promise.withResolvers<void>()
  let begun = 0
  const slow: Work = async (batch, tx) => {
    begun += batch.length
    await held.promise
    await record(batch, tx)
  }
  await working(slow, async queue => {
    for (const number of [1, 2]) {
      await add(queue, job(number))
      await eventually(() => expect(begun).toBe(number))
    }
    await add(queue, job(3))
    expect((await jobs())[2]).toEqual({ data: { number: 3 }, lane: 'fast', claimed: false, attempt: 0 })
    await working(record, () => eventually(async () => expect(await numbers()).toEqual([3])))
    held.resolve()
  })
  expect(await numbers()).toEqual([1, 2, 3])
})

test('more jobs than a batch are left to all', async () => {
  await working(
    record,
    async queue => {
      await inTransaction(database.engine, async tx => {
        await queue.enqueue(tx, [job(1), job(2), job(3)])
        const { rows } = await tx.query('SELECT count(*) AS free FROM jobs WHERE NOT claimed')
        expect(rows).toEqual([{ free: 3 }])
      })
      await eventually(async () => expect(await numbers()).toEqual([1, 2, 3]))
    },
    2,
  )
})

/** A transaction that has stored a job as the process's own, and commits when it is let. */
async function storeAsOwn(queue: Queue, number: number) {
  for (;;) {
    const isOwn = Promise.withResolvers<boolean>()
    const allowed = Promise.withResolvers<void>()
    const committed = inTransaction(database.engine, async tx => {
      await queue.enqueue(tx, [job(number)])
      const { rows } = await tx.query<{ claimed: boolean }>('SELECT claimed FROM jobs')
      isOwn.resolve(rows[0]?.claimed === true)
      await allowed.promise
      if (rows[0]?.claimed === false) await tx.query('DELETE FROM jobs')
    })
    if (await isOwn.promise) return { commit: allowed.resolve, committed }
    allowed.resolve()
    await committed
    // It was looking for jobs at that moment, and does so once more because of this one.
    await sleep(20)
  }
}

test('what a process stored as its own and could not begin with continues after a lease', async () => {
  const queue = open()
  queue.work('fast', { batchSize: 10, concurrency: 2 }, handlerOf(record))
  const own = await storeAsOwn(queue, 1)
  await queue.stop({ drainMs: 5_000 })
  own.commit()
  await own.committed
  expect(await jobs()).toMatchObject([{ claimed: true }])
  await working(record, () => eventually(async () => expect(await numbers()).toEqual([1])))
  expect(await jobs()).toEqual([])
})

test('what a process stored as its own and commits while it stops is given back', async () => {
  const queue = open()
  queue.work('fast', { batchSize: 10, concurrency: 2 }, handlerOf(record))
  const own = await storeAsOwn(queue, 1)
  const stopped = queue.stop({ drainMs: 5_000, adding: own.committed })
  // A queue that does not wait has closed its connections by then.
  await Promise.race([stopped, sleep(300)])
  own.commit()
  await Promise.all([stopped, own.committed])
  expect(await jobs()).toEqual([{ data: { number: 1 }, lane: 'fast', claimed: false, attempt: 1 }])
})

test('what a handler writes commits together with its jobs, and the jobs are gone', async () => {
  await working(record, async queue => {
    await add(queue, job(1), job(2))
    await eventually(async () => expect(await numbers()).toEqual([1, 2]))
    await eventually(async () => expect(await jobs()).toEqual([]))
  })
})

test('a handler that throws leaves nothing written, and its jobs are tried again', async () => {
  let attempts = 0
  const stumble: Work = async (batch, tx) => {
    await record(batch, tx)
    if (attempts++ === 0) throw new Error('stumbled')
  }
  await working(stumble, async queue => {
    await add(queue, job(1))
    await eventually(async () => expect(await numbers()).toEqual([1]))
    await eventually(async () => expect(await jobs()).toEqual([]))
  })
  expect(attempts).toBe(2)
})

test('a worker whose claim went to another writes nothing', async () => {
  const held = Promise.withResolvers<void>()
  let calls = 0
  const slow: Work = async (batch, tx) => {
    const call = ++calls
    // Repeated, because a transaction that idles is ended, which is another case.
    if (call === 1) while (!(await Promise.race([held.promise.then(() => true), idle(tx)])));
    for (const { data } of batch) {
      await tx.query('INSERT INTO done (number, attempt) VALUES ($1, $2)', [data.number, `call ${call}`])
    }
  }
  const idle = async (tx: Sql) => {
    await sleep(50)
    await tx.query('SELECT')
    return false
  }
  await working(slow, async queue => {
    await add(queue, job(1))
    await eventually(() => expect(calls).toBe(1))
    // What another process does that has seen the claim unchanged for a lease.
    await database.engine.query('UPDATE jobs SET claimed = false')
    await eventually(async () => expect(await numbers()).toEqual([1]))
    held.resolve()
    await sleep(300)
    expect((await database.engine.query('SELECT attempt FROM done')).rows).toEqual([{ attempt: 'call 2' }])
  })
})

test('what a worker that died had in hand continues after a lease, and not before', async () => {
  await addSilently(1)
  await database.engine.query('UPDATE jobs SET claimed = true, attempt = 1')
  const began = performance.now()
  await working(record, async () => {
    await eventually(async () => expect(await numbers()).toEqual([1]))
    expect(performance.now() - began).toBeGreaterThanOrEqual(LEASE_MS)
  })
})

test('a claim is nobody else’s for as long as its worker lives, also over several leases', async () => {
  let calls = 0
  const slow: Work = async (batch, tx) => {
    calls += 1
    const until = performance.now() + 3 * LEASE_MS
    while (performance.now() < until) {
      await sleep(50)
      await tx.query('SELECT')
    }
    await record(batch, tx)
  }
  await working(slow, queue =>
    working(slow, async () => {
      await add(queue, job(1))
      await eventually(async () => expect(await numbers()).toEqual([1]))
    }),
  )
  expect(calls).toBe(1)
})

test('a job without a notification is found all the same', async () => {
  await working(record, async () => {
    // The first check has found nothing.
    await sleep(100)
    await addSilently(1)
    await eventually(async () => expect(await numbers()).toEqual([1]))
  })
})

test('a backlog on a queue that was empty is not read through for every claim', async () => {
  const count = 4_000
  const batchSize = 50
  const read = async () => {
    const { rows } = await database.engine.query<{ read: string }>(
      `SELECT seq_tup_read + idx_tup_fetch AS read FROM pg_stat_user_tables WHERE relid = 'jobs'::regclass`,
    )
    return Number(rows[0]?.read)
  }
  // As after an hour without events, when the claiming session has planned the statement on an empty table.
  await database.engine.query('TRUNCATE jobs; ANALYZE jobs')
  const before = await read()
  let done = 0
  await working(
    async batch => {
      done += batch.length
    },
    async queue => {
      await add(queue, job(0))
      await eventually(() => expect(done).toBe(1))
      await add(queue, ...Array.from({ length: count }, (_, number) => job(number)))
      await eventually(() => expect(done).toBe(1 + count))
    },
    batchSize,
  )
  const claims = count / batchSize
  expect(((await read()) - before) / (claims * count)).toBeLessThan(0.3)
})

test('stopping waits for the batch in hand', async () => {
  let begun = false
  const slow: Work = async (batch, tx) => {
    begun = true
    await sleep(400)
    await record(batch, tx)
  }
  await working(slow, async queue => {
    await add(queue, job(1))
    await eventually(() => expect(begun).toBe(true))
  })
  expect(await numbers()).toEqual([1])
  expect(await jobs()).toEqual([])
})

test('what does not finish in time is given back when the process stops', async () => {
  const never = Promise.withResolvers<void>()
  let begun = false
  const queue = open()
  queue.work('fast', { batchSize: 1, concurrency: 1 }, () => {
    begun = true
    return never.promise
  })
  await add(queue, job(1))
  await eventually(() => expect(begun).toBe(true))
  await queue.stop({ drainMs: 100 })
  expect(await jobs()).toEqual([{ data: { number: 1 }, lane: 'fast', claimed: false, attempt: 1 }])
  never.reject(new Error('too late'))
})

test('what goes wrong is reported, and the next batch comes all the same', async () => {
  const errors: string[] = []
  const queue = open(error => errors.push(error.message))
  const stumble: Work = async (batch, tx) => {
    if (batch[0]?.data.number === 1) throw new Error('stumbled')
    await record(batch, tx)
  }
  queue.work('fast', { batchSize: 1, concurrency: 2 }, handlerOf(stumble))
  await add(queue, job(1), job(2))
  await eventually(async () => expect(await numbers()).toEqual([2]))
  // The other batch may still be rolling back.
  await eventually(() => expect(errors).toContain('stumbled'))
  await queue.stop({ drainMs: 5_000 })
})
