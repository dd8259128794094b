import type { Role } from '@millrace/contract/member'
import { dashboard } from '@millrace/contract/operations/dashboard'
import type { Operation } from '@millrace/contract/operations/operation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { countTries } from '../support/access-tries.ts'
import { signedIn, type Visitor, visit } from '../support/dashboard.ts'
import { request, startTestMillrace, type TestMillrace } from '../support/millrace.ts'

let millrace: TestMillrace
const visitors = new Map<Role, Visitor>()
/** A token of the API, a member who has chosen none of two organisations, and an owner who signed in long ago. */
let token: string
let unsettled: Visitor
let stale: Visitor
const roles: readonly Role[] = ['staff', 'viewer', 'editor', 'owner']
const tries = countTries('dashboard-roles')

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  const { id } = await millrace.organisation()
  for (const role of roles) visitors.set(role, await signedIn(millrace, id, { role }))
  const [one, two] = [await millrace.organisation(), await millrace.organisation()]
  token = await one.token()
  unsettled = await signedIn(millrace, [one.id, two.id])
  const owner = await signedIn(millrace, one.id)
  stale = owner
  await millrace.database.engine.query(
    `UPDATE sessions SET confirmed_at = now() - interval '10 minutes' WHERE member_id = $1`,
    [owner.member.id],
  )
})
afterAll(async () => {
  await millrace.stop()
  tries.keep()
})

const operations: readonly Operation[] = Object.values(dashboard)
const named = operations
  .filter(({ access }) => access !== 'public')
  .map(operation => [`${operation.method} ${operation.path}`, operation] as const)
const pathOf = (path: string) => path.replace('/dashboard/api', '').replaceAll(/:\w+/g, newId())

async function ask(visitor: Visitor, { method, path }: { method: string; path: string }, caller: string) {
  const sends = method === 'POST' || method === 'PATCH' || method === 'PUT'
  const answer = await visitor.ask<{ code?: string }>(method, pathOf(path), sends ? { json: {} } : {})
  note(caller, `${method} ${path}`, answer.status)
  return answer
}
const note = (caller: string, operation: string, status: number) =>
  tries.note({
    ...{ operation, caller, venue: 'any', organisation: 'own' },
    refused: status === 401 || status === 403,
  })

test('only the ways in are open to everybody', () => {
  const open = operations.filter(({ access }) => access === 'public')
  expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /dashboard/api/invitation',
    'GET /dashboard/api/session/reset',
    'GET /dashboard/api/setup',
    'POST /dashboard/api/invitation',
    'POST /dashboard/api/session',
    'POST /dashboard/api/session/passkey',
    'POST /dashboard/api/session/passkey-options',
    'POST /dashboard/api/session/reset',
    'POST /dashboard/api/session/second-factor',
    'POST /dashboard/api/session/single-sign-on',
    'POST /dashboard/api/setup',
  ])
})

test('every address of the dashboard is under its own path, and none is in the OpenAPI document', async () => {
  const { body } = await request<{ paths: Record<string, object> }>(`${millrace.url}/openapi.json`)
  for (const { path } of operations) expect(path).toMatch(/^\/dashboard\/api\//)
  expect(Object.keys(body.paths).filter(path => path.startsWith('/dashboard'))).toEqual([])
})

test('a file with data about people leaves with a fresh password only', () => {
  const isFile =
    /^(outbox|events|runs|members|guests|guest-imports)\/(:id\/refused-rows\/)?(export|:id\/data)$/
  const files = named
    .map(([, operation]) => operation)
    .filter(({ path }) => isFile.test(path.replace('/dashboard/api/', '')))
  expect(files).toHaveLength(7)
  const unasked = files.filter(file => !('confirmed' in file && file.confirmed))
  expect(unasked.map(({ path }) => path)).toEqual([])
})

describe.each(named)('%s', (name, operation) => {
  test('is 401 for who is not signed in, and for a token of the API', async () => {
    const nobody = await ask(visit(millrace.url), operation, 'nobody')
    expect([nobody.status, nobody.body.code]).toEqual([401, 'sign_in_needed'])
    const headers = { authorization: `Bearer ${token}` }
    const client = await visit(millrace.url).ask(operation.method, pathOf(operation.path), { headers })
    note('a key of the API', name, client.status)
    expect(client.status).toBe(401)
  })
  if (operation.access !== 'member') return

  test.each(roles)(`asks for at least ${operation.role}: %s`, async role => {
    const { status, body } = await ask(visitors.get(role) as Visitor, operation, role)
    if (roles.indexOf(role) < roles.indexOf(operation.role)) {
      expect([status, body.code]).toEqual([403, 'role_needed'])
    } else {
      expect([200, 201, 400, 404]).toContain(status)
    }
  })

  test('is refused until an organisation is chosen', async () => {
    const { status, body } = await ask(unsettled, operation, 'a member without a chosen organisation')
    expect([status, body.code]).toEqual([403, 'organisation_needed'])
  })

  if (!operation.confirmed) return

  test('is refused when the password was given ten minutes ago', async () => {
    const { status, body } = await ask(stale, operation, 'an owner whose password was given long ago')
    expect([status, body.code]).toEqual([403, 'confirmation_needed'])
  })
})
