import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { legalDescription } from '../support/token-expect.ts'
import {
  basicHeader,
  formType,
  jsonType,
  type RawAnswer,
  type RawRequest,
  sendRaw,
} from '../support/token-request.ts'

let millrace: TestMillrace
/** Several, because each may get only 20 tokens in the minute. */
let clients: TestOrganisation[]

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  clients = await Promise.all(Array.from({ length: 30 }, () => millrace.organisation()))
})
afterAll(() => millrace?.stop())

type Body = Record<string, unknown>

const filled = (value: unknown) => typeof value === 'string' && value !== ''

/** The decisions about the token endpoint once more, as plainly as they can be said. */
function expected(body: unknown): string {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return 'invalid_request'
  const { client_id, client_secret, grant_type, scope } = body as Body
  if (!filled(client_id) || !filled(client_secret) || !filled(grant_type)) return 'invalid_request'
  if (grant_type !== 'client_credentials') return 'unsupported_grant_type'
  if (Object.hasOwn(body, 'scope') && typeof scope !== 'string') return 'invalid_request'
  if (filled(scope) && scope !== 'ALL:ALL') return 'invalid_scope'
  const known = clients.some(
    ({ clientId, clientSecret }) => client_id === clientId && client_secret === clientSecret,
  )
  return known ? 'a token' : 'invalid_client'
}

/** The right value, things a careless reader would take for it, and anything at all. */
const nearly = (right: string): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(right) },
    {
      weight: 2,
      arbitrary: fc.constantFrom<unknown>([right], { value: right }, [[right]], ` ${right}`, `${right}\0`),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>(null, '', 0, 1, true, false, [], {}, '\ud800', '__proto__'),
    },
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  )

const anyBody = (): fc.Arbitrary<unknown> =>
  fc.nat(clients.length - 1).chain(index => {
    const { clientId, clientSecret } = clients[index] as TestOrganisation
    const fields = fc.record(
      {
        client_id: nearly(clientId),
        client_secret: nearly(clientSecret),
        grant_type: nearly('client_credentials'),
        scope: nearly('ALL:ALL'),
        ['__proto__']: fc.jsonValue(),
        extra: fc.jsonValue(),
      },
      { requiredKeys: ['client_id', 'client_secret', 'grant_type'], noNullPrototype: false },
    )
    return fc.oneof(
      { weight: 8, arbitrary: fields },
      { weight: 1, arbitrary: fields.map(({ client_id, ...rest }) => rest) },
      { weight: 1, arbitrary: fc.jsonValue() },
    )
  })

/** Many at a time: the cases wait for the network, not for each other. */
const AT_ONCE = 25
const sendAll = (requests: RawRequest[]) => Promise.all(requests.map(raw => sendRaw(millrace.url, raw)))

function expectWellFormed({ status, body, text }: RawAnswer): void {
  expect([200, 400, 401, 413, 429], text).toContain(status)
  const names = ['access_token', 'expires_in', 'scope', 'token_type']
  expect(Object.keys(body).sort()).toStrictEqual(status === 200 ? names : ['error', 'error_description'])
  if (status !== 200) expect(body.error_description).toMatch(legalDescription)
}

test('any JSON value in any field gets the answer the decisions name, and is never coerced', async () => {
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(anyBody(), { minLength: AT_ONCE, maxLength: AT_ONCE }), async bodies => {
      const texts = bodies.map(body => JSON.stringify(body))
      const answers = await sendAll(texts.map(body => ({ headers: jsonType, body })))
      for (const [index, answer] of answers.entries()) {
        expectWellFormed(answer)
        const promised = expected(JSON.parse(texts[index] as string))
        seen.set(promised, (seen.get(promised) ?? 0) + 1)
        // A client may have had its 20 tokens by now; what is wrong with a request is reported all the same.
        const said = answer.status === 200 ? 'a token' : answer.body.error
        if (promised === 'a token') expect(['a token', 'too_many_requests']).toContain(said)
        else expect(said, texts[index]).toBe(promised)
      }
    }),
    { numRuns: 40, endOnFailure: true },
  )
  // A run that never saw one of the answers proved nothing about it.
  for (const answer of [
    'a token',
    'invalid_request',
    'invalid_client',
    'invalid_scope',
    'unsupported_grant_type',
  ]) {
    expect(seen.get(answer) ?? 0, answer).toBeGreaterThan(0)
  }
})

test('any bytes under any headers get a well-formed answer, and never a token', async () => {
  const headers = fc.record(
    {
      'content-type': fc.oneof(
        fc.constantFrom(
          jsonType['content-type'],
          formType['content-type'],
          'application/json;charset=x',
          'a/b',
          '',
        ),
        fc.string().map(printable),
      ),
      authorization: fc.oneof(
        fc.string().map(text => `Basic ${btoa(printable(text))}`),
        fc.base64String().map(text => `Basic ${text}`),
        fc
          .tuple(fc.string(), fc.string())
          .map(([clientId, clientSecret]) => basicHeader({ clientId, clientSecret })),
        fc.string().map(printable),
      ),
    },
    { requiredKeys: [] },
  )
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes)),
    fc.json().map(text => Buffer.from(text)),
    fc.json().map(text => Buffer.from(text.slice(0, -1))),
    fc.webQueryParameters().map(text => Buffer.from(text)),
    fc
      .array(fc.constantFrom('client_id', 'grant_type=client_credentials', '=', '&', '%', '%00', '%ff', '+'))
      .map(parts => Buffer.from(parts.join(''))),
  )
  const query = fc.oneof(
    fc.constant(''),
    fc.webQueryParameters().map(text => `?${text}`),
  )
  const request = fc.tuple(headers, body, query).map(
    ([sent, bytes, asked]): RawRequest => ({
      headers: sent,
      body: bytes,
      path: `/oauth/token${encodeURI(asked)}`,
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE }), async requests => {
      for (const answer of await sendAll(requests)) {
        expectWellFormed(answer)
        expect(answer.status).not.toBe(200)
      }
    }),
    { numRuns: 20, endOnFailure: true },
  )
})

/** What can stand in a header at all. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').trim()
}
