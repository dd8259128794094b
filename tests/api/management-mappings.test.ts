import type { Mapping } from '@millrace/contract/connection-mapping'
import type {
  ListedDelivery,
  MappingCheck,
  MappingVersion,
  WholeConnection,
  WholeDelivery,
  WholeMappingVersion,
} from '@millrace/contract/dashboard/connections'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliver } from '../support/deliver.ts'
import { eventually } from '../support/millrace.ts'
import { type Ground, openGround, type Page } from './management-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
  await ground.organisation.venue('HARBOUR-01')
})
afterAll(() => ground.millrace.stop())

interface Answer {
  readonly message: string
  readonly connection: WholeConnection
  readonly secret: string
}

interface Till {
  readonly id: string
  readonly mapping: Mapping
  send(body: unknown): Promise<void>
}

/** A connection that is at version 1, and a way to send to it. */
async function connect(vendor = 'json'): Promise<Till> {
  const json = { name: 'Till', vendor, unknown_guests: 'create' }
  const { connection, secret } = (await ground.owner.post<Answer>('/connections', json)).body
  return {
    id: connection.id,
    mapping: connection.mapping,
    async send(body) {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      expect(await deliver(connection.url, text, { authorization: `Bearer ${secret}` })).toBe(200)
    },
  }
}

const read = async (id: string) => (await ground.owner.get<WholeConnection>(`/connections/${id}`)).body
const save = (id: string, mapping: unknown, version: number, as = ground.owner) =>
  as.ask<Answer & { code: string; errors: Record<string, string[]> }>('PUT', `/connections/${id}/mapping`, {
    json: { mapping, version },
  })
const restore = (id: string, which: number | string, version: number) =>
  ground.owner.post<Answer & { code: string }>(`/connections/${id}/mappings/${which}/restore`, { version })
const check = async (id: string, mapping: Mapping) =>
  (await ground.owner.post<MappingCheck>(`/connections/${id}/mapping/check`, { mapping })).body
const deliveries = async (id: string) =>
  (await ground.owner.get<Page<ListedDelivery>>(`/connections/${id}/deliveries`)).body.data

/** What was sent, once all of it is read. */
const readAll = (id: string, number: number) =>
  eventually(
    () => deliveries(id),
    list => list.length === number && list.every(({ state }) => state !== 'waiting'),
  )

async function eventsOf(id: string, delivery: string): Promise<(string | null)[]> {
  const { body } = await ground.owner.get<WholeDelivery>(`/connections/${id}/deliveries/${delivery}`)
  return body.items.map(({ event_id }) => event_id)
}

