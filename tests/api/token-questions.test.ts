import { scopeNames } from '@millrace/contract/scope'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey, revokeKey } from '../../server/src/access/keys.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import {
  newAddress,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'
import { expectRefusal } from '../support/token-expect.ts'
import {
  at,
  type Build,
  byBasic,
  type Credentials,
  form,
  formType,
  headed,
  json,
  jsonType,
  type RawAnswer,
  sendRaw,
  useToken,
} from '../support/token-request.ts'

let millrace: TestMillrace
let client: TestOrganisation
let stranger: TestOrganisation
let colleague: Credentials

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  client = await millrace.organisation()
  stranger = await millrace.organisation()
  colleague = await inTransaction(millrace.database.engine, tx =>
    createKey(tx, client.id, 'test', { name: 'colleague' }),
  )
})
afterAll(() => millrace?.stop())

type Question = '/oauth/revoke' | '/oauth/introspect'

const mechanisms: readonly [string, (token: string) => Build][] = [
  ['JSON', token => json({ grant_type: undefined, token })],
  ['a form', token => form({ grant_type: undefined, token, token_type_hint: 'access_token' })],
  ['HTTP Basic', token => byBasic(form(`token=${encodeURIComponent(token)}`))],
]

const ask = (question: Question, credentials: Credentials, build: Build): Promise<RawAnswer> =>
  sendRaw(millrace.url, at(question, build)(credentials))
const asking = (question: Question, credentials: Credentials, token: string) =>
  ask(question, credentials, json({ grant_type: undefined, token }))
const works = async (token: string) => (await useToken(millrace.url, token)).status === 200

test('discovery says where everything is and how to authenticate, as RFC 8414 has it', async () => {
  const answer = await sendRaw(millrace.url, {
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
  })
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  const methods = ['client_secret_basic', 'client_secret_post']
  expect(answer.body).toStrictEqual({
    issuer: millrace.url,
    token_endpoint: `${millrace.url}/oauth/token`,
    revocation_endpoint: `${millrace.url}/oauth/revoke`,
    introspection_endpoint: `${millrace.url}/oauth/introspect`,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: ['ALL:ALL', ...scopeNames],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_methods_supported: methods,
    service_documentation: `${millrace.url}/docs`,
  })
})

describe('introspection (RFC 7662)', () => {
  test.each(mechanisms)('says by %s what a token is good for', async (_, build) => {
    const token = await client.token()
    const answer = await ask('/oauth/introspect', client, build(token))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toStrictEqual({
      active: true,
      client_id: client.clientId,
      scope: 'ALL:ALL',
      token_type: 'Bearer',
      exp: expect.any(Number),
      iat: expect.any(Number),
    })
    const { iat, exp } = answer.body as { iat: number; exp: number }
    // Both are whole seconds; the token itself may have begun late in one.
    expect([86_400, 86_401]).toContain(exp - iat)
    expect(Math.abs(iat - Date.now() / 1_000)).toBeLessThan(60)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
  })

  test('knows the tokens of every key of the organisation', async () => {
    const answer = await asking('/oauth/introspect', colleague, await client.token())
    expect(answer.body).toMatchObject({ active: true, client_id: client.clientId })
  })

  test.each<[string, () => Promise<string>]>([
    ['of another organisation', () => stranger.token()],
    ['that never was', async () => 'mrat_canary'],
    ['with a NUL in it', async () => `${await client.token()}\0`],
    ['that is half a surrogate pair', async () => '\ud800'],
    ['that is a client_secret', async () => client.clientSecret],
    ['that was revoked', async () => revoked(await client.token())],
    ['that expired', async () => expired(await client.token())],
    ['of a revoked key', () => ofRevokedKey()],
  ])('says nothing about a token %s but that it is not active', async (_, token) => {
    const answer = await asking('/oauth/introspect', client, await token())
    expect(answer.status).toBe(200)
    expect(answer.text).toBe('{"active":false}')
  })

  test('answers after the year 2038', async () => {
    const organisation = await millrace.organisation()
    const token = await organisation.token()
    await millrace.database.engine.query(
      `UPDATE access_tokens SET expires_at = '2040-01-01 00:00:00.9Z' WHERE organisation_id = $1`,
      [organisation.id],
    )
    const answer = await asking('/oauth/introspect', organisation, token)
    expect(answer.body).toMatchObject({ active: true, exp: Date.UTC(2040, 0) / 1_000 })
  })
})

