import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AuthenticationError } from '../../sdk/src/errors.ts'
import { checkOptions } from '../../sdk/src/options.ts'
import type { CachedToken } from '../../sdk/src/token-cache.ts'
import { createTokens } from '../../sdk/src/tokens.ts'
import { revokeKey } from '../../server/src/access/keys.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { request, startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { cacheOf, clientOf, failureOf } from './client-under-test.ts'
import { type FaultyServer, startFaultyServer } from './faulty-server.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let server: FaultyServer
let guest: string

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
})
beforeEach(async () => {
  // The token endpoint takes 20 requests a minute from one client, so each test is another.
  organisation = await millrace.organisation()
  guest = await organisation.guest()
  server = await startFaultyServer(millrace.url)
  return () => server.close()
})
afterAll(() => millrace.stop())

const tokenRequests = () => server.of('/oauth/token').length
const refusedToken = { status: 401, body: { code: 'unauthenticated', message: 'A valid token is needed.' } }
const lastToken = () => server.received.at(-1)?.headers.authorization?.slice('Bearer '.length) as string
const DAY = 86_400_000
const minute = 60_000

async function tokenIn(leftMs: number): Promise<CachedToken> {
  const expiresAt = Date.now() + leftMs
  return { accessToken: await organisation.token(), obtainedAt: expiresAt - DAY, expiresAt }
}

async function revoke(token: string): Promise<void> {
  const { clientId, clientSecret } = organisation
  const json = { client_id: clientId, client_secret: clientSecret, token }
  const { status } = await request(`${millrace.url}/oauth/revoke`, { json })
  expect(status).toBe(200)
}

describe('one token request', () => {
  test('serves a hundred concurrent calls, and all that come after', async () => {
    const client = clientOf(organisation, server.url)
    await Promise.all(Array.from({ length: 100 }, () => client.guests.get(guest)))
    await client.guests.get(guest)
    expect(tokenRequests()).toBe(1)
  })

  test('replaces a token that a hundred concurrent calls were refused with', async () => {
    const client = clientOf(organisation, server.url)
    await client.guests.get(guest)
    await revoke(lastToken())
    await Promise.all(Array.from({ length: 100 }, () => client.guests.get(guest)))
    expect(tokenRequests()).toBe(2)
  })

  test('does not end with the call that began it', async () => {
    const client = clientOf(organisation, server.url)
    const giveUp = new AbortController()
    const first = failureOf(client.guests.get(guest, { signal: giveUp.signal }))
    const second = client.guests.get(guest)
    giveUp.abort(new Error('changed my mind'))
    expect(await first).toMatchObject({ message: 'changed my mind' })
    expect((await second).guest.id).toBe(guest)
    expect(tokenRequests()).toBe(1)
  })

  test('is repeated while the endpoint is away', async () => {
    server.fault('/oauth/token', 'cut', { status: 503, body: { error: 'temporarily_unavailable' } })
    expect((await clientOf(organisation, server.url).guests.get(guest)).guest.id).toBe(guest)
    expect(tokenRequests()).toBe(3)
  })
})

describe('a refused token', () => {
  test('is replaced once, and the request is repeated as it was', async () => {
    const client = clientOf(organisation, server.url)
    server.fault('/v1/workflows', refusedToken)
    await client.events.send({ organisation_registration_id: guest })
    const [first, second] = server.of('/v1/workflows/incoming-event').map(({ headers }) => headers)
    expect(second?.['idempotency-key']).toBe(first?.['idempotency-key'])
    expect(second?.authorization).not.toBe(first?.authorization)
  })

  test('is not replaced again for a call that hears of it late', async () => {
    const { clientId, clientSecret } = organisation
    const options = { clientId, clientSecret, authUrl: server.url, baseUrl: server.url }
    const tokens = createTokens(checkOptions(options))
    const { signal } = new AbortController()
    const old = await tokens.current(signal)
    const fresh = await tokens.replace(old, signal)
    expect(fresh).not.toBe(old)
    expect(await tokens.replace(old, signal)).toBe(fresh)
    expect(tokenRequests()).toBe(2)
  })

  test('is an error when the fresh one is refused too', async () => {
    server.fault('/v1/guests', refusedToken, refusedToken)
    const error = await failureOf(clientOf(organisation, server.url).guests.get(guest))
    expect(error).toBeInstanceOf(AuthenticationError)
    expect(error).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect([tokenRequests(), server.of('/v1/guests').length]).toEqual([2, 2])
  })

  test('of a revoked key ends in what the token endpoint says', async () => {
    const client = clientOf(organisation, server.url)
    await client.guests.get(guest)
    await inTransaction(millrace.database.engine, tx =>
      revokeKey(tx, organisation.id, 'test', organisation.clientId),
    )
    const error = await failureOf(client.guests.get(guest))
    expect(error).toBeInstanceOf(AuthenticationError)
    expect(error).toMatchObject({ status: 400, code: 'invalid_client' })
  })
})

