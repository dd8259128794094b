import { createHmac } from 'node:crypto'
import type {
  ConnectionVendor,
  DeliveryPreview,
  ListedConnection,
  ListedDelivery,
  WholeConnection,
  WholeDelivery,
} from '@millrace/contract/dashboard/connections'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keySetOf, tokenBy } from '../../server/src/connections/vendors/jwt.fixture.ts'
import { squareExample } from '../../server/src/connections/vendors/square.fixture.ts'
import { bytesOf } from '../../server/src/connections/vendors/vendor-example.fixture.ts'
import { maintain } from '../../server/src/worker/maintain.ts'
import { deliver } from '../support/deliver.ts'
import { eventually } from '../support/millrace.ts'
import { type Ground, openGround, type Page, readAll } from './management-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
  await ground.organisation.venue('HARBOUR-01')
})
afterAll(() => ground.millrace.stop())

interface Answer {
  readonly message: string
  readonly connection: WholeConnection
  readonly secret: string | null
}

async function add(vendor: string, more: object = {}): Promise<Answer> {
  const json = { name: 'Till', vendor, unknown_guests: 'create', ...more }
  const { status, body, text } = await ground.owner.post<Answer>('/connections', json)
  if (status !== 201) throw new Error(text)
  return body
}

const read = async (id: string) => (await ground.owner.get<WholeConnection>(`/connections/${id}`)).body
const put = (path: string, json: object) => ground.owner.ask<Answer>('PUT', path, { json })
const change = (id: string, json: object) => ground.owner.ask<Answer>('PATCH', `/connections/${id}`, { json })

const bearer = (secret: string | null) => ({ authorization: `Bearer ${secret}` })
const [, completed] = squareExample.deliveries as unknown as [object, { body: object }]
const SECRET = 'signature-key'
const sendSquare = ({ url }: WholeConnection, secret = SECRET, body: unknown = completed.body) =>
  deliver(url, bytesOf(body), squareExample.sign(secret, bytesOf(body), url, new Date()))

async function square(more: object = {}): Promise<WholeConnection> {
  const { connection } = await add('square', more)
  return (await put(`/connections/${connection.id}/secret`, { secret: SECRET, keep_previous: false })).body
    .connection
}

/** The only delivery, once it is in this state. */
const delivery = async (id: string, state: string) => {
  const { body } = await eventually(
    () => ground.owner.get<Page<ListedDelivery>>(`/connections/${id}/deliveries`),
    ({ body: { data } }) => data[0]?.state === state,
  )
  return body.data[0] as ListedDelivery
}

describe('adding one', () => {
  test('the systems are offered with what they bring and what they call their secret', async () => {
    const { body } = await ground.owner.get<{ data: ConnectionVendor[] }>('/connection-vendors')
    expect(body.data).toContainEqual({
      id: 'square',
      name: 'Square',
      kind: 'tills',
      about: 'An event for each payment that is completed, with its amount.',
      secret: 'Signature key',
      secret_from: 'them',
    })
    expect(body.data.length).toBe(14)
  })

  test('a system with its own secret is refused until the secret is entered', async () => {
    const { connection, secret } = await add('square')
    expect(secret).toBe(null)
    expect(connection).toMatchObject({
      status: 'needs_secret',
      secret: 'missing',
      secret_name: 'Signature key',
    })
    expect(connection.url).toMatch(/\/hooks\/[\w-]{43}$/)
    expect(connection.steps.length).toBeGreaterThan(1)
    expect(await sendSquare(connection)).toBe(401)
    expect((await read(connection.id)).refusals).toMatchObject([{ reason: 'no_secret', refused: 1 }])
    const { body } = await put(`/connections/${connection.id}/secret`, {
      secret: SECRET,
      keep_previous: false,
    })
    expect(body.secret).toBe(null)
    expect(body.connection).toMatchObject({ status: 'new', secret: 'set' })
    expect(await sendSquare(connection, 'another')).toBe(401)
    expect(await read(connection.id)).toMatchObject({ status: 'needs_attention', last_delivery_at: null })
    expect(await sendSquare(connection, SECRET, { type: 'refund' })).toBe(200)
    await delivery(connection.id, 'done')
    expect(await read(connection.id)).toMatchObject({ status: 'working' })
  })

  test('for a system without one, a secret is made and shown once', async () => {
    const { connection, secret } = await add('json')
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(connection.secret).toBe('set')
    expect(await deliver(connection.url, JSON.stringify({ email: 'ada@example.com' }), bearer(secret))).toBe(
      200,
    )
    for (const path of [`/connections/${connection.id}`, '/connections', '/audit'])
      expect((await ground.owner.get(path)).text).not.toContain(secret)
  })

  test.each([
    [{ vendor: 'nobody' }, 'vendor'],
    [{ name: '' }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ unknown_guests: 'forget' }, 'unknown_guests'],
    [{ more: 1 }, 'more'],
  ])('%j is refused at its field', async (wrong, field) => {
    const json = { name: 'Till', vendor: 'square', unknown_guests: 'create', ...wrong }
    const { status, body } = await ground.owner.post<{ errors: object }>('/connections', json)
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
  })
})