describe('revocation (RFC 7009)', () => {
  test.each(mechanisms)('by %s kills that token on the next request, and no other', async (_, build) => {
    const [token, another] = [await client.token(), await client.token()]
    const answer = await ask('/oauth/revoke', client, build(token))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).toBe('')
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
    expect(await works(token)).toBe(false)
    expect(await works(another)).toBe(true)
  })

  test('answers alike for a token that was revoked, is not known, or is not the client’s', async () => {
    for (const token of [await revoked(await client.token()), 'mrat_canary', '\0', '\ud800']) {
      const answer = await asking('/oauth/revoke', client, token)
      expect([answer.status, answer.text]).toStrictEqual([200, ''])
    }
  })

  test.each<[string, () => Credentials]>([
    ['another organisation', () => stranger],
    ['another key of the organisation', () => colleague],
  ])('leaves a token alone that is asked about by %s', async (_, who) => {
    const token = await client.token()
    expect((await asking('/oauth/revoke', who(), token)).status).toBe(200)
    expect(await works(token)).toBe(true)
  })
})

describe.each<Question>(['/oauth/introspect', '/oauth/revoke'])('%s', question => {
  test.each<[string, Build, number, string]>([
    ['no credentials', () => ({ headers: jsonType, body: '{"token":"canary"}' }), 400, 'invalid_request'],
    ['a wrong secret', json({ client_secret: 'canary', token: 'canary' }), 400, 'invalid_client'],
    ['an unknown client', json({ client_id: 'canary', token: 'canary' }), 400, 'invalid_client'],
    [
      'a wrong secret by HTTP Basic',
      credentials => byBasic(form('token=canary'))({ ...credentials, clientSecret: 'canary' }),
      401,
      'invalid_client',
    ],
    ['no token', json(), 400, 'invalid_request'],
    ['an empty token', json({ token: '' }), 400, 'invalid_request'],
    ['a token that is a number', json({ token: 42 }), 400, 'invalid_request'],
    ['a token inside a list', json({ token: ['canary'] }), 400, 'invalid_request'],
    [
      'a repeated token',
      form('client_id=$ID&client_secret=$SECRET&token=canary&token=canary'),
      400,
      'invalid_request',
    ],
    ['two mechanisms', byBasic(json({ token: 'canary' })), 400, 'invalid_request'],
    ['unreadable JSON', json('{'), 400, 'invalid_request'],
    [
      'another content type',
      json({ token: 'canary' }, { 'content-type': 'text/plain' }),
      400,
      'invalid_request',
    ],
    ['a body over 16 KiB', json({ token: 'x'.repeat(16 * 1024) }), 413, 'invalid_request'],
  ])('refuses %s', async (_, build, status, error) => {
    const answer = await ask(question, client, build)
    expectRefusal(answer, status, error)
    expect(answer.text).not.toContain('canary')
  })

  test('refuses credentials in the query', async () => {
    const query = `client_id=${client.clientId}&client_secret=${client.clientSecret}`
    const answer = await sendRaw(millrace.url, {
      path: `${question}?${query}`,
      headers: formType,
      body: 'token=x',
    })
    expectRefusal(answer, 400, 'invalid_request')
  })

  test('does not let secrets be tried out: the 21st failure of an address is 429', async () => {
    const address = { 'x-forwarded-for': newAddress() }
    const guess = headed(address, json({ client_secret: 'canary', token: 'canary' }))
    for (let n = 0; n < 20; n++) expect((await ask(question, client, guess)).status).toBe(400)
    expectRefusal(await ask(question, client, guess), 429, 'too_many_requests')
    const right = headed(address, json({ token: 'canary' }))
    expectRefusal(await ask(question, client, right), 429, 'too_many_requests')
    expect((await ask(question, client, json({ token: 'canary' }))).status).toBe(200)
  })
})

async function revoked(token: string): Promise<string> {
  await asking('/oauth/revoke', client, token)
  return token
}

async function expired(token: string): Promise<string> {
  await millrace.database.engine.query(
    `UPDATE access_tokens SET expires_at = now() WHERE hash = sha256(convert_to($1, 'UTF8'))`,
    [token],
  )
  expect(await works(token)).toBe(false)
  return token
}

async function ofRevokedKey(): Promise<string> {
  const { engine } = millrace.database
  const key = await inTransaction(engine, tx => createKey(tx, client.id, 'test', { name: 'short-lived' }))
  const token = (await sendRaw(millrace.url, json()(key))).body.access_token as string
  await inTransaction(engine, tx => revokeKey(tx, client.id, 'test', key.clientId))
  return token
}
