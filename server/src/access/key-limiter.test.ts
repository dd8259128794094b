import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import type { Database } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { openTestDatabase } from '../../../tests/support/open-database.ts'
import type { Identity } from './identity.ts'
import { createKeyLimiter, type KeyLimiter } from './key-limiter.ts'
import { createKey } from './keys.ts'

let database: Database
const organisationId = newId()
beforeAll(async () => {
  const opened = await openTestDatabase({ tenant: 1, engine: 2 })
  database = opened.database
  await database.engine.query('INSERT INTO organisations (id, name) VALUES ($1, $2)', [
    organisationId,
    'Test',
  ])
  return opened.close
})

async function identity(requestsPerMinute: number): Promise<Identity> {
  const { id, clientId } = await createKey(database.engineSql, organisationId, 'test', {
    name: 'test',
    requestsPerMinute,
  })
  const limits = { scopes: null, serials: null, sources: null, addresses: null }
  return { organisationId, keyId: id, clientId, requestsPerMinute, test: false, ...limits }
}
const open = () => createKeyLimiter(database.engineSql, error => expect.fail(String(error)))
async function within<T>(work: (limiter: KeyLimiter) => T | Promise<T>): Promise<T> {
  const limiter = open()
  try {
    return await work(limiter)
  } finally {
    await limiter.close()
  }
}
const counted = async (keyId: string) => {
  const { rows } = await database.engine.query<{ sum: number }>(
    'SELECT coalesce(sum(requests), 0)::int AS sum FROM api_key_usage WHERE key_id = $1',
    [keyId],
  )
  return rows[0]?.sum
}
/** Waits for what the limiter does every second. */
async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await sleep(50)
}

test('one process admits exactly as many as the key may, and says what is left', async () => {
  const key = await identity(3)
  await within(limiter => {
    expect([limiter.take(key), limiter.take(key), limiter.take(key)]).toEqual([
      { admitted: true, limit: 3, remaining: 2, retryAfterSeconds: 0 },
      { admitted: true, limit: 3, remaining: 1, retryAfterSeconds: 0 },
      { admitted: true, limit: 3, remaining: 0, retryAfterSeconds: 0 },
    ])
    // What is not written yet leaves the window two seconds after the minute at the latest.
    expect(limiter.take(key)).toEqual({ admitted: false, limit: 3, remaining: 0, retryAfterSeconds: 62 })
  })
  // A refusal is not counted, and closing writes down what was.
  expect(await counted(key.keyId)).toBe(3)
})

test("an operator's cap holds over the limits of keys", async () => {
  for (const [own, cap, limit] of [
    [3, 2, 2],
    [0, 2, 2],
    [2, 3, 2],
  ] as const) {
    const key = await identity(own)
    const limiter = createKeyLimiter(database.engineSql, error => expect.fail(String(error)), cap)
    expect(limiter.take(key)).toMatchObject({ admitted: true, limit })
    expect(limiter.take(key).admitted).toBe(true)
    expect(limiter.take(key).admitted).toBe(false)
    await limiter.close()
  }
})

test('a key without a limit is admitted always, and counted all the same', async () => {
  const key = await identity(0)
  await within(limiter => {
    const unlimited = { admitted: true, limit: 0, remaining: 0, retryAfterSeconds: 0 }
    expect([limiter.take(key), limiter.take(key)]).toEqual([unlimited, unlimited])
  })
  expect(await counted(key.keyId)).toBe(2)
  const { rows } = await database.engine.query('SELECT last_used_at FROM api_keys WHERE id = $1', [key.keyId])
  expect(rows[0].last_used_at).toBeInstanceOf(Date)
})

test('two keys do not use up each other’s requests', async () => {
  const [one, other] = [await identity(1), await identity(1)]
  await within(limiter => {
    expect(limiter.take(one).admitted).toBe(true)
    expect(limiter.take(other).admitted).toBe(true)
    expect(limiter.take(one).admitted).toBe(false)
  })
})

test('what other processes counted counts after a second, and once', async () => {
  const key = await identity(5)
  await within(async limiter => {
    limiter.take(key)
    await within(other => {
      for (let n = 0; n < 3; n++) other.take(key)
    })
    // A refused request adds nothing, so asking changes only what it takes itself.
    await until(async () => (await counted(key.keyId)) === 4)
    await until(() => !limiter.take({ ...key, requestsPerMinute: 4 }).admitted)
    expect(limiter.take(key)).toMatchObject({ admitted: true, remaining: 0 })
    expect(limiter.take(key)).toMatchObject({ admitted: false, remaining: 0 })
  })
  expect(await counted(key.keyId)).toBe(5)
})

