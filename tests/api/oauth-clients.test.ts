import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { request, startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import {
  hasRequestsOAuthlib,
  type OAuthClient,
  pythonClients,
  scriptClients,
} from '../support/token-clients.ts'
import { json, sendRaw, useToken } from '../support/token-request.ts'
import { letSecondsPass } from '../support/token-time.ts'

const pythonIsThere = await hasRequestsOAuthlib()
const installPython =
  'Needs requests-oauthlib for /usr/bin/python3: apt-get install python3-requests-oauthlib.'

let millrace: TestMillrace
/** Has used up its requests from the address that the clients come from. */
let exhausted: TestOrganisation

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  exhausted = await millrace.organisation()
})
afterAll(() => millrace?.stop())

const clients = [
  ...scriptClients.map(client => ({ ...client, there: true })),
  ...pythonClients.map(client => ({ ...client, there: pythonIsThere })),
]

test('seven independent clients, counting both formats of one, are tried in JSON, form and Basic', () => {
  const names = new Set(clients.map(({ name }) => name.split(' ', 1)[0]))
  expect([...names].sort()).toStrictEqual([
    '@badgateway/oauth2-client',
    'curl',
    'oauth4webapi',
    'openid-client',
    'requests-oauthlib',
    'simple-oauth2',
  ])
  expect(new Set(clients.map(({ format }) => format))).toStrictEqual(new Set(['JSON', 'form', 'Basic']))
})

// Each client has an address to itself in the world; here all of them have this machine's.
beforeEach(() => millrace.database.engine.query('DELETE FROM strict_limits'))

describe.each(clients)(
  '$name, $format',
  ({ there, getToken, format, showsChallenge }: OAuthClient & { there: boolean }) => {
    const challenged = format === 'Basic' && showsChallenge === true

    test('gets a token that lists workflows and sends an event', async ({ skip }) => {
      skip(!there, installPython)
      const organisation = await millrace.organisation()
      const outcome = await getToken(millrace.url, organisation)
      expect(outcome).toStrictEqual({ token: expect.stringMatching(/^mrat_/) })
      const { token } = outcome as { token: string }
      expect((await useToken(millrace.url, token)).status).toBe(200)
      const event = await request(`${millrace.url}/v1/workflows/incoming-event`, {
        token,
        json: { organisation_registration_id: await organisation.guest() },
      })
      expect(event.status).toBe(200)
    })

    test('understands that a secret is wrong', async ({ skip }) => {
      skip(!there, installPython)
      // All clients come from one address, which may fail 20 times a minute.
      await letSecondsPass(millrace.database.engine, 60)
      const organisation = await millrace.organisation()
      const outcome = await getToken(millrace.url, { ...organisation, clientSecret: 'mrsk_wrong' })
      expect(outcome).toStrictEqual(
        challenged
          ? { error: '401', description: 'basic' }
          : { error: 'invalid_client', description: expect.stringContaining('secret is wrong') },
      )
    })

    test('understands that it asked too often', async ({ skip }) => {
      skip(!there, installPython)
      const used = Array.from({ length: 20 }, () =>
        sendRaw(millrace.url, { ...json({ grant_type: 'x' })(exhausted), headers: fromHere }),
      )
      await Promise.all(used)
      const outcome = await getToken(millrace.url, exhausted)
      expect(outcome).toStrictEqual({
        error: 'too_many_requests',
        description: expect.stringContaining('Retry-After'),
      })
    })
  },
)

const fromHere = { 'content-type': 'application/json', 'x-forwarded-for': '127.0.0.1' }
