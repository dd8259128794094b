import type { ApiKey, ApiRequest } from '@millrace/contract/member'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedIn, type Visitor } from '../support/dashboard.ts'
import {
  eventually,
  getToken,
  request,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let owner: Visitor & { member: { email: string } }

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  organisation = await millrace.organisation('Harbour')
  owner = await signedIn(millrace, organisation.id)
})
afterAll(() => millrace.stop())

interface Made {
  key: { client_id: string; client_secret: string; name: string }
  code: string
  errors: unknown
}
const create = async (name = 'till') => (await owner.post<Made>('/keys', { name })).body.key
const credentials = (key: Made['key']) => ({ clientId: key.client_id, clientSecret: key.client_secret })
const use = (token: string, path = '/v1/venues') => request(`${millrace.url}${path}`, { token })

describe('an API key', () => {
  test('is made by an owner, works, and its secret is never shown again', async () => {
    const key = await create('first till')
    expect((await use(await getToken(millrace.url, credentials(key)))).status).toBe(200)
    const { text, body } = await owner.get<{ data: ApiKey[] }>('/keys')
    expect(body.data.find(({ client_id }) => client_id === key.client_id)).toMatchObject({
      name: 'first till',
      requests_per_minute: 6000,
      revoked_at: null,
    })
    expect(text).not.toContain(key.client_secret)
    const audit = await owner.get<{ data: object[] }>('/audit?action=key.created&limit=1')
    expect(audit.body.data).toMatchObject([{ actor: owner.member.email, detail: { name: 'first till' } }])
  })

  test('gets a new secret, and the old one works on for as long as was said', async () => {
    const key = await create()
    const rotate = (json: object) => owner.post<Made>(`/keys/${key.client_id}/rotate`, json)
    const second = (await rotate({})).body.key
    expect(second.client_secret).not.toBe(key.client_secret)
    await getToken(millrace.url, credentials(key))
    const third = (await rotate({ grace_seconds: 0 })).body.key
    await getToken(millrace.url, credentials(third))
    await expect(getToken(millrace.url, credentials(key))).rejects.toThrow('invalid_client')
    await expect(getToken(millrace.url, credentials(second))).rejects.toThrow('invalid_client')
  })

  test('is revoked when its name was typed, and its tokens with it', async () => {
    const key = await create('kiosk')
    const token = await getToken(millrace.url, credentials(key))
    const revoke = (name: string) => owner.post<Made>(`/keys/${key.client_id}/revoke`, { name })
    const wrong = await revoke('till')
    expect([wrong.status, wrong.body.errors]).toEqual([400, { name: ['is not the name of this key'] }])
    expect((await use(token)).status).toBe(200)
    expect((await revoke('kiosk')).status).toBe(200)
    expect((await use(token)).status).toBe(401)
    expect([(await revoke('kiosk')).status, (await revoke('kiosk')).body.code]).toEqual([409, 'key_revoked'])
    const rotated = await owner.post<Made>(`/keys/${key.client_id}/rotate`, {})
    expect([rotated.status, rotated.body.code]).toEqual([409, 'key_revoked'])
  })

  test.each<[object, object]>([
    [{}, { name: ['is required'] }],
    [{ name: ' ' }, { name: ['does not have the right form'] }],
    [{ name: 'x'.repeat(101) }, { name: ['must have at most 100 characters'] }],
    [{ name: 'x', client_id: 'mine' }, { client_id: ['is not a field of this request'] }],
  ])('is not made with faults: %j', async (json, errors) => {
    const { status, body } = await owner.post<Made>('/keys', json)
    expect([status, body.errors]).toEqual([400, errors])
  })

  test.each(['nonsense', 'mrid_unknown', '%00', 'mrid_%F0%9F%92%A9'])(
    'that there is not is 404: %s',
    async id => {
      expect((await owner.post(`/keys/${id}/rotate`, {})).status).toBe(404)
      expect((await owner.post(`/keys/${id}/revoke`, { name: 'x' })).status).toBe(404)
      expect((await owner.get(`/keys/${id}/requests`)).status).toBe(404)
    },
  )

  test('of another organisation is 404, and stays as it is', async () => {
    const stranger = await signedIn(millrace, (await millrace.organisation('Vine')).id)
    const key = await create()
    for (const [path, json] of [
      ['rotate', {}],
      ['revoke', { name: key.name }],
    ] as const) {
      const answer = await stranger.post<Made>(`/keys/${key.client_id}/${path}`, json)
      expect([answer.status, answer.body.code]).toEqual([404, 'key_not_found'])
    }
    expect((await stranger.get(`/keys/${key.client_id}/requests`)).status).toBe(404)
    expect((await stranger.get('/keys')).text).not.toContain(key.client_id)
    await getToken(millrace.url, credentials(key))
  })
})

