import type { Segment, SegmentGuest } from '@millrace/contract/segment'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import {
  eventually,
  request,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let token: string

beforeAll(async () => {
  millrace = await startTestMillrace()
})
afterAll(() => millrace.stop())
beforeEach(async () => {
  organisation = await millrace.organisation()
  token = await organisation.token()
})

const gold = { field: 'guest.tags', operator: 'contains', value: 'gold' }

const ask = <Body = { segment: Segment }>(method: string, path = '', json?: object) =>
  request<Body & { message: string; code?: string; errors?: Record<string, string[]> }>(
    `${millrace.url}/v1/segments${path}`,
    { method, token, ...(json === undefined ? {} : { json }) },
  )
const create = async (name: string, condition: object) =>
  (await ask('POST', '', { name, condition })).body.segment

test('a segment is previewed, created, counted, changed and deleted', async () => {
  const ada = await organisation.guest({ name: 'Ada', tags: ['gold'] })
  await organisation.guest({ name: 'Bo' })
  const preview = await ask('POST', '/preview', { condition: gold })
  expect(preview.body).toEqual({
    members: 1,
    sentence: 'the guest has the tag "gold"',
    sample: [{ id: ada, name: 'Ada' }],
  })
  const created = await ask('POST', '', { name: 'Gold', description: 'Our best', condition: gold })
  expect(created.status).toBe(201)
  const { id } = created.body.segment
  expect(created.headers.get('location')).toBe(`${millrace.url}/v1/segments/${id}`)
  const counted = await eventually(
    () => ask('GET', `/${id}`),
    ({ body }) => !body.segment.is_counting,
  )
  expect(counted.body.segment).toMatchObject({
    name: 'Gold',
    description: 'Our best',
    condition: gold,
    members: 1,
    used_by: [],
  })
  const guests = await ask<{ data: SegmentGuest[] }>('GET', `/${id}/guests`)
  expect(guests.body.data).toMatchObject([{ id: ada, name: 'Ada' }])

  const changed = await ask('PATCH', `/${id}`, { name: 'Golden', description: null })
  expect(changed.body.segment).toMatchObject({
    name: 'Golden',
    description: null,
    members: 1,
    is_counting: false,
  })
  const listed = await ask<{ data: Segment[] }>('GET')
  expect(listed.body.data.map(({ name }) => name)).toEqual(['Golden'])
  expect((await ask('DELETE', `/${id}`)).body.message).toBe('The segment "Golden" is deleted.')
  expect((await ask('GET', `/${id}`)).body.code).toBe('segment_not_found')
})

test('what is wrong with a condition is said at its path', async () => {
  const { id } = await create('Gold', gold)
  const unknown = newId()
  const faultsOf = async (condition: unknown) =>
    (await ask('PATCH', `/${id}`, { condition: condition as object })).body.errors
  expect(
    await faultsOf({ all: [gold, { field: 'guest.shoe', operator: 'equals', value: 1 }] }),
  ).toMatchObject({
    'condition.all.1.field': [expect.stringContaining('There is no field "guest.shoe".')],
  })
  expect(await faultsOf({ field: 'guest.segments', operator: 'contains', value: id })).toEqual({
    'condition.value': ['The segment would refer to itself: "Gold" → "Gold".'],
  })
  expect(await faultsOf({ field: 'guest.segments', operator: 'contains', value: unknown })).toEqual({
    'condition.value': [`There is no segment ${unknown}.`],
  })
  expect(
    await faultsOf({ field: 'guest.points', operator: 'at_least', value: { field: 'guest.points' } }),
  ).toEqual({
    'condition.value': ['A segment compares with a value, not with a field.'],
  })
  expect(await faultsOf({})).toBeDefined()
  const again = await ask('POST', '', { name: 'GOLD', condition: gold })
  expect(again.body.errors).toEqual({ name: ['There is a segment "GOLD" already.'] })
})

test('a segment that is used is not deleted, and the refusal names who uses it', async () => {
  const { id } = await create('Gold', gold)
  const other = await create('Others', { field: 'guest.segments', operator: 'not_contains', value: id })
  const refused = await ask('DELETE', `/${id}`)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    code: 'segment_in_use',
    message: '"Gold" is used by the segment "Others". Remove it there first.',
  })
  await ask('DELETE', `/${other.id}`)
  expect((await ask('DELETE', `/${id}`)).status).toBe(200)
})

test('a repeated request creates one segment', async () => {
  const headers = { 'idempotency-key': newId() }
  const once = () =>
    request<{ segment: Segment }>(`${millrace.url}/v1/segments`, {
      token,
      headers,
      json: { name: 'Gold', condition: gold },
    })
  const [first, second] = [await once(), await once()]
  expect(second.body.segment.id).toBe(first.body.segment.id)
  expect((await ask<{ data: Segment[] }>('GET')).body.data).toHaveLength(1)
})