describe('the secret', () => {
  test('can be replaced while the previous one is accepted, until that is removed', async () => {
    const connection = await square()
    const { body } = await put(`/connections/${connection.id}/secret`, {
      secret: 'next',
      keep_previous: true,
    })
    expect(body.connection.secret).toBe('changing')
    expect([await sendSquare(connection), await sendSquare(connection, 'next')]).toEqual([200, 200])
    const ended = await ground.owner.ask<Answer>('DELETE', `/connections/${connection.id}/secret/previous`)
    expect(ended.body.connection.secret).toBe('set')
    expect([await sendSquare(connection), await sendSquare(connection, 'next')]).toEqual([401, 200])
  })

  test('can be replaced at once', async () => {
    const connection = await square()
    await put(`/connections/${connection.id}/secret`, { secret: 'next', keep_previous: false })
    expect([await sendSquare(connection), await sendSquare(connection, 'next')]).toEqual([401, 200])
  })

  test('is replaced where Millrace makes it, and asked for where it does not', async () => {
    const { connection, secret } = await add('json')
    const made = await put(`/connections/${connection.id}/secret`, { keep_previous: false })
    expect(made.body.secret).not.toBe(secret)
    expect(await deliver(connection.url, JSON.stringify({}), bearer(made.body.secret))).toBe(200)
    const asked = await ground.owner.ask<{ errors: object }>(
      'PUT',
      `/connections/${(await square()).id}/secret`,
      {
        json: { keep_previous: false },
      },
    )
    expect([asked.status, Object.keys(asked.body.errors)]).toEqual([400, ['secret']])
  })
})

