import { dashboard } from '@millrace/contract/operations/dashboard'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../server/src/access/keys.ts'
import { newId } from '../../server/src/base/ids.ts'
import { type Database, inTenant } from '../../server/src/db/database.ts'
import { invite } from '../../server/src/members/invitations.ts'
import { countTries } from '../support/access-tries.ts'
import { startApiOn } from '../support/api-on.ts'
import { everyOtherKind, signedIn, type Visitor, visit } from '../support/dashboard.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { rewritingPool } from '../support/rewriting-pool.ts'
import { readTableContents } from '../support/table-contents.ts'

let millrace: TestMillrace
let owner: Visitor
/** Members of ours of every kind, by name. */
let others: [string, Visitor][]
let theirs: Record<string, string>
/** Names are chosen by each organisation, so there can be two with this one. */
const SECRET = 'their_name'

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  const ours = await millrace.organisation('ours')
  owner = await signedIn(millrace, ours.id)
  others = await everyOtherKind(millrace, ours.id)
  const { id } = await millrace.organisation('theirs')
  const stranger = await signedIn(millrace, id)
  theirs = await inTenant(millrace.database, id, async tx => {
    const key = await createKey(tx, id, 'theirs', { name: 'theirs' })
    const invited = await invite(tx, id, 'theirs', { email: 'theirs@example.com', role: 'viewer' })
    if (invited === 'member_exists') throw new Error('nobody has been invited yet')
    return { clientId: key.clientId, member: stranger.member.id, invitation: invited.invitation.id }
  })
  const saved = await stranger.ask('PUT', `/secrets/${SECRET}`, {
    json: { value: 'theirs', host: 'example.com' },
  })
  expect(saved.status).toBe(200)
  const reports = await stranger.ask('PUT', '/email-feedback/postmark', {
    json: { key: 'theirs-and-long-enough' },
  })
  expect(reports.status).toBe(200)
})
const tries = countTries('dashboard-isolation')
afterAll(async () => {
  await millrace.stop()
  tries.keep()
})

/** Bodies that would do something, were the id one of ours. */
const bodies: Record<string, object> = {
  '/dashboard/api/keys/:clientId': { name: 'ours' },
  '/dashboard/api/keys/:clientId/rotate': {},
  '/dashboard/api/keys/:clientId/revoke': { name: 'theirs' },
  '/dashboard/api/members/:id': { role: 'viewer' },
  '/dashboard/api/guests/:id/merge': { organisation_registration_id: newId() },
  '/dashboard/api/suppressions/:id/lift': { because: 'ours' },
  '/dashboard/api/subscriptions/:id': { name: 'ours' },
  '/dashboard/api/subscriptions/:id/replay': { from: '2026-01-01T00:00:00Z' },
  '/dashboard/api/guest-imports/:id/file': { offset: 0, content: 'ZW1haWwK' },
  '/dashboard/api/guest-imports/:id/start': { trial: true },
  '/dashboard/api/segments/:id': { name: 'ours' },
  '/dashboard/api/views/:id': { name: 'ours' },
  '/dashboard/api/pieces/:key': { name: 'ours' },
  '/dashboard/api/pieces/:key/restore': { version: 1 },
  '/dashboard/api/providers/:id': { name: 'ours' },
  '/dashboard/api/providers/:id/test': { to: 'ours@example.com' },
}

function idsFor(pattern: string): string[] {
  if (!pattern.includes(':')) return ['']
  if (pattern.endsWith('/email-feedback/:provider')) return ['postmark']
  return pattern.endsWith('/secrets/:name') ? [SECRET] : Object.values(theirs)
}

/** Before what may change it. */
const readingFirst = Object.values(dashboard).toSorted(
  (one, other) => Number(other.method === 'GET') - Number(one.method === 'GET'),
)

async function findLeaks(
  url: string,
  visitors = [['owner', owner]] as [string, Visitor][],
): Promise<string[]> {
  const before = await readTableContents(millrace.database.engine)
  const leaks = (await Promise.all(visitors.map(([name, { cookie }]) => askAs(name, url, cookie)))).flat()
  const after = await readTableContents(millrace.database.engine)
  for (const [table, { digest }] of Object.entries(after)) {
    if (table !== 'millrace.sessions' && digest !== before[table]?.digest) leaks.push(`${table} changed`)
  }
  return leaks
}

async function askAs(caller: string, url: string, cookie: string | undefined): Promise<string[]> {
  const leaks: string[] = []
  const visitor = Object.assign(visit(url), { cookie })
  for (const { method, path: pattern, access } of readingFirst) {
    if (access !== 'member') continue
    // Saving a secret makes one of our own, whatever others call theirs.
    if (/\/(secrets\/:name|email-feedback\/:provider)$/.test(pattern) && method === 'PUT') continue
    for (const id of idsFor(pattern)) {
      if (!pattern.includes(':') && method !== 'GET') continue
      const path = pattern.replace('/dashboard/api', '').replace(/:\w+/, id)
      const sends = method === 'GET' || method === 'DELETE' ? {} : { json: bodies[pattern] }
      const { status, text } = await visitor.ask(method, path, sends)
      // The controls leak on purpose, and are no part of the matrix.
      if (url === millrace.url) {
        tries.note({
          ...{ operation: `${method} ${pattern} ${id}`, caller, venue: 'any', organisation: 'another' },
          refused: status >= 400,
        })
      }
      // Who may not do it at all is refused before anything is looked for.
      const isRefused = status === 404 || (caller !== 'owner' && status === 403)
      if (id !== '' && !isRefused) leaks.push(`${method} ${pattern} → ${status}`)
      if (text.includes('theirs')) leaks.push(`${method} ${pattern} shows`)
    }
  }
  return leaks
}

const withoutFilter = (statement: string) =>
  statement.replaceAll(/(\w+\.)?organisation_id = \$1/g, '$$1::uuid IS NOT NULL')

async function findLeaksOn(replace: (database: Database) => Pick<Database, 'tenant'>): Promise<string[]> {
  const api = await startApiOn(millrace.databaseUrl, replace)
  try {
    return await findLeaks(api.url)
  } finally {
    await api.stop()
  }
}

test("another organisation's ids find nothing and change nothing on any address of the dashboard", async () => {
  expect(await findLeaks(millrace.url)).toEqual([])
})

test('nor do they for members of any other kind', async () => {
  expect(await findLeaks(millrace.url, others)).toEqual([])
})

test("nor do they when the application's own filter is gone", async () => {
  const leaks = await findLeaksOn(({ tenant }) => ({ tenant: rewritingPool(tenant, withoutFilter) }))
  expect(leaks).toEqual([])
})

test('and the mutant that sees all rows is found out: the control', async () => {
  const leaks = await findLeaksOn(({ engine }) => ({ tenant: rewritingPool(engine, withoutFilter) }))
  expect(leaks).toContain('GET /dashboard/api/keys shows')
  expect(leaks).toContain('GET /dashboard/api/audit shows')
  expect(leaks).toContain('DELETE /dashboard/api/members/invitations/:id → 200')
  expect(leaks).toContain('millrace.invitations changed')
})
