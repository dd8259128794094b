import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request, startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { rawLines, rawRequest } from '../support/raw-request.ts'

let millrace: TestMillrace
let token: string
let guest: string

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  const organisation = await millrace.organisation()
  token = await organisation.token()
  guest = await organisation.guest()
})
afterAll(() => millrace.stop())

interface Answered {
  code: string
  message: string
  error_description: string
  event: { serials: string[]; parameters: object; source: string | null }
  guest: { id: string }
  segment: { id: string }
}
const events = () => `${millrace.url}/v1/workflows/incoming-event`
const origin = { origin: 'https://shop.example' }

describe('a browser', () => {
  const preflight = (path: string) =>
    rawRequest(
      millrace.url,
      rawLines(
        `OPTIONS ${path} HTTP/1.1`,
        'Origin: https://shop.example',
        'Access-Control-Request-Method: POST',
        'Access-Control-Request-Headers: authorization, content-type',
      ),
    )

  test.each(['/v1/workflows/incoming-event', '/v1/guests', '/v1/nowhere'])(
    'that asks whether a page may call %s is answered that the token is what it may not send',
    async path => {
      const { status, headers } = await preflight(path)
      expect(status).toBe(204)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-allow-headers')).not.toContain('authorization')
      expect(headers.get('access-control-allow-headers')).toContain('content-type')
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    },
  )

  test('is allowed nothing anywhere else', async () => {
    for (const path of ['/dashboard/api/session', '/oauth/token', '/']) {
      expect(
        [...(await preflight(path)).headers.keys()].filter(name => /^access-control/.test(name)),
      ).toEqual([])
    }
  })

  test('may read no answer', async () => {
    for (const path of ['/v1/guests', '/v1/nowhere', '/livez']) {
      const { headers } = await request(millrace.url + path, { token, headers: origin })
      expect([...headers.keys()].filter(name => /^access-control/.test(name))).toEqual([])
    }
  })
})

describe('JSON that was sent as a form', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  test('to a workflow endpoint is 415 with a hint; another form without', async () => {
    const post = (body: string) => request<Answered>(events(), { method: 'POST', token, headers: form, body })
    const answer = await post(` {"organisation_registration_id":"${guest}"}`)
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type'])
    expect(answer.body.message).toBe(
      'The body looks like JSON, but its Content-Type says that it is a form. Send it as application/json.',
    )
    expect((await post('a=b')).body.message).toBe('Send the body as application/json.')
  })

  test('to the token endpoint is 400 with a hint', async () => {
    const body = '{"client_id":"x","client_secret":"y","grant_type":"client_credentials"}'
    const answer = await request<Answered>(`${millrace.url}/oauth/token`, {
      method: 'POST',
      headers: form,
      body,
    })
    expect([answer.status, answer.body.error_description]).toEqual([
      400,
      'The body looks like JSON, but was sent as a form. Send it as application/json.',
    ])
  })
})

describe('null in an optional field is the same as leaving it out', () => {
  test('of an event', async () => {
    const json = { organisation_registration_id: guest, serials: null, parameters: null }
    const answer = await request<Answered>(events(), { token, json })
    expect(answer.status).toBe(200)
    expect(answer.body.event).toMatchObject({ serials: [], parameters: {}, source: null })
  })

  test('of a new guest', async () => {
    const fields = ['external_id', 'name', 'email', 'phone', 'email_consent', 'sms_consent']
    const json = Object.fromEntries(
      [...fields, 'do_not_contact', 'tags', 'attributes'].map(name => [name, null]),
    )
    const answer = await request<Answered>(`${millrace.url}/v1/guests`, { token, json })
    expect(answer.status).toBe(201)
    expect(answer.body.guest).toMatchObject({
      name: null,
      email_consent: false,
      sms_consent: false,
      do_not_contact: false,
      tags: [],
      attributes: {},
    })
  })

  test('of a change: what is there stays', async () => {
    const url = `${millrace.url}/v1`
    const json = { tags: ['vip'], attributes: { table: 7 }, do_not_contact: true }
    const { guest: made } = (await request<Answered>(`${url}/guests`, { token, json })).body
    const nothing = { tags: null, attributes: null, do_not_contact: null }
    const patched = await request<Answered>(`${url}/guests/${made.id}`, {
      method: 'PATCH',
      token,
      json: nothing,
    })
    expect([patched.status, patched.body.guest]).toMatchObject([200, json])

    const condition = { field: 'guest.points', operator: 'at_least', value: 1 }
    const segment = { name: 'Kept', description: 'Gone', condition }
    const created = await request<Answered>(`${url}/segments`, { token, json: segment })
    const changed = await request<Answered>(`${url}/segments/${created.body.segment.id}`, {
      ...{ method: 'PATCH', token, json: { name: null, description: null, condition: null } },
    })
    expect([changed.status, changed.body.segment]).toMatchObject([200, { ...segment, description: null }])
  })
})
