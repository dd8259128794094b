import { dashboard } from '@millrace/contract/operations/dashboard'
import { hooks } from '@millrace/contract/operations/hooks'
import { links } from '@millrace/contract/operations/links'
import { oauth } from '@millrace/contract/operations/oauth'
import type { Operation } from '@millrace/contract/operations/operation'
import { scim } from '@millrace/contract/operations/scim'
import { v1 } from '@millrace/contract/operations/v1'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { createScimToken } from '../../server/src/members/scim/tokens.ts'
import { exchange, signedIn } from '../support/dashboard.ts'
import { LONGEST_HOLD_MS, leastHold } from '../support/longest-stretch.ts'
import { newAddress } from '../support/millrace.ts'
import { allTrials } from '../support/trials.ts'
import { endsAtOnce } from '../support/workflows.ts'
import { worstBodies } from '../support/worst-bodies.ts'
import { type Ground, openGround } from './management-ground.ts'

/**
 * Every operation that takes a body, with the largest ones that can be made from its schema: no request may hold the
 * process, whatever it is sent. `npm test` sends each every second kind of them, in turns, and `npm run prove --
 * worst-inputs` all. The worst documents that were found by hand are in loop-delay.test.ts.
 */

let ground: Ground
let credentials: Record<'bearer' | 'scim', string>
/** By what addresses call them: what is there is read, and not only missed. */
let known: Record<string, string>
beforeAll(async () => {
  ground = await openGround({ roles: ['api'] })
  const { organisation, millrace } = ground
  await millrace.database.engine.query('UPDATE api_keys SET requests_per_minute = 0')
  await organisation.venue('A')
  const { body: segment } = await ground.owner.post<{ segment: { id: string } }>('/segments', {
    ...{ name: 'All', condition: { field: 'guest.points', operator: 'at_least', value: 0 } },
  })
  const { body: connection } = await ground.owner.post<{ connection: { id: string } }>('/connections', {
    ...{ name: 'Loop', vendor: 'json', unknown_guests: 'create' },
  })
  const { body: piece } = await ground.owner.post<{ piece: { key: string } }>('/pieces', {
    name: 'Loop',
    kind: 'blocks',
    content: { blocks: [{ type: 'divider' }] },
  })
  known = {
    pieces: piece.piece.key,
    workflows: await organisation.workflow(endsAtOnce({ source: 'loop' }), 'Loop'),
    guests: await organisation.guest(),
    segments: segment.segment.id,
    connections: connection.connection.id,
    venues: 'A',
  }
  await millrace.database.engine.query(
    `INSERT INTO single_sign_on (organisation_id, issuer, client_id, sealed_secret, scopes, group_claim, grants, enforced, saved_by)
     VALUES ($1, 'https://issuer.example', 'x', '', '{}', 'groups', '[]', false, 'test')`,
    [organisation.id],
  )
  credentials = {
    bearer: await organisation.token(),
    scim: await inTransaction(millrace.database.engine, tx => createScimToken(tx, organisation.id, 'test')),
  }
})
afterAll(() => ground.millrace.stop())

const catalogues = { v1, dashboard, oauth, links, hooks, scim }
const operations = Object.entries(catalogues).flatMap(([area, catalogue]) =>
  Object.values<Operation>(catalogue)
    .filter(({ method }) => method !== 'GET' && method !== 'DELETE')
    .map((operation, place) => [`${operation.method} ${operation.path}`, area, operation, place] as const),
)

let session: string | undefined
async function headersFor(area: string, path: string): Promise<Record<string, string>> {
  const headers = { 'x-forwarded-for': newAddress() }
  if (area === 'v1') return { ...headers, authorization: `Bearer ${credentials.bearer}` }
  if (area === 'scim') return { ...headers, authorization: `Bearer ${credentials.scim}` }
  if (area !== 'dashboard') return headers
  // A separate one for what may end a session.
  const isRisky = /session|profile/.test(path)
  const cookie =
    (isRisky ? undefined : session) ?? (await signedIn(ground.millrace, ground.organisation.id)).cookie
  if (!isRisky) session = cookie
  return { ...headers, cookie: cookie as string, 'sec-fetch-site': 'same-origin' }
}

/** What no schema describes, because the handler reads it. Workflows and mappings are in loop-delay.test.ts. */
function moreBodies({ path }: Operation): Record<string, string> {
  const comparison = { field: 'guest.points', operator: 'at_least', value: 1 }
  const any = Array.from({ length: 100 }, () => comparison)
  if (path.includes('/segments'))
    return { 'of many comparisons': JSON.stringify({ name: newId(), condition: { any } }) }
  if (path.includes('/pieces')) {
    const text = '{% if guest.points > 1 %}**x** {{ guest.name }}{% endif %} '.repeat(300)
    const blocks = Array.from({ length: 50 }, () => ({ type: 'text', text }))
    return { 'of long blocks': JSON.stringify({ name: newId(), kind: 'blocks', content: { blocks } }) }
  }
  if (!path.startsWith('/scim/')) return {}
  const members = Array.from({ length: 1_000 }, () => ({ value: newId() }))
  const Operations = Array.from({ length: 1_000 }, () => ({
    op: 'add',
    path: 'members',
    value: [members[0]],
  }))
  return {
    'of many members': JSON.stringify({ displayName: newId(), members }),
    'of many operations': JSON.stringify({ Operations }),
  }
}

test('every operation that takes a body is here', () => {
  expect(operations.length).toBeGreaterThan(100)
})

describe.each(operations)('%s', (_name, area, operation, place) => {
  test('holds the process for no body', async () => {
    const path = operation.path.replaceAll(/(\w[\w-]*)\/:\w+|:\w+/g, (_all, collection?: string) =>
      collection === undefined ? newId() : `${collection}/${known[collection] ?? newId()}`,
    )
    const held: string[] = []
    const headers = await headersFor(area, operation.path)
    const ofItsSchema = Object.entries(worstBodies(operation)).filter(
      (_body, at) => allTrials || (at + place) % 2 === 0,
    )
    expect(ofItsSchema.length).toBeGreaterThan(1)
    for (const [kind, body] of [...ofItsSchema, ...Object.entries(moreBodies(operation))]) {
      let status = 0
      const worked = await leastHold(async () => {
        const answer = await exchange(ground.millrace.url + path, operation.method, body, {
          ...headers,
          'content-type': area === 'links' ? 'application/x-www-form-urlencoded' : 'application/json',
        })
        status = answer.status
      })
      expect(status, kind).toBeLessThan(500)
      if (worked >= LONGEST_HOLD_MS) held.push(`${kind}: ${Math.round(worked)} ms, answered ${status}`)
    }
    expect(held).toEqual([])
  })
})
