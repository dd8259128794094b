import type { Mapping } from '@millrace/contract/connection-mapping'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { loadSecrets } from '../../server/src/config/secrets.ts'
import { readAgain, setAlias } from '../../server/src/connections/change-connection.ts'
import { createConnection } from '../../server/src/connections/create-connection.ts'
import { listConnections } from '../../server/src/connections/list-connections.ts'
import { deliveriesBeyond, outdatedDeliveries } from '../../server/src/connections/outdated.ts'
import { claimDue } from '../../server/src/connections/process-deliveries.ts'
import { resealConnections } from '../../server/src/connections/reseal-connections.ts'
import { squareExample } from '../../server/src/connections/vendors/square.fixture.ts'
import { bytesOf, type VendorExample } from '../../server/src/connections/vendors/vendor-example.fixture.ts'
import { vendorExamples } from '../../server/src/connections/vendors/vendor-examples.fixture.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { createSealer, type Sealer } from '../../server/src/secrets/sealer.ts'
import { deliver } from '../support/deliver.ts'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { trials } from '../support/trials.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let sealer: Sealer

beforeAll(async () => {
  millrace = await startTestMillrace()
  sealer = createSealer((await loadSecrets(millrace.config)).master)
})
afterAll(() => millrace.stop())

interface Connected {
  readonly id: string
  readonly url: string
  readonly example: VendorExample
  send(
    delivery: { body: unknown; headers?: Readonly<Record<string, string>> },
    secret?: string,
  ): Promise<number>
}

/** A connection in its own organisation, and the vendor that sends to it. */
async function connect(
  example: VendorExample,
  options: { unknownGuests?: 'create' | 'keep'; mapping?: Mapping } = {},
): Promise<Connected> {
  organisation = await millrace.organisation()
  await organisation.venue('HARBOUR-01')
  const { unknownGuests = 'create', mapping = example.vendor.mapping } = options
  const vendor = { ...example.vendor, mapping }
  const { id, address } = await inTransaction(millrace.database.engine, tx =>
    createConnection(tx, sealer, organisation.id, 'test', {
      name: vendor.name,
      vendor,
      secret: example.secret,
      unknownGuests,
    }),
  )
  const url = `${millrace.url}/hooks/${address}`
  return {
    id,
    url,
    example,
    send: ({ body, headers = {} }, secret = example.secret) => {
      const bytes = bytesOf(body)
      return deliver(url, bytes, {
        'content-type': 'application/json',
        ...headers,
        ...example.sign(secret, bytes, url, new Date()),
      })
    },
  }
}

const alias = ({ id }: Connected, location: string) =>
  inTransaction(millrace.database.engine, tx =>
    setAlias(tx, organisation.id, 'test', id, location, 'HARBOUR-01'),
  )

async function deliveries({ id }: Connected) {
  const { rows } = await millrace.database.engine.query(
    'SELECT id, state, outcome, body, headers FROM connection_deliveries WHERE connection_id = $1 ORDER BY id',
    [id],
  )
  return rows
}

/** When nothing waits to be read. */
async function settled(connected: Connected) {
  await expect
    .poll(async () => (await deliveries(connected)).every(({ state }) => state !== 'waiting'), {
      timeout: 20_000,
    })
    .toBe(true)
  return deliveries(connected)
}

async function events() {
  const { rows } = await millrace.database.engine.query(
    `SELECT e.source, e.serials, e.parameters, e.guest_id, g.email, g.email_consent
     FROM events e LEFT JOIN guests g ON g.organisation_id = e.organisation_id AND g.id = e.guest_id
     WHERE e.organisation_id = $1 ORDER BY e.id`,
    [organisation.id],
  )
  return rows
}

async function refusals({ id }: Connected) {
  const { rows } = await millrace.database.engine.query(
    'SELECT reason, refused FROM connection_refusals WHERE connection_id = $1 ORDER BY reason',
    [id],
  )
  return rows
}

const [approved, completed] = squareExample.deliveries as unknown as [
  { body: object },
  { body: { data: { object: { payment: object } } } },
]