describe("a key's requests", () => {
  type Log = { data: ApiRequest[]; links: { next: string | null } }
  const read = async (clientId: string, query = '') =>
    (await owner.get<Log>(`/keys/${clientId}/requests${query}`)).body

  test('are listed with their reason, and nothing that was in them; and the key was used', async () => {
    const key = await create('logged')
    const token = await getToken(millrace.url, credentials(key))
    await use(token)
    await use(token, '/v1/guests/secret-guest-name?external_id=secret')
    const id = 'a-request-of-mine'
    await request(`${millrace.url}/v1/workflows/incoming-event`, {
      token,
      json: { secret: 'canary' },
      headers: { 'x-request-id': id },
    })
    const { data } = await eventually(
      () => read(key.client_id),
      log => log.data.length === 3,
    )
    expect(data.map(({ method, route, status, code }) => [method, route, status, code])).toEqual([
      ['POST', '/v1/workflows/incoming-event', 400, 'validation_failed'],
      ['GET', '/v1/guests/:id', 400, 'validation_failed'],
      ['GET', '/v1/venues', 200, null],
    ])
    expect(data[0]?.request_id).toBe(id)
    expect(JSON.stringify(data)).not.toMatch(/secret|canary/)
    await eventually(
      async () => (await owner.get<{ data: ApiKey[] }>('/keys')).body.data,
      keys => keys.find(({ client_id }) => client_id === key.client_id)?.last_used_at !== null,
    )
  })

  test('come in pages, whose links are of the dashboard', async () => {
    const key = await create('paged')
    const token = await getToken(millrace.url, credentials(key))
    for (const path of ['/v1/venues', '/v1/guests', '/v1/workflows']) await use(token, path)
    await eventually(
      () => read(key.client_id),
      log => log.data.length === 3,
    )
    const first = await read(key.client_id, '?limit=2')
    expect(first.links.next).toMatch(new RegExp(`^/dashboard/api/keys/${key.client_id}/requests\\?`))
    const second = await owner.get<Log>((first.links.next as string).replace('/dashboard/api', ''))
    const routes = [...first.data, ...second.body.data].map(({ route }) => route)
    expect(routes).toEqual(['/v1/workflows', '/v1/guests', '/v1/venues'])
    expect(second.body.links.next).toBeNull()
  })

  test('that were refused for a revoked token are there, too', async () => {
    const key = await create('refused')
    const token = await getToken(millrace.url, credentials(key))
    const send = () =>
      request(`${millrace.url}/v1/workflows/incoming-event`, {
        token,
        json: { organisation_registration_id: 'x' },
      })
    await send()
    await owner.post(`/keys/${key.client_id}/revoke`, { name: 'refused' })
    expect((await send()).status).toBe(401)
    const { data } = await eventually(
      () => read(key.client_id),
      log => log.data.length === 2,
    )
    expect(data.map(({ status, code }) => [status, code])).toEqual([
      [401, 'unauthenticated'],
      [400, 'validation_failed'],
    ])
  })
})