describe('deliveries', () => {
  test('are listed with what they made, and shown as they came', async () => {
    const connection = await square()
    await put(`/connections/${connection.id}/aliases`, { location: 'LHARBOUR00001', venue: 'HARBOUR-01' })
    await sendSquare(connection)
    const listed = await delivery(connection.id, 'done')
    expect(listed).toMatchObject({ events: 1, repeated: 0, reasons: [], problem: null, warnings: [] })
    const { body } = await ground.owner.get<WholeDelivery>(
      `/connections/${connection.id}/deliveries/${listed.id}`,
    )
    expect(body).toMatchObject({ encoding: 'utf8', body: JSON.stringify(completed.body) })
    expect(body.items).toMatchObject([{ repeated: false, reason: null }])
    expect((await ground.owner.get(`/events/${body.items[0]?.event_id}`)).status).toBe(200)
    expect(await read(connection.id)).toMatchObject({ status: 'working', deliveries: { done: 1 } })
  })

  test('are listed with what is odd about them, such as a clock that is wrong', async () => {
    const { connection, secret } = await add('json')
    const mapping = { ...connection.mapping, occurred_at: { path: '$.at' } }
    const saved = await put(`/connections/${connection.id}/mapping`, { mapping, version: 1 })
    expect(saved.status).toBe(200)
    const body = JSON.stringify({ email: 'late@example.com', at: '2000-01-01T00:00:00Z' })
    await deliver(connection.url, body, bearer(secret))
    expect(await delivery(connection.id, 'done')).toMatchObject({
      events: 1,
      warnings: ['The clock of the other system is behind: it says 2000-01-01T00:00:00.000Z.'],
    })
  })

  test('that are held name the location, and are read when it has a venue', async () => {
    const connection = await square()
    await sendSquare(connection)
    const held = await delivery(connection.id, 'held')
    expect(held.reasons).toEqual([
      { reason: 'unknown_location', items: 1, detail: { location: 'LHARBOUR00001' } },
    ])
    expect(await read(connection.id)).toMatchObject({
      status: 'needs_attention',
      unknown_locations: ['LHARBOUR00001'],
    })
    const wrong = await put(`/connections/${connection.id}/aliases`, {
      location: 'LHARBOUR00001',
      venue: 'NONE',
    })
    expect(wrong.status).toBe(400)
    const { body } = await put(`/connections/${connection.id}/aliases`, {
      location: 'LHARBOUR00001',
      venue: 'HARBOUR-01',
    })
    expect(body.connection.aliases).toEqual([{ location: 'LHARBOUR00001', venue: 'HARBOUR-01' }])
    await delivery(connection.id, 'done')
    const removed = await put(`/connections/${connection.id}/aliases`, {
      location: 'LHARBOUR00001',
      venue: null,
    })
    expect(removed.body.connection.aliases).toEqual([])
  })

  test('that made an event make none when they are tried again', async () => {
    const { connection, secret } = await add('json')
    await deliver(connection.url, JSON.stringify({ email: 'again@example.com' }), bearer(secret))
    const first = await delivery(connection.id, 'done')
    const path = `/connections/${connection.id}/deliveries/${first.id}/retry`
    expect((await ground.owner.post(path, {})).body).toMatchObject({ deliveries: 1 })
    const again = await eventually(
      () => delivery(connection.id, 'done'),
      one => one.repeated === 1,
    )
    expect(again).toMatchObject({ events: 0, repeated: 1 })
  })

  test('that failed are all tried again at once', async () => {
    const { connection, secret } = await add('json')
    for (const body of ['<one/>', '<two/>']) await deliver(connection.url, body, bearer(secret))
    await eventually(
      () => read(connection.id),
      ({ deliveries }) => deliveries.failed === 2,
    )
    const { body } = await ground.owner.post(`/connections/${connection.id}/retry`, {})
    expect(body).toMatchObject({ deliveries: 2, message: '2 deliveries are retried.' })
    const shown = await delivery(connection.id, 'failed')
    expect(shown.problem).toBe('not_json')
  })

  test('are listed page by page, and by their state', async () => {
    const { connection, secret } = await add('json')
    for (let number = 0; number < 5; number++) await deliver(connection.url, `<${number}/>`, bearer(secret))
    await eventually(
      () => read(connection.id),
      ({ deliveries }) => deliveries.failed === 5,
    )
    const pages = await readAll<ListedDelivery>(
      ground.owner,
      `/connections/${connection.id}/deliveries?limit=2`,
    )
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(5)
    const list = `/connections/${connection.id}/deliveries?state=`
    const counts = ['failed', 'done'].map(
      async state => (await readAll(ground.owner, list + state)).flat().length,
    )
    expect(await Promise.all(counts)).toEqual([5, 0])
  })

  test('whose bytes are no text are shown in base64', async () => {
    const { connection, secret } = await add('json')
    await deliver(connection.url, Buffer.from([0xff, 0xfe]), bearer(secret))
    const { id } = await delivery(connection.id, 'failed')
    const { body } = await ground.owner.get<WholeDelivery>(`/connections/${connection.id}/deliveries/${id}`)
    expect(body).toMatchObject({ problem: 'not_utf8', encoding: 'base64', body: '//4=' })
  })
})

test('requests of any system prove their origin as its owner says, and those of a vendor as the vendor says', async () => {
  const { connection, secret } = await add('json')
  const { id, url, proof } = connection
  expect(proof).toMatchObject({ way: 'bearer' })
  const set = (change: object) => put(`/connections/${id}/proof`, { ...proof, ...change })
  const signed = {
    way: 'hmac',
    header: 'X-Till-Signature',
    algorithm: 'sha1',
    prefix: 'sha1=',
    signed: 'timestamp_body',
    separator: '.',
    time_name: 'X-Till-Time',
  }
  const { body: changed } = await set(signed)
  expect(changed.connection.proof).toMatchObject({
    ...signed,
    header: 'x-till-signature',
    time_name: 'x-till-time',
  })
  const body = '{"email":"ada@example.com"}'
  const send = (seconds: number) => {
    const time = String(Math.floor(Date.now() / 1_000) + seconds)
    const signature = createHmac('sha1', secret as string)
      .update(`${time}.${body}`)
      .digest('hex')
    return deliver(url, body, { 'x-till-signature': `sha1=${signature}`, 'x-till-time': time })
  }
  expect([await send(0), await send(-600), await deliver(url, body, bearer(secret))]).toEqual([200, 401, 401])
  await set({ ...signed, checks_time: false })
  expect(await send(-600)).toBe(200)
  await set({ way: 'basic', username: 'till' })
  const basic = `Basic ${Buffer.from(`till:${secret}`).toString('base64')}`
  expect(await deliver(url, body, { authorization: basic })).toBe(200)
  const refused = await set({ ...signed, time_name: null })
  expect([refused.status, refused.body]).toMatchObject([400, { errors: { time_name: ['is missing'] } }])
  const till = await square()
  expect(till.proof).toBeNull()
  expect((await put(`/connections/${till.id}/proof`, { ...proof })).status).toBe(400)
})

