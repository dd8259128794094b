import type { Operation } from '@millrace/contract/operations/operation'
import { v1 } from '@millrace/contract/operations/v1'
import { type Scope, scopeNames } from '@millrace/contract/scope'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '../../server/src/access/keys.ts'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { countTries } from '../support/access-tries.ts'
import { getToken, newAddress, request, startTestMillrace, type TestMillrace } from '../support/millrace.ts'

/** Every operation of /v1 with every scope: what opens it, and what does not. Made from the contract. */

let millrace: TestMillrace
let organisationId: string
const tokens = new Map<string, string>()
const granted = [...scopeNames, 'ALL:ALL'] as const

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  organisationId = (await millrace.organisation()).id
  for (const name of granted) {
    const key = await makeKey(name === 'ALL:ALL' ? null : [name])
    tokens.set(name, await getToken(millrace.url, key))
  }
})
const tries = countTries('key-scopes')
afterAll(async () => {
  await millrace.stop()
  tries.keep()
})

const makeKey = (scopes: readonly Scope[] | null) =>
  inTransaction(millrace.database.engine, tx =>
    createKey(tx, organisationId, 'test', { name: 'scoped', scopes }),
  )

type KeyOperation = Operation & { readonly scope?: Scope }
const operations = Object.entries(v1 as Readonly<Record<string, KeyOperation>>)
const matrix = operations.flatMap(([name, operation]) =>
  granted.map(scope => {
    const opens = scope === 'ALL:ALL' || scope === operation.scope
    return [name, scope, opens ? 'open' : 'refused', operation] as const
  }),
)

async function ask({ method, path }: Operation, token: string) {
  const sends = method !== 'GET'
  return request<{ code?: string }>(`${millrace.url}${path.replaceAll(/:\w+/g, newId())}`, {
    method,
    token,
    ...(sends ? { json: {} } : {}),
  })
}

test('every combination is in the matrix', () => {
  expect(matrix).toHaveLength(operations.length * (scopeNames.length + 1))
})

describe.each(matrix)('%s with %s', (name, scope, verdict, operation) => {
  test(`is ${verdict}`, async () => {
    const { status, body, headers } = await ask(operation, tokens.get(scope) as string)
    tries.note({
      ...{ operation: name, caller: `a key for ${scope}`, venue: 'any', organisation: 'own' },
      refused: status === 403,
    })
    if (verdict === 'open') {
      // An empty body and ids of nothing: the request is looked at, and answered for what is in it.
      expect([200, 201, 400, 404]).toContain(status)
      return
    }
    expect([status, body.code]).toEqual([403, 'scope_needed'])
    const needed = operation.scope ?? 'ALL:ALL'
    expect(headers.get('www-authenticate')).toBe(
      `Bearer realm="millrace", error="insufficient_scope", scope="${needed}"`,
    )
  })
})

test('each scope opens an operation, but for those of loyalty, which are to come', () => {
  const used = new Set(operations.map(([, { scope }]) => scope))
  expect(scopeNames.filter(name => !used.has(name))).toEqual(['loyalty:write', 'loyalty:read'])
})

describe('the token response', () => {
  const ask = async (scopes: readonly Scope[] | null, asked?: string) => {
    const { clientId, clientSecret } = await makeKey(scopes)
    return request<{ scope?: string; error?: string; access_token?: string }>(`${millrace.url}/oauth/token`, {
      headers: { 'x-forwarded-for': newAddress() },
      json: {
        client_id: clientId,
        client_secret: clientSecret,
        grant_type: 'client_credentials',
        ...(asked === undefined ? {} : { scope: asked }),
      },
    })
  }

  test('of a key without limits is the contract’s, to the letter', async () => {
    const { status, body } = await ask(null)
    expect([status, Object.keys(body).sort()]).toEqual([
      200,
      ['access_token', 'expires_in', 'scope', 'token_type'],
    ])
    expect(body.scope).toBe('ALL:ALL')
  })

  test.each([[undefined], ['ALL:ALL'], ['events:write runs:read'], ['runs:read events:write']])(
    'of a key with scopes says what was granted, asked for %s',
    async asked => {
      const { status, body } = await ask(['events:write', 'runs:read'], asked)
      expect([status, body.scope]).toEqual([200, 'events:write runs:read'])
    },
  )

  test.each<[readonly Scope[] | null, string]>([
    [['events:write'], 'runs:read'],
    [['events:write'], 'events:write runs:read'],
    [['events:write'], 'everything'],
    [null, 'events:write'],
  ])('is refused where %j is asked for "%s"', async (scopes, asked) => {
    const { status, body } = await ask(scopes, asked)
    expect([status, body.error, body.access_token]).toEqual([400, 'invalid_scope', undefined])
  })

  test('is what introspection says, and discovery lists all scopes', async () => {
    const { clientId: client_id, clientSecret: client_secret } = await makeKey(['guests:read'])
    const token = await getToken(millrace.url, { clientId: client_id, clientSecret: client_secret })
    const { body } = await request(`${millrace.url}/oauth/introspect`, {
      headers: { 'x-forwarded-for': newAddress() },
      json: { client_id, client_secret, token },
    })
    expect(body).toMatchObject({ active: true, scope: 'guests:read' })
    const server = await request(`${millrace.url}/.well-known/oauth-authorization-server`)
    expect(server.body.scopes_supported).toEqual(['ALL:ALL', ...scopeNames])
  })
})