test.each(vendorExamples.map(example => ({ name: example.vendor.name, example })))(
  '$name: each delivery is taken, and makes its events once, however often it is sent',
  async ({ example }) => {
    const connected = await connect(example, { unknownGuests: 'create' })
    for (const location of [
      'LHARBOUR00001',
      '3f0c9a4e-6a55-4c1f-9d2b-0f6a1c2d3e4f',
      '6560000000000000000000b4',
    ])
      await alias(connected, location)
    for (let time = 0; time < 2; time++) {
      for (const delivery of example.deliveries) expect(await connected.send(delivery)).toBe(200)
    }
    const kept = await settled(connected)
    expect(kept.map(({ state }) => state)).toEqual(kept.map(() => 'done'))
    const expected = example.deliveries.flatMap(({ makes }) => makes).filter(one => typeof one !== 'string')
    const made = await events()
    // JSON and forms of any system have no id: a delivery that is sent twice is two.
    const times = ['json', 'jwt', 'form'].includes(example.vendor.id) ? 2 : 1
    expect(made.length).toBe(expected.length * times)
    for (const event of made) expect(event).toMatchObject({ source: example.vendor.mapping.source })
  },
)

describe('a delivery', () => {
  test('of a payment becomes an event of a new guest without consent, at the venue of the alias', async () => {
    const connected = await connect(squareExample)
    await alias(connected, 'LHARBOUR00001')
    await connected.send(approved)
    await connected.send(completed)
    await settled(connected)
    expect(await events()).toMatchObject([
      {
        source: 'square',
        serials: ['HARBOUR-01'],
        parameters: { spend: 42.5, currency: 'GBP' },
        email: 'ada@example.com',
        email_consent: false,
      },
    ])
  })

  test('is kept byte for byte, without what is secret', async () => {
    const connected = await connect(
      vendorExamples.find(({ vendor }) => vendor.id === 'json') as VendorExample,
    )
    const body = '{ "email":\t"ada@example.com" }\n'
    await connected.send({ body, headers: { 'x-branch': 'north' } })
    const [kept] = await deliveries(connected)
    expect(kept.body.toString()).toBe(body)
    expect(kept.headers).toMatchObject({ 'x-branch': 'north' })
    expect(JSON.stringify(kept.headers)).not.toContain('token')
  })

  test('that does not prove its origin is refused and counted, and nothing of it is kept', async () => {
    const connected = await connect(squareExample)
    expect(await connected.send(completed, 'another')).toBe(401)
    expect(await deliver(connected.url, Buffer.from('{}'))).toBe(401)
    expect(await deliveries(connected)).toEqual([])
    expect(await refusals(connected)).toEqual([
      { reason: 'no_signature', refused: 1 },
      { reason: 'wrong_signature', refused: 1 },
    ])
  })

  test('that proves its origin is taken also from an address that is refused too often', async () => {
    const connected = await connect(squareExample)
    const headers = { 'x-forwarded-for': '203.0.113.61' }
    const answers: number[] = []
    for (let time = 0; time < 61; time++)
      answers.push(await connected.send({ ...completed, headers }, 'another'))
    expect(answers).toEqual([...Array(60).fill(401), 429])
    expect(await connected.send({ ...completed, headers })).toBe(200)
    expect(await refusals(connected)).toEqual([{ reason: 'wrong_signature', refused: 60 }])
  })

  test('that was signed long ago, or by a clock that is wrong, is refused', async () => {
    const stripe = vendorExamples.find(({ vendor }) => vendor.id === 'stripe') as VendorExample
    const connected = await connect(stripe)
    const bytes = bytesOf(stripe.deliveries[0]?.body)
    const at = (difference: number) =>
      deliver(
        connected.url,
        bytes,
        stripe.sign(stripe.secret, bytes, connected.url, new Date(Date.now() + difference)),
      )
    expect(await at(-3_600_000)).toBe(401)
    expect(await at(3_600_000)).toBe(401)
    expect(await refusals(connected)).toEqual([
      { reason: 'in_the_future', refused: 1 },
      { reason: 'too_old', refused: 1 },
    ])
  })

  test('that is larger than a megabyte is refused and counted; one of a megabyte is taken', async () => {
    const connected = await connect(squareExample)
    expect(await connected.send({ body: 'x'.repeat(10 * 1024 * 1024) })).toBe(413)
    expect(await connected.send({ body: 'x'.repeat(1024 * 1024 + 1) })).toBe(413)
    expect(await refusals(connected)).toEqual([{ reason: 'too_large', refused: 2 }])
    expect(await connected.send({ body: 'x'.repeat(1024 * 1024) })).toBe(200)
    // Only so many of an address are counted, as of any other refusal.
    const headers = { 'x-forwarded-for': '203.0.113.62' }
    const large = Buffer.alloc(1024 * 1024 + 1)
    for (let time = 0; time < 61; time++) expect(await deliver(connected.url, large, headers)).toBe(413)
    expect(await refusals(connected)).toEqual([{ reason: 'too_large', refused: 62 }])
  })

  test('that cannot be read is taken and kept, with what is wrong with it', async () => {
    const connected = await connect(squareExample)
    expect(await connected.send({ body: '<payment/>' })).toBe(200)
    const orders = Array(100_000).fill({})
    expect(await connected.send({ body: orders })).toBe(200)
    expect(await settled(connected)).toMatchObject([
      { state: 'failed', outcome: { problem: 'not_json' } },
      { state: 'failed', outcome: { problem: 'too_many_values' } },
    ])
  })

  test('from a location without an alias is held, and read again when it has one', async () => {
    const connected = await connect(squareExample)
    await connected.send(completed)
    expect(await settled(connected)).toMatchObject([
      {
        state: 'held',
        outcome: { items: [{ reason: 'unknown_location', detail: { location: 'LHARBOUR00001' } }] },
      },
    ])
    expect(await events()).toEqual([])
    await alias(connected, 'LHARBOUR00001')
    expect(await settled(connected)).toMatchObject([{ state: 'done' }])
    expect(await events()).toHaveLength(1)
  })

  test('about an unknown guest is held where the connection says so, until the guest is known', async () => {
    const connected = await connect(squareExample, { unknownGuests: 'keep' })
    await alias(connected, 'LHARBOUR00001')
    await connected.send(completed)
    expect(await settled(connected)).toMatchObject([
      { state: 'held', outcome: { items: [{ reason: 'unknown_guest' }] } },
    ])
    await organisation.guest({ email: 'ada@example.com' })
    await alias(connected, 'LHARBOUR00001')
    expect(await settled(connected)).toMatchObject([{ state: 'done' }])
    expect(await events()).toMatchObject([{ email: 'ada@example.com' }])
  })

  test('of a payment makes its event once, in whatever order they come, and says what it led to', async () => {
    const connected = await connect(squareExample)
    await alias(connected, 'LHARBOUR00001')
    for (const body of [completed.body, approved.body, { ...completed.body, event_id: 'paid twice' }]) {
      expect(await connected.send({ body })).toBe(200)
      await settled(connected)
    }
    expect((await deliveries(connected)).map(({ outcome }) => outcome.items)).toMatchObject([
      [{ repeated: false }],
      [{ reason: 'not_yet_in_state', detail: { state: 'APPROVED' } }],
      [{ repeated: true }],
    ])
    expect(await events()).toHaveLength(1)
  })

  test('that is new is read before those that are held and looked at again', async () => {
    const connected = await connect(squareExample)
    const { engine } = millrace.database
    await engine.query('UPDATE connections SET paused_at = now() WHERE id = $1', [connected.id])
    for (let number = 0; number < 21; number++) await connected.send({ body: { type: 'refund', number } })
    const newest = (await deliveries(connected)).at(-1).id
    await inTransaction(engine, async tx => {
      await tx.query(
        `UPDATE connection_deliveries SET state = CASE id WHEN $2 THEN 'waiting' ELSE 'held' END,
           due_at = now() - CASE id WHEN $2 THEN interval '0' ELSE interval '1 hour' END WHERE connection_id = $1`,
        [connected.id, newest],
      )
      const claimed = (await claimDue(tx)).map(({ id }) => id)
      expect([claimed[0], claimed.length]).toEqual([newest, 20])
      throw new Error('rolled back')
    }).catch(error => expect(error.message).toBe('rolled back'))
  })

  test('of the same payment in many forms at once makes one event', async () => {
    const connected = await connect(squareExample)
    await alias(connected, 'LHARBOUR00001')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) => connected.send({ body: { ...completed.body, place } })),
    )
    expect(answers).toEqual(answers.map(() => 200))
    expect(await settled(connected)).toHaveLength(20)
    expect(await events()).toHaveLength(1)
  })

  test('of a vendor that sends many at once is taken like any other, and none is lost', async () => {
    const till = await connect(squareExample)
    const many = trials(200, 1_000)
    const sent = Array.from({ length: many }, (_, number) => till.send({ body: { type: 'refund', number } }))
    expect(new Set(await Promise.all(sent))).toEqual(new Set([200]))
    expect(await deliveries(till)).toHaveLength(many)
    // The tests of how long deliveries are kept see few.
    await millrace.database.engine.query('DELETE FROM connection_deliveries WHERE connection_id = $1', [
      till.id,
    ])
  })

  test('at an address that nobody has is not found', async () => {
    expect(await deliver(`${millrace.url}/hooks/${'x'.repeat(43)}`)).toBe(404)
    expect(await deliver(`${millrace.url}/hooks/x`)).toBe(404)
  })

  test('that ends in an error each time is given up with its reason, and can be read again', async () => {
    const connected = await connect(squareExample)
    await alias(connected, 'LHARBOUR00001')
    const change = (mapping: unknown) =>
      millrace.database.engine.query('UPDATE connections SET mapping = $2 WHERE id = $1', [
        connected.id,
        JSON.stringify(mapping),
      ])
    // No mapping like this can be saved: reading it throws.
    await change({ ...squareExample.vendor.mapping, each: '$[' })
    await connected.send(completed)
    const attempts = async () => {
      const { rows } = await millrace.database.engine.query(
        `SELECT attempts, state,
           due_at BETWEEN now() AND now() + interval '5 seconds' * power(3, attempts - 1) AS paused
         FROM connection_deliveries WHERE connection_id = $1`,
        [connected.id],
      )
      return rows[0]
    }
    for (let attempt = 1; attempt < 8; attempt++) {
      await expect
        .poll(attempts, { timeout: 20_000 })
        .toEqual({ attempts: attempt, state: 'waiting', paused: true })
      await millrace.database.engine.query(
        'UPDATE connection_deliveries SET due_at = now() WHERE connection_id = $1',
        [connected.id],
      )
    }
    expect(await settled(connected)).toMatchObject([
      { state: 'failed', outcome: { problem: 'not_processed', error: expect.stringContaining('$[') } },
    ])
    await change(squareExample.vendor.mapping)
    await inTransaction(millrace.database.engine, tx =>
      readAgain(tx, organisation.id, connected.id, ['failed']),
    )
    expect(await settled(connected)).toMatchObject([{ state: 'done' }])
    expect(await events()).toHaveLength(1)
  })

  test('is given up when the server was stopped at it too often', async () => {
    const connected = await connect(squareExample)
    await millrace.database.engine.query(
      `INSERT INTO connection_deliveries (organisation_id, id, connection_id, headers, body, attempts)
       VALUES ($1, gen_random_uuid(), $2, '{}', '{}', 8)`,
      [organisation.id, connected.id],
    )
    expect(await settled(connected)).toMatchObject([
      { state: 'failed', outcome: { problem: 'not_processed' } },
    ])
  })

  test.each([
    ['did not count', approved.body],
    ['cannot be read', '<payment email="ADA@example.com"/>'],
    ['is a form', 'email=ada%40example.com'],
    ['has the phone number as people write it', { to: '(020) 7946 0000' }],
    ['has the id of another system', { customer: 'CUSTOMER-0001' }],
  ])('that made no event and %s is deleted with the guest it mentions, and no other', async (_, body) => {
    const connected = await connect(squareExample)
    const guest = await organisation.guest({
      email: 'ada@example.com',
      phone: '+442079460000',
      external_id: 'CUSTOMER-0001',
    })
    await connected.send({ body })
    const other = { body: { email: 'bo@example.com', to: '(020) 7946 0001', customer: 'CUSTOMER-0002' } }
    await connected.send(other)
    await settled(connected)
    await inTransaction(millrace.database.engine, tx => eraseGuest(tx, organisation.id, guest, 'test'))
    expect((await deliveries(connected)).map(kept => JSON.parse(kept.body))).toEqual([other.body])
  })

  test('is deleted with the guest it is about', async () => {
    const connected = await connect(squareExample)
    await alias(connected, 'LHARBOUR00001')
    await connected.send(completed)
    await settled(connected)
    const [{ guest_id }] = (await events()) as [{ guest_id: string }]
    await inTransaction(millrace.database.engine, tx => eraseGuest(tx, organisation.id, guest_id, 'test'))
    expect(await deliveries(connected)).toEqual([])
  })
})