test('signed tokens need the issuer and the audience that are set', async () => {
  const { connection } = await add('jwt')
  const { id, url } = connection
  const keys = keySetOf('sender')
  await put(`/connections/${id}/secret`, { secret: keys, keep_previous: false })
  const claim = (issuer: string | null, audience: string | null) =>
    put(`/connections/${id}/claims`, { issuer, audience })
  const exp = Math.floor(Date.now() / 1_000) + 60
  const send = (claims: object) =>
    deliver(url, '{"email":"ada@example.com"}', {
      authorization: `Bearer ${tokenBy(keys, { exp, ...claims })}`,
    })
  expect([connection.claims, await send({})]).toEqual([{ issuer: null, audience: null }, 200])
  expect((await claim(' https://till.example ', 'us')).body.connection.claims).toEqual({
    issuer: 'https://till.example',
    audience: 'us',
  })
  const ours = { iss: 'https://till.example', aud: ['others', 'us'] }
  expect([await send(ours), await send({ ...ours, aud: 'others' }), await send({})]).toEqual([200, 401, 401])
  // Another key set leaves them as they are.
  await put(`/connections/${id}/secret`, { secret: keys, keep_previous: false })
  expect(await send({})).toBe(401)
  expect((await read(id)).refusals).toMatchObject([{ reason: 'wrong_claims', refused: 3 }])
  expect((await claim(null, null)).status).toBe(200)
  expect(await send({})).toBe(200)
  const { connection: till } = await add('json')
  const { status, text } = await put(`/connections/${till.id}/claims`, { issuer: 'a', audience: null })
  expect([status, text]).toEqual([400, expect.stringContaining('is for systems that send signed tokens')])
})

test('a paused connection stores what arrives, and reads it when it is resumed', async () => {
  const { connection, secret } = await add('json')
  expect((await change(connection.id, { paused: true })).body.connection.status).toBe('paused')
  await deliver(connection.url, JSON.stringify({ email: 'paused@example.com' }), bearer(secret))
  // What comes later elsewhere is read meanwhile.
  const other = await add('json')
  await deliver(other.connection.url, JSON.stringify({ email: 'other@example.com' }), bearer(other.secret))
  await delivery(other.connection.id, 'done')
  expect(await read(connection.id)).toMatchObject({ deliveries: { waiting: 1, done: 0 } })
  expect((await change(connection.id, { paused: false })).body.connection.status).toBe('working')
  expect(await delivery(connection.id, 'done')).toMatchObject({ events: 1 })
})

test('its name and what happens with unknown guests can be changed', async () => {
  const { connection, secret } = await add('json', { unknown_guests: 'keep' })
  await deliver(connection.url, JSON.stringify({ email: 'unknown@example.com' }), bearer(secret))
  expect((await delivery(connection.id, 'held')).reasons).toMatchObject([{ reason: 'unknown_guest' }])
  const { body } = await change(connection.id, { name: ' Bar ', unknown_guests: 'create' })
  expect(body.connection).toMatchObject({ name: 'Bar', unknown_guests: 'create' })
  expect(await delivery(connection.id, 'done')).toMatchObject({ events: 1 })
  const { body: listed } = await ground.owner.get<{ data: ListedConnection[] }>('/connections')
  expect(listed.data.find(({ id }) => id === connection.id)).toMatchObject({ name: 'Bar', status: 'working' })
  expect((await change(connection.id, {})).status).toBe(400)
})