describe('before a token expires', () => {
  const twoCallsWith = async (token: CachedToken) => {
    const client = clientOf(organisation, server.url, { tokenCache: cacheOf(token) })
    for (const _call of ['first', 'second']) await client.guests.get(guest)
    return client
  }

  test('it is used until five minutes before', async () => {
    await twoCallsWith(await tokenIn(6 * minute))
    expect(tokenRequests()).toBe(0)
  })

  test('it is refreshed beside the calls, and then replaced', async () => {
    const old = await tokenIn(2 * minute)
    const client = await twoCallsWith(old)
    const used = async () => {
      await client.guests.get(guest)
      return server.of('/v1/guests').at(-1)?.headers.authorization
    }
    await expect.poll(used).not.toBe(`Bearer ${old.accessToken}`)
    expect(tokenRequests()).toBe(1)
  })

  test('and after that it is not used at all', async () => {
    const old = await tokenIn(-minute)
    await twoCallsWith(old)
    expect(tokenRequests()).toBe(1)
    for (const { headers } of server.of('/v1/')) expect(headers.authorization).not.toContain(old.accessToken)
  })

  test('a refresh that fails costs nothing while the old token is good', async () => {
    const old = await tokenIn(2 * minute)
    server.fault('/oauth/token', { status: 400, body: { error: 'invalid_request' } })
    const client = await twoCallsWith(old)
    await expect.poll(tokenRequests).toBe(1)
    for (const _call of ['third', 'fourth']) await client.guests.get(guest)
    expect(tokenRequests()).toBe(1)
    expect(new Set(server.of('/v1/guests').map(({ headers }) => headers.authorization))).toEqual(
      new Set([`Bearer ${old.accessToken}`]),
    )
  })
})

describe('a cache', () => {
  test('is shared, so that two clients need one token', async () => {
    const tokenCache = new Map<string, CachedToken>()
    for (const _client of ['first', 'second']) {
      await clientOf(organisation, server.url, { tokenCache }).guests.get(guest)
    }
    expect(tokenRequests()).toBe(1)
    expect([...tokenCache.keys()]).toEqual([`millrace ${server.url} ${organisation.clientId}`])
  })

  test('with a token that another client replaced already saves the request', async () => {
    const tokenCache = cacheOf(undefined)
    const client = clientOf(organisation, server.url, { tokenCache })
    await client.guests.get(guest)
    tokenCache.token = await tokenIn(DAY)
    server.fault('/v1/guests', refusedToken)
    await client.guests.get(guest)
    expect(tokenRequests()).toBe(1)
  })

  test('with the very token that was refused is emptied', async () => {
    const old = await tokenIn(DAY)
    const tokenCache = cacheOf(old)
    server.fault('/v1/guests', refusedToken)
    await clientOf(organisation, server.url, { tokenCache }).guests.get(guest)
    expect(tokenRequests()).toBe(1)
    expect(tokenCache.token?.accessToken).not.toBe(old.accessToken)
  })

  test.each([
    ['fails', () => Promise.reject(new Error('the cache is away'))],
    [
      'throws',
      () => {
        throw new Error('the cache is away')
      },
    ],
    ['hangs', () => new Promise<never>(() => {})],
    ['holds something else', () => ({ accessToken: 'two\nlines' }) as CachedToken],
  ])('that %s costs a token request, and never the call', async (_what, fail) => {
    const tokenCache = { get: fail, set: fail, delete: fail }
    const client = clientOf(organisation, server.url, { tokenCache, attemptTimeoutMs: 1_000 })
    expect((await client.guests.get(guest)).guest.id).toBe(guest)
    expect(tokenRequests()).toBe(1)
  })
})

describe('what is confidential', () => {
  test('is in no error of the token endpoint', async () => {
    const wrong = { ...organisation, clientSecret: 'millrace-not-the-secret' }
    const error = await failureOf(clientOf(wrong, server.url).guests.get(guest))
    expect(error).toMatchObject({ name: 'AuthenticationError', code: 'invalid_client' })
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(wrong.clientSecret)
  })

  test('is in no error, even when a server repeats it', async () => {
    const client = clientOf(organisation, server.url)
    server.fault('/oauth/token', {
      status: 400,
      body: { error_description: `no ${organisation.clientSecret}` },
    })
    const refused = await failureOf(client.guests.get(guest))
    expect(refused).toMatchObject({ message: 'no [hidden]' })
    await client.guests.get(guest)
    const token = lastToken()
    server.fault('/v1/guests', { status: 400, body: { message: 'no', errors: { token: [token] } } })
    const echoed = await failureOf(client.guests.get(guest))
    expect(echoed).toMatchObject({ errors: { token: ['[hidden]'] } })
    for (const error of [refused, echoed]) {
      const seen = inspect(error, { depth: 9, showHidden: true })
      expect(seen.includes(organisation.clientSecret) || seen.includes(token)).toBe(false)
    }
  })

  test.each([301, 302, 307, 308])('is not carried elsewhere by a %i', async status => {
    const elsewhere = await startFaultyServer(millrace.url)
    server.fault('/oauth/token', { status, headers: { location: `${elsewhere.url}/oauth/token` } })
    expect(await failureOf(clientOf(organisation, server.url).guests.get(guest))).toMatchObject({
      message: `${server.url} answered with a redirect. Set the address that it leads to.`,
    })
    expect(elsewhere.received).toEqual([])
    await elsewhere.close()
  })
})