test('deliveries are kept for a month when they were read, otherwise for three, and within a size', async () => {
  const connected = await connect(squareExample)
  const store = (name: string, state: string, age: string) =>
    millrace.database.engine.query(
      `INSERT INTO connection_deliveries
         (organisation_id, id, connection_id, headers, body, bytes, state, due_at, received_at)
       VALUES ($1, $2, $3, '{}', $4, $7, $5, 'infinity', now() - $6::interval)`,
      [organisation.id, newId(), connected.id, name, state, age, name.length],
    )
  await store('read, old', 'done', '31 days')
  await store('read', 'done', '29 days')
  await store('held, old', 'held', '91 days')
  await store('held', 'held', '89 days')
  await store('failed, old', 'failed', '91 days')
  await store('failed', 'failed', '89 days')
  const names = async () => (await deliveries(connected)).map(({ body }) => body.toString())
  for (const statement of outdatedDeliveries) await millrace.database.engine.query(statement, [1_000])
  expect(await names()).toEqual(['read', 'held', 'failed'])
  await store('newest', 'done', '0')
  await millrace.database.engine.query(deliveriesBeyond('newest'.length), [1_000])
  expect(await names()).toEqual(['held', 'failed', 'newest'])
})

test('a connection is listed with its address and how it is doing', async () => {
  const connected = await connect(squareExample)
  await connected.send(completed)
  await connected.send(completed, 'another')
  await settled(connected)
  const [listed] = await listConnections(millrace.database.engine, sealer, organisation.id)
  expect(listed).toMatchObject({
    id: connected.id,
    vendor: 'square',
    deliveries: { held: 1, done: 0, waiting: 0, failed: 0 },
    refused: 1,
  })
  expect(connected.url.endsWith(`/hooks/${listed?.address}`)).toBe(true)
})

