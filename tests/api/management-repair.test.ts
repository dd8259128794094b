import type { Mapping } from '@millrace/contract/connection-mapping'
import type {
  ConnectionRepair,
  ListedDelivery,
  WholeConnection,
} from '@millrace/contract/dashboard/connections'
import type { Job } from '@millrace/contract/job'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliver } from '../support/deliver.ts'
import { eventually } from '../support/millrace.ts'
import { type Ground, openGround, type Page } from './management-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(() => ground.millrace.stop())

interface Till {
  readonly id: string
  readonly mapping: Mapping
  send(body: object): Promise<void>
}

const sales: Partial<Mapping> = { when: [{ value: { path: '$.type' }, is: 'equal_to', than: 'sale' }] }

/** A connection that makes events of sales only. */
async function connect(): Promise<Till> {
  const { body } = await ground.owner.post<{ connection: WholeConnection; secret: string }>('/connections', {
    name: 'Till',
    vendor: 'json',
    unknown_guests: 'create',
  })
  const { id, url, mapping } = body.connection
  await save(id, { ...mapping, ...sales }, 1)
  return {
    id,
    mapping,
    async send(given) {
      const headers = { authorization: `Bearer ${body.secret}` }
      expect(await deliver(url, JSON.stringify({ email: 'ada@example.com', ...given }), headers)).toBe(200)
    },
  }
}

const save = async (id: string, mapping: Mapping, version: number) => {
  const { status } = await ground.owner.ask('PUT', `/connections/${id}/mapping`, {
    json: { mapping, version },
  })
  expect(status).toBe(200)
}
const deliveries = async (id: string) =>
  (await ground.owner.get<Page<ListedDelivery>>(`/connections/${id}/deliveries`)).body.data
const settled = (id: string, number: number) =>
  eventually(
    () => deliveries(id),
    list => list.length === number && list.every(({ state }) => state !== 'waiting'),
  )
const start = (id: string, apply: boolean, as = ground.owner) =>
  as.post<{ job: Job; code: string; message: string }>(`/connections/${id}/repair`, { apply })
const latest = async (id: string) =>
  (await ground.owner.get<ConnectionRepair>(`/connections/${id}/repair`)).body
const ended = async (id: string) =>
  eventually(
    () => latest(id),
    ({ job }) => job !== null && job.status !== 'running',
  )

async function compare(id: string): Promise<ConnectionRepair> {
  expect((await start(id, false)).status).toBe(201)
  return ended(id)
}

async function apply(id: string): Promise<ConnectionRepair> {
  expect((await start(id, true)).status).toBe(201)
  return ended(id)
}

describe('a repair', () => {
  test('shows what would be new, changed and gone, and makes what is new, once', async () => {
    const till = await connect()
    await till.send({ type: 'sale', total: 1 })
    await till.send({ type: 'refund', total: 2 })
    await till.send({ type: 'booking', total: 3 })
    const list = await settled(till.id, 3)
    expect(list.map(({ events }) => events)).toEqual([0, 0, 1])
    await save(
      till.id,
      {
        ...till.mapping,
        when: [{ value: { path: '$.type' }, is: 'one_of', than: ['sale', 'booking'] }],
        parameters: { total: { path: '$.total' } },
      },
      2,
    )
    const compared = await compare(till.id)
    expect(compared).toMatchObject({
      version: 3,
      applies: false,
      job: { kind: 'repair', status: 'done', result: { deliveries: 3, new: 1, changed: 1, gone: 0 } },
    })
    expect(compared.differences).toMatchObject([
      { kind: 'new', delivery_id: list[0]?.id, event_id: null },
      { kind: 'changed', delivery_id: list[2]?.id, fields: ['parameters.total'] },
    ])
    // Nothing was made of it.
    expect((await deliveries(till.id)).map(({ events }) => events)).toEqual([0, 0, 1])
    const applied = await apply(till.id)
    expect(applied).toMatchObject({
      applies: true,
      job: { status: 'done', result: { deliveries: 1, made: 1 } },
    })
    expect((await deliveries(till.id)).map(({ events }) => events)).toEqual([1, 0, 1])
    expect(await compare(till.id)).toMatchObject({ job: { result: { new: 0, changed: 1, gone: 0 } } })
    expect(await apply(till.id)).toMatchObject({ job: { result: { deliveries: 0, made: 0 } } })
    const { text: audit } = await ground.owner.get('/audit')
    expect(audit).toContain('repair.applied')
  })

  test('an event that would no longer be made stays', async () => {
    const till = await connect()
    await till.send({ type: 'sale' })
    await settled(till.id, 1)
    await save(till.id, { ...till.mapping, when: [{ value: { path: '$.none' }, is: 'present' }] }, 2)
    expect(await compare(till.id)).toMatchObject({ job: { result: { new: 0, changed: 0, gone: 1 } } })
    await apply(till.id)
    expect((await deliveries(till.id)).map(({ events }) => events)).toEqual([1])
  })

  test('a thing that several deliveries are about is one new event', async () => {
    const till = await connect()
    for (let number = 0; number < 25; number++) await till.send({ type: 'order', order: 'o-1', number })
    await settled(till.id, 25)
    await save(till.id, { ...till.mapping, id: { path: '$.order' } }, 2)
    expect(await compare(till.id)).toMatchObject({ job: { result: { deliveries: 25, new: 1 } } })
    expect(await apply(till.id)).toMatchObject({ job: { result: { deliveries: 1, made: 1 } } })
    const made = (await deliveries(till.id)).reduce((sum, { events }) => sum + events, 0)
    expect(made).toBe(1)
  })

  test('of two members who start at once, one is refused', async () => {
    const till = await connect()
    await till.send({ type: 'refund' })
    await settled(till.id, 1)
    await save(till.id, till.mapping, 2)
    const both = await Promise.all([start(till.id, false), start(till.id, false)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    await ended(till.id)
    const applying = await Promise.all([start(till.id, true), start(till.id, true)])
    expect(applying.map(({ status }) => status).toSorted()).toEqual([201, 409])
    await ended(till.id)
    expect((await deliveries(till.id)).map(({ events }) => events)).toEqual([1])
  })

  test('is applied after a comparison by the present mapping only, and not while paused', async () => {
    const till = await connect()
    await till.send({ type: 'refund' })
    await settled(till.id, 1)
    expect((await start(till.id, true)).body.message).toBe('Compare the stored deliveries first.')
    await compare(till.id)
    await save(till.id, till.mapping, 2)
    expect((await start(till.id, true)).body.message).toContain('Compare again.')
    await compare(till.id)
    await ground.owner.ask('PATCH', `/connections/${till.id}`, { json: { paused: true } })
    expect((await start(till.id, true)).body.message).toContain('Resume it first.')
    await ground.owner.ask('PATCH', `/connections/${till.id}`, { json: { paused: false } })
    expect(await apply(till.id)).toMatchObject({ job: { result: { made: 1 } } })
  })

  test('nothing is compared before there was one, and it is for owners only', async () => {
    const till = await connect()
    expect(await latest(till.id)).toEqual({ job: null, version: null, applies: false, differences: [] })
    expect(await compare(till.id)).toMatchObject({
      job: { result: { deliveries: 0, new: 0, changed: 0, gone: 0 } },
    })
    expect((await start(till.id, false, ground.editor)).status).toBe(403)
    const { status, body } = await ground.owner.post<{ errors: object }>(`/connections/${till.id}/repair`, {})
    expect([status, Object.keys(body.errors)]).toEqual([400, ['apply']])
  })
})
