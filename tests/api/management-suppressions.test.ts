import type { Suppression } from '@millrace/contract/suppression'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ground, openGround, readAll } from './management-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround({ roles: ['api'] })
})
afterAll(() => ground.millrace.stop())

interface Answer {
  readonly message: string
  readonly code: string
  readonly errors: Record<string, string[]>
  readonly suppression: Suppression
}

const enter = (json: object) => ground.owner.post<Answer>('/suppressions', json)
const lift = (id: string, json: object) => ground.owner.post<Answer>(`/suppressions/${id}/lift`, json)
const found = async (query: string) =>
  (await readAll<Suppression>(ground.owner, `/suppressions?${query}`)).flat().map(({ address }) => address)

test('an owner suppresses an address, finds it by its beginning, and lifts it with a reason', async () => {
  const { status, body } = await enter({ channel: 'email', address: 'Ada@Example.com', note: 'By letter' })
  expect(status).toBe(201)
  expect(body.suppression).toMatchObject({
    channel: 'email',
    address: 'ada@example.com',
    reason: 'member',
    source: 'dashboard',
    note: 'By letter',
    lifted_at: null,
  })
  await enter({ channel: 'sms', address: '+447700900123', note: 'By letter' })
  expect(await found('text=ADA@')).toEqual(['ada@example.com'])
  expect(await found('channel=sms')).toEqual(['+447700900123'])
  expect(await found('limit=1')).toEqual(['+447700900123', 'ada@example.com'])
  expect(await found('reason=complaint')).toEqual([])

  const { id } = body.suppression
  const lifted = await lift(id, { because: 'They called' })
  expect(lifted.body.suppression).toMatchObject({
    lifted_by: ground.owner.member.email,
    lifted_because: 'They called',
  })
  expect(await found('lifted=no')).toEqual(['+447700900123'])
  expect((await lift(id, { because: 'Again' })).body.code).toBe('suppression_not_found')
  // It can be suppressed again, and both are kept.
  expect((await enter({ channel: 'email', address: 'ada@example.com', note: 'Again' })).status).toBe(201)
  expect(await found('text=ada@')).toHaveLength(2)
})

test.each([
  ['no address', { channel: 'email', address: 'nobody', note: 'x' }, 'address'],
  ['a number without its country', { channel: 'sms', address: '02079460000', note: 'x' }, 'address'],
  ['an address for the other channel', { channel: 'sms', address: 'eve@example.com', note: 'x' }, 'address'],
  ['no reason', { channel: 'email', address: 'eve@example.com', note: ' ' }, 'note'],
  ['another channel', { channel: 'fax', address: 'eve@example.com', note: 'x' }, 'channel'],
])('%s is refused at its field', async (_, json, field) => {
  const { status, body } = await enter(json)
  expect([status, body.code, Object.keys(body.errors)]).toEqual([400, 'validation_failed', [field]])
})

test('the same address twice is a conflict, and nobody but an owner sees or changes the list', async () => {
  const json = { channel: 'email', address: 'twice@example.com', note: 'x' }
  expect((await enter(json)).status).toBe(201)
  expect((await enter(json)).body.code).toBe('suppressed_already')
  for (const visitor of [ground.editor, ground.viewer]) {
    expect((await visitor.get('/suppressions')).status).toBe(403)
    expect((await visitor.post('/suppressions', json)).status).toBe(403)
  }
})
