import type { Role } from '@millrace/contract/member'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { dashboardRoutes } from '../../server/src/http/routes.ts'
import { signedIn, type Visitor, visit } from '../support/dashboard.ts'
import { request, startTestMillrace, type TestMillrace } from '../support/millrace.ts'

let millrace: TestMillrace
const visitors = new Map<Role, Visitor>()
const roles: readonly Role[] = ['viewer', 'editor', 'owner']

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  const { id } = await millrace.organisation()
  for (const role of roles) visitors.set(role, await signedIn(millrace, id, { role }))
})
afterAll(() => millrace.stop())

const named = dashboardRoutes
  .filter(({ access }) => access !== 'public')
  .map(route => [`${route.method} ${route.url}`, route] as const)
const pathOf = (url: string) => url.replace('/dashboard/api', '').replaceAll(/:\w+/g, newId())

async function ask(visitor: Visitor, { method, url }: { method: string; url: string }) {
  const sends = method === 'POST' || method === 'PATCH' || method === 'PUT'
  return visitor.ask<{ code?: string }>(method, pathOf(url), sends ? { json: {} } : {})
}

test('only the ways in are open to everybody', () => {
  const open = dashboardRoutes.filter(({ access }) => access === 'public')
  expect(open.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
    'GET /dashboard/api/invitation',
    'GET /dashboard/api/session/reset',
    'GET /dashboard/api/setup',
    'POST /dashboard/api/invitation',
    'POST /dashboard/api/session',
    'POST /dashboard/api/session/reset',
    'POST /dashboard/api/setup',
  ])
})

test('every address of the dashboard is under its own path, and none is in the OpenAPI document', async () => {
  const { body } = await request<{ paths: Record<string, object> }>(`${millrace.url}/openapi.json`)
  for (const { url } of dashboardRoutes) expect(url).toMatch(/^\/dashboard\/api\//)
  expect(Object.keys(body.paths).filter(path => path.startsWith('/dashboard'))).toEqual([])
})

describe.each(named)('%s', (_name, route) => {
  test('is 401 for who is not signed in, and for a token of the API', async () => {
    const nobody = await ask(visit(millrace.url), route)
    expect([nobody.status, nobody.body.code]).toEqual([401, 'sign_in_needed'])
    const organisation = await millrace.organisation()
    const headers = { authorization: `Bearer ${await organisation.token()}` }
    const client = await visit(millrace.url).ask(route.method, pathOf(route.url), { headers })
    expect(client.status).toBe(401)
  })
  if (route.access !== 'member') return

  test.each(roles)(`asks for at least ${route.role}: %s`, async role => {
    const { status, body } = await ask(visitors.get(role) as Visitor, route)
    if (roles.indexOf(role) < roles.indexOf(route.role)) {
      expect([status, body.code]).toEqual([403, 'role_needed'])
    } else {
      expect([200, 400, 404]).toContain(status)
    }
  })

  test('is refused until an organisation is chosen', async () => {
    const [one, two] = [await millrace.organisation(), await millrace.organisation()]
    const visitor = await signedIn(millrace, [one.id, two.id])
    const { status, body } = await ask(visitor, route)
    expect([status, body.code]).toEqual([403, 'organisation_needed'])
  })

  if (!route.confirmed) return

  test('is refused when the password was given ten minutes ago', async () => {
    const visitor = await signedIn(millrace, (await millrace.organisation()).id)
    await millrace.database.engine.query(
      `UPDATE sessions SET confirmed_at = now() - interval '10 minutes' WHERE member_id = $1`,
      [visitor.member.id],
    )
    const { status, body } = await ask(visitor, route)
    expect([status, body.code]).toEqual([403, 'confirmation_needed'])
  })
})