/** So many requests, so many seconds ago. */
const usedBefore = (key: Identity, seconds: number, requests: number) =>
  database.engine.query(
    `INSERT INTO api_key_usage (organisation_id, key_id, slot, requests)
     VALUES ($1, $2, now() - make_interval(secs => $3), $4)`,
    [organisationId, key.keyId, seconds, requests],
  )
/** Its first request makes a limiter read what was counted before. It takes one, and asks for nothing else. */
async function readBack(limiter: KeyLimiter, key: Identity): Promise<void> {
  expect(limiter.take(key).admitted).toBe(true)
  await until(() => limiter.take({ ...key, requestsPerMinute: 1 }).retryAfterSeconds < 62)
}

test('the wait is until the oldest second that counts has left the window', async () => {
  const key = await identity(5)
  await usedBefore(key, 30, 2)
  await usedBefore(key, 20, 1)
  await within(async limiter => {
    await readBack(limiter, key)
    expect(limiter.take({ ...key, requestsPerMinute: 6 })).toMatchObject({ admitted: true, remaining: 1 })
    expect(limiter.take(key)).toMatchObject({ admitted: false, remaining: 0 })
    const { retryAfterSeconds } = limiter.take(key)
    expect(retryAfterSeconds).toBeGreaterThanOrEqual(1)
    expect(retryAfterSeconds).toBeLessThanOrEqual(31)
  })
})

test('a second that has left the window does not count', async () => {
  const key = await identity(2)
  await usedBefore(key, 62, 9)
  await within(async limiter => {
    await readBack(limiter, key)
    expect(limiter.take(key)).toMatchObject({ admitted: true, remaining: 0 })
  })
})

test('a second gives its requests back when it leaves the window', async () => {
  const key = await identity(2)
  await usedBefore(key, 57, 1)
  await within(async limiter => {
    await readBack(limiter, key)
    await until(() => limiter.take(key).admitted)
    expect(limiter.take(key).admitted).toBe(false)
  })
})

test('a fault of the database is reported, and what was counted is written later', async () => {
  const key = await identity(10)
  const faults: unknown[] = []
  await database.engine.query('ALTER TABLE api_key_usage RENAME TO hidden_usage')
  const limiter = createKeyLimiter(database.engineSql, error => faults.push(error))
  limiter.take(key)
  await until(() => faults.length > 0)
  await database.engine.query('ALTER TABLE hidden_usage RENAME TO api_key_usage')
  await limiter.close()
  expect(await counted(key.keyId)).toBe(1)
})

test('a second that has left the window gives its requests back at once, and the wait is for the next one', async () => {
  const key = await identity(3)
  await usedBefore(key, 30, 2)
  let now = 0
  const limiter = createKeyLimiter(
    database.engineSql,
    error => expect.fail(String(error)),
    0,
    () => now,
  )
  await readBack(limiter, key)
  const refused = limiter.take(key)
  expect(refused).toMatchObject({ admitted: false, remaining: 0 })
  // Exact but for the time that the test has taken.
  expect(refused.retryAfterSeconds).toBeGreaterThan(5)
  expect(refused.retryAfterSeconds).toBeLessThanOrEqual(31)
  now = 32_000
  const { retryAfterSeconds } = limiter.take({ ...key, requestsPerMinute: 1 })
  expect(retryAfterSeconds).toBeGreaterThan(5)
  expect(retryAfterSeconds).toBeLessThanOrEqual(29)
  expect(limiter.take({ ...key, requestsPerMinute: 2 })).toMatchObject({ admitted: true, remaining: 0 })
  await limiter.close()
})

/** The keys that the database was asked about, each time. */
function recorded(): { asked: (readonly string[])[]; sql: Sql } {
  const asked: (readonly string[])[] = []
  const query = (text: string, values: readonly unknown[]) => {
    asked.push(values[1] as string[])
    return database.engineSql.query(text, values as unknown[])
  }
  return { asked, sql: { query } as unknown as Sql }
}

test('a key of which nothing counts is forgotten', async () => {
  const [quiet, busy] = [await identity(5), await identity(5)]
  const { asked, sql } = recorded()
  let now = 0
  const limiter = createKeyLimiter(
    sql,
    error => expect.fail(String(error)),
    0,
    () => now,
  )
  limiter.take(quiet)
  await until(() => asked.length > 0)
  await until(() => {
    now += 62_000
    limiter.take(busy)
    return asked.at(-1)?.join() === busy.keyId
  })
  await limiter.close()
})

test('a limiter that was not asked asks nothing, and keeps no process from ending', async () => {
  const { asked, sql } = recorded()
  const timers = () => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length
  const before = timers()
  const limiter = createKeyLimiter(sql, error => expect.fail(String(error)))
  expect(timers()).toBe(before)
  await limiter.close()
  expect(asked).toEqual([])
})
