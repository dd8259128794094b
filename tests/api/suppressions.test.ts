import type { Suppression } from '@millrace/contract/suppression'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../server/src/access/keys.ts'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import {
  getToken,
  request,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let token: string
beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  organisation = await millrace.organisation()
  token = await organisation.token()
})
afterAll(() => millrace.stop())

interface Answer {
  readonly message: string
  readonly code: string
  readonly errors: Record<string, string[]>
  readonly suppression: Suppression
}

const ask = <Body = Answer>(
  method: string,
  path = '',
  { json, bearer = token, headers = {} }: { json?: object; bearer?: string; headers?: object } = {},
) =>
  request<Body>(`${millrace.url}/v1/suppressions${path}`, {
    method,
    token: bearer,
    headers: headers as Record<string, string>,
    ...(json === undefined ? {} : { json }),
  })
const enter = (address: string, rest: object = {}) =>
  ask('POST', '', { json: { channel: 'email', address, note: 'Bounced in another system', ...rest } })
const newEmail = () => `${newId()}@example.com`

test('an address is entered, found, read and lifted, and the entry says by which key', async () => {
  const address = newEmail()
  const entered = await enter(address.toUpperCase())
  expect(entered.status).toBe(201)
  const { suppression } = entered.body
  expect(suppression).toMatchObject({
    channel: 'email',
    address,
    reason: 'integration',
    source: 'api',
    note: 'Bounced in another system',
    lifted_at: null,
  })
  expect(entered.headers.get('location')).toBe(`${millrace.url}/v1/suppressions/${suppression.id}`)
  expect((await ask('GET', `/${suppression.id}`)).body).toEqual({
    message: `Nothing is sent to ${address}.`,
    suppression,
  })

  const lifted = await ask('POST', `/${suppression.id}/lift`, { json: { because: 'It works again' } })
  expect([lifted.status, lifted.body.message]).toEqual([200, `Messages to ${address} are sent again.`])
  expect(lifted.body.suppression).toMatchObject({
    lifted_by: `API key ${organisation.clientId}`,
    lifted_because: 'It works again',
  })
  expect((await ask('GET', `/${suppression.id}`)).body.message).toBe(`Messages are again sent to ${address}.`)
  expect((await ask('POST', `/${suppression.id}/lift`, { json: { because: 'Again' } })).body.code).toBe(
    'suppression_not_found',
  )
  const { rows } = await millrace.database.engine.query(
    `SELECT action, actor FROM audit_entries WHERE subject = $1 ORDER BY id`,
    [suppression.id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['suppression.entered', 'suppression.lifted'])
})

test('the list is filtered and paged, newest first', async () => {
  const own = await millrace.organisation('With a list')
  const bearer = await own.token()
  const addresses = ['a-1@example.com', 'a-2@example.com', 'b-1@example.com']
  for (const address of addresses)
    await ask('POST', '', { bearer, json: { channel: 'email', address, note: 'x' } })
  await ask('POST', '', { bearer, json: { channel: 'sms', address: '+447700900123', note: 'x' } })
  const found = async (query: string) => {
    const all: string[] = []
    for (let path = `?${query}`; ; ) {
      const { body } = await ask<{ data: Suppression[]; links: { next: string | null } }>('GET', path, {
        bearer,
      })
      all.push(...body.data.map(({ address }) => address))
      if (body.links.next === null) return all
      path = new URL(body.links.next).search
    }
  }
  expect(await found('limit=1')).toEqual(['+447700900123', ...addresses.toReversed()])
  expect(await found('text=A-')).toEqual(['a-2@example.com', 'a-1@example.com'])
  expect(await found('channel=sms&reason=integration&lifted=no')).toEqual(['+447700900123'])
  expect(await found('reason=complaint')).toEqual([])
  expect((await ask('GET', '?lifted=maybe', { bearer })).body.code).toBe('validation_failed')
})

test('a request with an Idempotency-Key is done once, for entering and for lifting', async () => {
  const json = { channel: 'email', address: newEmail(), note: 'x' }
  const headers = { 'idempotency-key': newId() }
  const [first, second] = [await ask('POST', '', { json, headers }), await ask('POST', '', { json, headers })]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  const { id } = first.body.suppression
  const lift = { json: { because: 'x' }, headers: { 'idempotency-key': newId() } }
  expect((await ask('POST', `/${id}/lift`, lift)).status).toBe(200)
  expect((await ask('POST', `/${id}/lift`, lift)).status).toBe(200)
  expect((await ask('POST', '', { json: { ...json, note: 'y' }, headers })).body.code).toBe(
    'idempotency_mismatch',
  )
})

test.each([
  ['no address', { address: 'nobody' }, ['address']],
  ['a number without its country', { channel: 'sms', address: '02079460000' }, ['address']],
  ['an address for the other channel', { channel: 'sms', address: 'eve@example.com' }, ['address']],
  ['no reason', { note: ' ' }, ['note']],
  ['another channel', { channel: 'fax' }, ['channel']],
  ['a reason that only providers have', { reason: 'complaint' }, ['reason']],
])('%s is refused at its field', async (_, change, fields) => {
  const { status, body } = await enter('eve@example.com', change)
  expect([status, body.code, Object.keys(body.errors)]).toEqual([400, 'validation_failed', fields])
})

test('what is not there, and what is there already', async () => {
  for (const id of [newId(), 'nonsense', '%00']) {
    expect((await ask('GET', `/${id}`)).body.code).toBe('suppression_not_found')
    expect((await ask('POST', `/${id}/lift`, { json: { because: 'x' } })).body.code).toBe(
      'suppression_not_found',
    )
  }
  const address = newEmail()
  await enter(address)
  const again = await enter(address)
  expect([again.status, again.body.code]).toEqual([409, 'suppressed_already'])
})

test('reading and writing have their scopes, and a key that is limited to venues has neither', async () => {
  await organisation.venue('A')
  const key = async (limits: object) =>
    getToken(
      millrace.url,
      await inTransaction(millrace.database.engine, tx =>
        createKey(tx, organisation.id, 'test', { name: newId(), ...limits } as never),
      ),
    )
  const json = { channel: 'email', address: newEmail(), note: 'x' }
  const reading = await key({ scopes: ['guests:read'] })
  const writing = await key({ scopes: ['guests:write'] })
  const limited = await key({ serials: ['A'] })
  expect((await ask('GET', '', { bearer: reading })).status).toBe(200)
  expect((await ask('POST', '', { bearer: reading, json })).body.code).toBe('scope_needed')
  expect((await ask('GET', '', { bearer: writing })).body.code).toBe('scope_needed')
  expect((await ask('POST', '', { bearer: writing, json })).status).toBe(201)
  expect((await ask('GET', '', { bearer: limited })).body.code).toBe('venue_not_allowed')
})