describe('a preview', () => {
  const preview = async (id: string, body: string) =>
    (await ground.owner.post<DeliveryPreview>(`/connections/${id}/preview`, { body })).body

  test('shows the event that a payload would make, and stores nothing', async () => {
    const connection = await square()
    await put(`/connections/${connection.id}/aliases`, { location: 'LHARBOUR00001', venue: 'HARBOUR-01' })
    const shown = await preview(connection.id, JSON.stringify(completed.body))
    expect(shown).toMatchObject({
      problem: null,
      document: completed.body,
      items: [
        {
          event: { source: 'square', serials: ['HARBOUR-01'], parameters: { spend: 42.5 } },
          reason: null,
        },
      ],
    })
    expect((await read(connection.id)).deliveries).toEqual({ waiting: 0, held: 0, done: 0, failed: 0 })
  })

  test('says why there would be none', async () => {
    const { id } = await square()
    expect(await preview(id, '<payment/>')).toEqual({ problem: 'not_json', document: null, items: [] })
    expect(await preview(id, '{}')).toMatchObject({ items: [{ event: null, reason: 'rule_failed' }] })
  })
})

test('is for owners only', async () => {
  const { connection } = await add('json')
  for (const visitor of [ground.viewer, ground.editor]) {
    expect((await visitor.get('/connections')).status).toBe(403)
    expect((await visitor.get(`/connections/${connection.id}`)).status).toBe(403)
  }
})

describe('deleting one', () => {
  const remove = (id: string, as = ground.owner) =>
    as.ask<{ message: string; code: string }>('DELETE', `/connections/${id}`)

  test('says beforehand what goes and what stays, and does so', async () => {
    const { connection, secret } = await add('json')
    const { id, url } = connection
    await deliver(url, JSON.stringify({ email: 'stays@example.com' }), bearer(secret))
    await deliver(url, '<failed/>', bearer(secret))
    await eventually(
      () => read(id),
      ({ deliveries: { done, failed } }) => done === 1 && failed === 1,
    )
    const { body: list } = await ground.owner.get<Page<ListedDelivery>>(
      `/connections/${id}/deliveries?state=done`,
    )
    const path = `/connections/${id}/deliveries/${list.data[0]?.id}`
    const { body: whole } = await ground.owner.get<WholeDelivery>(path)
    const { body: before } = await ground.owner.get(`/connections/${id}/deletion`)
    expect(before).toEqual({ name: 'Till', deliveries: 2, unread: 1, events: 1 })
    expect((await remove(id, ground.editor)).status).toBe(403)
    expect((await remove(id)).body.message).toBe('"Till" is deleted. Its events stay.')
    expect(await deliver(url, '{}', bearer(secret))).toBe(404)
    for (const gone of [
      `/connections/${id}`,
      `/connections/${id}/deliveries`,
      path,
      `/connections/${id}/mappings`,
    ])
      expect((await ground.owner.get(gone)).status, gone).toBe(404)
    expect((await ground.owner.get(`/events/${whole.items[0]?.event_id}`)).status).toBe(200)
    expect((await remove(id)).body.code).toBe('connection_not_found')
    expect((await ground.owner.get('/audit')).text).toContain('connection.deleted')
    expect((await ground.owner.get('/connections')).text).not.toContain(id)
  })

  test('its rows are deleted by the maintenance, and no others', async () => {
    const { engine } = ground.millrace.database
    const kept = await add('json')
    const gone = await add('json')
    for (const { connection, secret } of [kept, gone]) {
      await deliver(connection.url, JSON.stringify({ email: 'rows@example.com' }), bearer(secret))
      await deliver(connection.url, '{}', bearer('wrong'))
      await delivery(connection.id, 'done')
    }
    await remove(gone.connection.id)
    while (await maintain(engine));
    for (const table of tablesOfConnections) {
      const left = async (id: string) =>
        (await engine.query(`SELECT FROM ${table} WHERE connection_id = $1`, [id])).rowCount
      expect([await left(gone.connection.id), await left(kept.connection.id)], table).toEqual([0, 1])
    }
    const { rowCount } = await engine.query('SELECT FROM connections WHERE id = $1', [gone.connection.id])
    expect(rowCount).toBe(0)
  })
})

const tablesOfConnections = [
  'connection_deliveries',
  'connection_events',
  'connection_refusals',
  'connection_mappings',
]