test('deliveries of a connection are counted up to a limit', async () => {
  const { engine } = millrace.database
  const { id } = await connect(squareExample)
  await engine.query(
    `INSERT INTO connection_deliveries (organisation_id, id, connection_id, headers, body, state, received_at, due_at)
     SELECT $1, gen_random_uuid(), $2, '{}', '', 'done', '2026-01-01', 'infinity' FROM generate_series(1, 10050)`,
    [organisation.id, id],
  )
  expect((await listConnections(engine, sealer, organisation.id))[0]).toMatchObject({
    deliveries: { done: 10_001, held: 0 },
    last_delivery_at: '2026-01-01T00:00:00.000Z',
    waiting_since: null,
  })
  // The tests of how long deliveries are kept see few.
  await engine.query('DELETE FROM connection_deliveries WHERE connection_id = $1', [id])
})

test('a new master key reseals its address and its secret', async () => {
  const connected = await connect(squareExample)
  const { current } = (await loadSecrets(millrace.config)).master
  const both = createSealer({ current: 'another master key, which is long enough', previous: [current] })
  await inTransaction(millrace.database.engine, async tx => {
    expect(await resealConnections(tx, both)).toBeGreaterThanOrEqual(2)
    expect(await resealConnections(tx, both)).toBe(0)
    const changed = createSealer({ current: 'another master key, which is long enough', previous: [] })
    const [listed] = await listConnections(tx, changed, organisation.id)
    expect(connected.url.endsWith(`/hooks/${listed?.address}`)).toBe(true)
    throw new Error('rolled back')
  }).catch(error => expect(error.message).toBe('rolled back'))
})
