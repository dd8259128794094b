import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/postgres.ts'
import { type AnsweredRequest, createRequestLog } from './request-log.ts'

let prepared: TestDatabase
let database: Database
beforeAll(async () => {
  prepared = await createTestDatabase()
  database = openDatabase(prepared.connection, {
    applicationName: 'test of the request log',
    tenantConnections: 1,
    engineConnections: 2,
    onError: () => {},
  })
})
afterAll(async () => {
  await database.close()
  await prepared.drop()
})

const answered = (more: Partial<AnsweredRequest>): AnsweredRequest => ({
  organisationId: newId(),
  keyId: newId(),
  method: 'GET',
  route: '/v1/venues',
  status: 200,
  durationMs: 1.6,
  code: undefined,
  requestId: 'r',
  ...more,
})
const fail = (error: unknown) => {
  throw error
}
const count = async (keyId: string) =>
  (await database.engine.query('SELECT count(*) AS n FROM api_requests WHERE key_id = $1', [keyId])).rows[0].n

test('keeps all that were refused for what they are, and of the others a few of each key', async () => {
  const log = createRequestLog(database.engine, fail)
  const [one, two] = [answered({}), answered({})]
  for (let n = 0; n < 100; n++) log.note(one)
  for (let n = 0; n < 100; n++) log.note({ ...one, status: 404, code: 'guest_not_found' })
  log.note(two)
  await log.close()
  expect(await count(one.keyId)).toBe(120)
  expect(await count(two.keyId)).toBe(1)
  expect(log.dropped()).toBe(0)
})

test('keeps a few of a crowd that is refused for now, besides what is answered', async () => {
  const log = createRequestLog(database.engine, fail)
  const one = answered({})
  for (let n = 0; n < 100; n++) log.note({ ...one, status: 503, code: 'unavailable' })
  for (let n = 0; n < 100; n++) log.note(one)
  await log.close()
  expect(await count(one.keyId)).toBe(40)
  expect(log.dropped()).toBe(0)
})

test('writes one statement, with the time of the database', async () => {
  const log = createRequestLog(database.engine, fail)
  const request = answered({ status: 400, code: 'validation_failed', requestId: 'mine' })
  log.note(request)
  await log.close()
  const { rows } = await database.engine.query(
    `SELECT method, route, status, duration_ms, code, request_id, at BETWEEN now() - interval '1 minute' AND now() AS recent
     FROM api_requests WHERE key_id = $1`,
    [request.keyId],
  )
  expect(rows).toEqual([
    {
      method: 'GET',
      route: '/v1/venues',
      status: 400,
      duration_ms: 2,
      code: 'validation_failed',
      request_id: 'mine',
      recent: true,
    },
  ])
})

test('lets go of what it has no room for, and counts it', async () => {
  const log = createRequestLog(database.engine, fail)
  const request = answered({ status: 500 })
  for (let n = 0; n < 6_000; n++) log.note(request)
  expect(log.dropped()).toBe(1_000)
  await log.close()
  expect(await count(request.keyId)).toBe(5_000)
})

test('counts what could not be written because the database was away, and continues', async () => {
  const ended = openDatabase(prepared.connection, {
    applicationName: 'test of the request log',
    tenantConnections: 1,
    engineConnections: 1,
    onError: () => {},
  })
  await ended.close()
  const errors: unknown[] = []
  const log = createRequestLog(ended.engine, error => errors.push(error))
  log.note(answered({ status: 500 }))
  await log.close()
  expect([errors.length, log.dropped()]).toEqual([1, 1])
})