describe('saving a mapping', () => {
  test('makes a version, by which the next delivery is read', async () => {
    const till = await connect()
    expect(await read(till.id)).toMatchObject({ mapping_version: 1 })
    const changed = { ...till.mapping, source: 'bookings', parameters: { party: { path: '$.party' } } }
    const { status, body } = await save(till.id, changed, 1)
    expect([status, body.message]).toEqual([200, 'Saved as version 2. New deliveries are read by it.'])
    expect(body.connection).toMatchObject({ mapping_version: 2, mapping: changed })
    await till.send({ email: 'ada@example.com', party: 4 })
    const [delivery] = await readAll(till.id, 1)
    const [event] = await eventsOf(till.id, delivery?.id as string)
    const { body: stored } = await ground.owner.get<{ event: object }>(`/events/${event}`)
    expect(JSON.stringify(stored)).toContain('"party":4')
    expect(JSON.stringify(stored)).toContain('"source":"bookings"')
  })

  test('keeps who saved which version, and one can look at each', async () => {
    const till = await connect()
    await save(till.id, { ...till.mapping, source: 'second' }, 1)
    const { body } = await ground.owner.get<{ data: MappingVersion[] }>(`/connections/${till.id}/mappings`)
    expect(body.data).toMatchObject([
      { version: 2, actor: expect.stringContaining('@'), restored_from: null },
      { version: 1, actor: null, restored_from: null },
    ])
    const one = await ground.owner.get<WholeMappingVersion>(`/connections/${till.id}/mappings/1`)
    expect(one.body).toMatchObject({ version: 1, mapping: till.mapping })
    for (const wrong of ['3', '0', 'x', '99999999999'])
      expect((await ground.owner.get(`/connections/${till.id}/mappings/${wrong}`)).status).toBe(404)
    const { text: audit } = await ground.owner.get('/audit')
    expect(audit).toContain('connection.mapping_saved')
  })

  test('an earlier version is restored as the newest one', async () => {
    const till = await connect()
    await save(till.id, { ...till.mapping, source: 'second' }, 1)
    const { body } = await restore(till.id, 1, 2)
    expect(body.message).toBe('Version 1 is restored as version 3.')
    expect(body.connection).toMatchObject({ mapping_version: 3, mapping: till.mapping })
    const { body: list } = await ground.owner.get<{ data: MappingVersion[] }>(
      `/connections/${till.id}/mappings`,
    )
    expect(list.data[0]).toMatchObject({ version: 3, restored_from: 1 })
    expect((await restore(till.id, 9, 3)).status).toBe(404)
    expect((await restore(till.id, 1, 2)).body.code).toBe('mapping_conflict')
  })

  test('of two members who save at once, one is asked to look again', async () => {
    const till = await connect()
    const both = await Promise.all(
      ['one', 'other'].map(source => save(till.id, { ...till.mapping, source }, 1)),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('mapping_conflict')
    expect((await read(till.id)).mapping_version).toBe(2)
  })

  test('the same mapping again makes no version', async () => {
    const till = await connect()
    expect((await save(till.id, till.mapping, 1)).body.message).toBe('Nothing changed.')
    expect((await read(till.id)).mapping_version).toBe(1)
  })

  test.each([
    [{ when: [{ value: { path: 'email' }, is: 'present' }] }, 'mapping.when.0.value.path'],
    [{ source: '' }, 'mapping.source'],
    [{ code: 'process.exit()' }, 'mapping.code'],
    [{ parameters: { spend: { path: '$.a', header: 'x-a' } } }, 'mapping.parameters.spend'],
    [{ parameters: { note: { constant: 'a\0b' } } }, 'mapping.parameters.note.constant'],
    [{ guest: { identifiers: [] } }, 'mapping.guest.identifiers'],
  ])('%j is refused at its field', async (wrong, field) => {
    const till = await connect()
    for (const [method, path, more] of [
      ['PUT', 'mapping', { version: 1 }],
      ['POST', 'mapping/check', {}],
      ['POST', 'preview', { body: '{}' }],
    ] as const) {
      const json = { mapping: { ...till.mapping, ...wrong }, ...more }
      const { status, body } = await ground.owner.ask<{ errors: object }>(
        method,
        `/connections/${till.id}/${path}`,
        { json },
      )
      expect([status, Object.keys(body.errors)], path).toEqual([400, [field]])
    }
    expect((await read(till.id)).mapping_version).toBe(1)
  })

  test('a mapping that is larger than a request is refused', async () => {
    const till = await connect()
    const names = Array.from({ length: 99 }, (_, number) => [
      `p${number}`,
      { path: `$.${'x'.repeat(450)}`, or: 'x'.repeat(400) },
    ])
    const { status } = await save(till.id, { ...till.mapping, parameters: Object.fromEntries(names) }, 1)
    expect(status).toBe(413)
  })

  test('is for owners only', async () => {
    const till = await connect()
    expect((await save(till.id, till.mapping, 1, ground.editor)).status).toBe(403)
  })

  test('what was held or failed is read by the new version', async () => {
    const till = await connect()
    await save(till.id, { ...till.mapping, each: '$.orders[*]' }, 1)
    await till.send({ email: 'ada@example.com' })
    expect(await readAll(till.id, 1)).toMatchObject([{ state: 'failed', problem: 'no_items' }])
    await save(till.id, till.mapping, 2)
    await eventually(
      () => deliveries(till.id),
      ([one]) => one?.state === 'done' && one.events === 1,
    )
  })
})

describe('a mapping is checked against the last deliveries', () => {
  test('and says how many make an event, and why the others make none', async () => {
    const till = await connect()
    await save(
      till.id,
      { ...till.mapping, guest: { identifiers: [{ type: 'email', value: { path: '$.none' } }] } },
      1,
    )
    for (const type of ['sale', 'sale', 'refund']) await till.send({ type, email: `${type}@example.com` })
    await till.send({ type: 'sale' })
    await till.send('<sale/>')
    const list = await readAll(till.id, 5)
    const checked = await check(till.id, {
      ...till.mapping,
      when: [{ value: { path: '$.type' }, is: 'equal_to', than: 'sale' }],
    })
    expect(checked).toMatchObject({
      deliveries: 5,
      left_out: 0,
      one: 2,
      several: { deliveries: 0, events: 0 },
      identity_changes: false,
    })
    expect(checked.none).toEqual([
      { reason: null, problem: 'not_json', detail: {}, deliveries: 1, delivery_id: list[0]?.id },
      { reason: 'no_identifier', problem: null, detail: {}, deliveries: 1, delivery_id: list[1]?.id },
      expect.objectContaining({ reason: 'rule_failed', deliveries: 1, delivery_id: list[2]?.id }),
    ])
    // Nothing was made of it.
    expect((await read(till.id)).mapping_version).toBe(2)
    expect((await deliveries(till.id)).reduce((sum, { events }) => sum + events, 0)).toBe(0)
  })

  test('with lists, and only the last 100; those that are too large are counted', async () => {
    const till = await connect()
    await till.send({ oldest: true })
    await till.send({ note: 'x'.repeat(200_001), email: 'large@example.com' })
    const orders = [{ email: 'a@example.com' }, { email: 'b@example.com' }]
    for (let number = 0; number < 99; number++) await till.send({ orders })
    const checked = await check(till.id, { ...till.mapping, each: '$.orders[*]' })
    expect(checked).toMatchObject({
      deliveries: 99,
      left_out: 1,
      one: 0,
      several: { deliveries: 99, events: 198 },
      none: [],
      identity_changes: true,
    })
  })

  test('and of a form as well', async () => {
    const till = await connect('form')
    await till.send('email=ada%40example.com&kind=newsletter')
    const mapping = { ...till.mapping, parameters: { kind: { path: '$.kind' } } }
    expect(await check(till.id, mapping)).toMatchObject({ deliveries: 1, one: 1 })
    const { body } = await ground.owner.post<{ items: { event: { parameters: object } }[] }>(
      `/connections/${till.id}/preview`,
      { body: 'email=ada%40example.com&kind=newsletter', mapping },
    )
    expect(body.items[0]?.event.parameters).toEqual({ kind: 'newsletter', source: 'webhook' })
  })
})

describe('a delivery that is read again by another mapping', () => {
  const again = (id: string, delivery: string) =>
    ground.owner.post(`/connections/${id}/deliveries/${delivery}/retry`, {})

  test('makes no event twice, although events are recognised by something else', async () => {
    const till = await connect()
    await till.send({ order: 'o-1', email: 'once@example.com' })
    const [first] = await readAll(till.id, 1)
    const id = first?.id as string
    const made = await eventsOf(till.id, id)
    await save(till.id, { ...till.mapping, id: { path: '$.order' } }, 1)
    await again(till.id, id)
    await eventually(
      () => deliveries(till.id),
      ([one]) => one?.repeated === 1,
    )
    expect(await eventsOf(till.id, id)).toEqual(made)
    // The order is known by its new name from now on.
    await till.send({ order: 'o-1', email: 'once@example.com', late: true })
    const [late] = await readAll(till.id, 2)
    expect(late).toMatchObject({ events: 0, repeated: 1 })
    expect(await eventsOf(till.id, late?.id as string)).toEqual(made)
  })

  test('also where a version in between could not read it', async () => {
    const till = await connect()
    await till.send({ order: 'o-2', email: 'between@example.com' })
    const [first] = await readAll(till.id, 1)
    const id = first?.id as string
    const made = await eventsOf(till.id, id)
    await save(till.id, { ...till.mapping, each: '$.orders[*]' }, 1)
    await again(till.id, id)
    await eventually(
      () => deliveries(till.id),
      ([one]) => one?.state === 'failed',
    )
    await save(till.id, { ...till.mapping, id: { path: '$.order' } }, 2)
    await eventually(
      () => deliveries(till.id),
      ([one]) => one?.state === 'done',
    )
    expect(await eventsOf(till.id, id)).toEqual(made)
  })

  test('makes the event of an item that made none before', async () => {
    const till = await connect()
    await save(
      till.id,
      { ...till.mapping, when: [{ value: { path: '$.kind' }, is: 'equal_to', than: 'a' }] },
      1,
    )
    await till.send({ kind: 'b', email: 'new@example.com' })
    const [first] = await readAll(till.id, 1)
    expect(first).toMatchObject({ events: 0 })
    await save(till.id, till.mapping, 2)
    await again(till.id, first?.id as string)
    await eventually(
      () => deliveries(till.id),
      ([one]) => one?.events === 1,
    )
  })
})
