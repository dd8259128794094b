import { beforeAll, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { type Database, inTransaction } from '#db/database.ts'
import { openTestDatabase } from '../../../tests/support/open-database.ts'
import { claimKeys, fingerprint, type IdempotentRequest, keepAnswers } from './idempotency.ts'

let database: Database
const organisationId = newId()
const keyId = newId()
beforeAll(async () => {
  const opened = await openTestDatabase({ tenant: 1, engine: 2 })
  database = opened.database
  return opened.close
})

const request = (key: string, given: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  keyId,
  route: '/v1/events',
  key,
  fingerprint: fingerprint('/v1/events', { a: 1 }),
  ...given,
})
const answer = { status: 201, location: '/v1/events/1', body: '{"id":1}' }
const claim = (...requests: IdempotentRequest[]) =>
  inTransaction(database.engine, tx => claimKeys(tx, organisationId, requests))
const keep = (...requests: IdempotentRequest[]) =>
  inTransaction(database.engine, tx =>
    keepAnswers(
      tx,
      organisationId,
      requests.map(kept => ({ request: kept, answer })),
    ),
  )

test('the first request of a key is the first until its answer is kept, and then a replay', async () => {
  const mine = request('once')
  expect(await claim(mine)).toEqual([{ kind: 'first' }])
  expect(await claim(mine)).toEqual([{ kind: 'first' }])
  await keep(mine)
  expect(await claim(mine)).toMatchObject([{ kind: 'replay', answer }])
})

test('another body under the same key is a mismatch', async () => {
  const mine = request('body')
  await keep(mine)
  const other = request('body', { fingerprint: fingerprint('/v1/events', { a: 2 }) })
  expect(await claim(other, mine)).toMatchObject([{ kind: 'mismatch' }, { kind: 'replay' }])
})

test.each([
  ['key', request('another')],
  ['route', request('mine', { route: '/v1/guests' })],
  ['API key', request('mine', { keyId: newId() })],
])('an answer is for its own %s only', async (_what, other) => {
  await keep(request('mine'))
  expect(await claim(other)).toEqual([{ kind: 'first' }])
})

test('an answer is for its own organisation only', async () => {
  await keep(request('organisation'))
  const elsewhere = await inTransaction(database.engine, tx =>
    claimKeys(tx, newId(), [request('organisation')]),
  )
  expect(elsewhere).toEqual([{ kind: 'first' }])
})

test('of twins in one batch the first is the first, and the claims keep the order of the requests', async () => {
  await keep(request('kept'))
  expect(await claim(request('twin'), request('kept'), request('twin'), request('single'))).toMatchObject([
    { kind: 'first' },
    { kind: 'replay' },
    { kind: 'in_flight' },
    { kind: 'first' },
  ])
})

test('while one transaction has a key, another is not made to wait for it', async () => {
  await inTransaction(database.engine, async tx => {
    expect(await claimKeys(tx, organisationId, [request('held')])).toEqual([{ kind: 'first' }])
    expect(await claim(request('free'), request('held'))).toEqual([{ kind: 'first' }, { kind: 'in_flight' }])
  })
  expect(await claim(request('held'))).toEqual([{ kind: 'first' }])
})

test('after seven days a key is free again, and its next answer takes the place of the old one', async () => {
  const mine = request('old')
  await keep(mine)
  const age = (by: string) =>
    database.engine.query(
      'UPDATE idempotent_answers SET created_at = now() - $2::interval WHERE organisation_id = $1 AND key = $3',
      [organisationId, by, 'old'],
    )
  await age('6 days 23 hours')
  expect(await claim(mine)).toMatchObject([{ kind: 'replay' }])
  await age('7 days 1 second')
  expect(await claim(mine)).toEqual([{ kind: 'first' }])
  const changed = request('old', { fingerprint: fingerprint('/v1/events', { a: 3 }) })
  await inTransaction(database.engine, tx =>
    keepAnswers(tx, organisationId, [
      { request: changed, answer: { status: 202, location: null, body: '{}' } },
    ]),
  )
  expect(await claim(changed)).toMatchObject([
    { kind: 'replay', answer: { status: 202, location: null, body: '{}' } },
  ])
})

test('a fingerprint does not depend on the order of keys at any depth, and does on that of lists', () => {
  const of = (body: unknown) => fingerprint('/a', body).toString('hex')
  expect(of({ b: { d: 1, c: 2, e: 3 }, a: 1 })).toBe(of({ a: 1, b: { e: 3, c: 2, d: 1 } }))
  expect(of([['a', 1]])).not.toBe(of({ a: 1 }))
  expect(of(null)).not.toBe(of({}))
  expect(of([])).not.toBe(of({}))
})
