import { beforeAll, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { type Database, inTenant } from '#db/database.ts'
import { openTestDatabase } from '../../../tests/support/open-database.ts'
import { claim, once } from './claim.ts'
import { fingerprint, type IdempotentRequest } from './idempotency.ts'

let database: Database
const organisationId = newId()
const keyId = newId()
beforeAll(async () => {
  const opened = await openTestDatabase({ tenant: 2, engine: 2 })
  database = opened.database
  await database.engine.query('INSERT INTO organisations (id, name) VALUES ($1, $2)', [
    organisationId,
    'Test',
  ])
  return opened.close
})

const asked = (key: string, body: unknown = {}): IdempotentRequest => ({
  keyId,
  route: 'test',
  key,
  fingerprint: fingerprint('/test', body),
})
const answer = (body: string) => ({ status: 201, location: null, body })
const carryOut = (request: IdempotentRequest | undefined, kept?: ReturnType<typeof answer>) =>
  inTenant(database, organisationId, tx =>
    once(tx, organisationId, request, async () => ({ done: 'carried out', answer: kept })),
  )

test('a request is carried out once, and its repetition gets the same answer', async () => {
  expect(await carryOut(asked('a'), answer('first'))).toEqual({ kind: 'done', done: 'carried out' })
  expect(await carryOut(asked('a'), answer('second'))).toMatchObject({
    kind: 'replay',
    answer: answer('first'),
  })
  expect(await carryOut(asked('a', { other: true }), answer('third'))).toEqual({ kind: 'mismatch' })
})

test('a request that stored nothing, or has no key, can be repeated', async () => {
  for (const request of [asked('b'), undefined])
    for (let time = 0; time < 2; time++)
      expect(await carryOut(request)).toEqual({ kind: 'done', done: 'carried out' })
})

test('while a request is carried out, its twin in the same batch or elsewhere is in flight', async () => {
  const [first, twin, other, free] = [asked('c'), asked('c'), asked('d'), { keyless: true }] as const
  await inTenant(database, organisationId, async tx => {
    const all = [first, twin, other, free]
    const claimed = await claim(tx, organisationId, all, one => ('key' in one ? one : undefined))
    expect(all.map(one => claimed.repeated(one)?.kind)).toEqual([
      undefined,
      'in_flight',
      undefined,
      undefined,
    ])
    expect(await carryOut(asked('d'))).toEqual({ kind: 'in_flight' })
    claimed.keep(all.map(one => [one, answer('kept')] as const).filter(([one]) => one !== twin))
  })
  for (const request of [first, other])
    expect(await carryOut(request)).toMatchObject({ kind: 'replay', answer: answer('kept') })
})

test('requests without a key ask nothing of the database', async () => {
  const nothing = { query: () => expect.fail('the database was asked'), later: () => expect.fail('sent') }
  const claimed = await claim(nothing as never, organisationId, ['one', 'two'], () => undefined)
  expect(claimed.repeated('one')).toBeUndefined()
  claimed.keep([['one', answer('kept')]])
})
