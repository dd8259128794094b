import type { SingleSignOnAnswer } from '@millrace/contract/single-sign-on'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textServer } from '../channels/name-server.ts'
import { createTestMember, exchange, password, signedIn, type Visitor, visit } from '../support/dashboard.ts'
import { freePort } from '../support/free-port.ts'
import { client, type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { untilBlocked } from '../support/until-blocked.ts'

/** SCIM as Microsoft Entra ID and Okta document their requests, over HTTP. */

let millrace: TestMillrace
let provider: IdentityProvider
const texts = new Map<string, readonly string[]>()
let names: Awaited<ReturnType<typeof textServer>>

beforeAll(async () => {
  const port = await freePort()
  names = await textServer(texts)
  millrace = await startTestMillrace({
    roles: ['api'],
    config: { allowedPrivateAddresses: ['127.0.0.1'], allowedPorts: [port], dnsServers: [names.address] },
  })
  provider = await startIdentityProvider(port, `${millrace.url}/sign-in/callback`)
})
afterAll(async () => {
  await provider.stop()
  await millrace.stop()
  names.close()
})

interface Resource {
  id: string
  userName?: string
  displayName?: string
  active?: boolean
  groups?: { value: string }[]
  members?: { value: string }[]
  detail?: string
  scimType?: string
  status?: string
  totalResults?: number
  itemsPerPage?: number
  startIndex?: number
  Resources?: Resource[]
  meta: { location: string }
}

let grounds = 0

/** An organisation with single sign-on, a proven domain and a token of SCIM. */
async function openGround(change: object = {}) {
  grounds++
  const domain = `scim-${grounds}.example`
  const organisation = await millrace.organisation('Harbour')
  await organisation.venue('HARBOUR-01')
  const owner = await signedIn(millrace, organisation.id)
  const json = {
    ...{ issuer: provider.issuer, ...client, scopes: [], domains: [domain], group_claim: 'groups' },
    grants: [
      { group: 'Directors', role: 'owner', serials: null },
      { group: 'entra-object-id', role: 'editor', serials: ['HARBOUR-01'] },
    ],
    ...{ default_grant: null, enforced: false },
    ...change,
  }
  expect((await owner.ask('PUT', '/single-sign-on', { json })).status).toBe(200)
  const [proof] = (await owner.get<SingleSignOnAnswer>('/single-sign-on')).body.proofs
  texts.set(proof?.publish.name ?? '', [proof?.publish.value ?? ''])
  await owner.ask('POST', '/single-sign-on/check')
  const { body } = await owner.ask<{ token: string }>('POST', '/single-sign-on/scim-token')
  return { organisation, owner, domain, token: body.token, scim: scimWith(body.token) }
}

const scimWith =
  (token: string) =>
  async (method: string, path: string, json?: unknown, type = 'application/scim+json') => {
    const answer = await exchange(
      `${millrace.url}/scim/v2${path}`,
      method,
      json === undefined ? undefined : JSON.stringify(json),
      { authorization: `Bearer ${token}`, ...(json === undefined ? {} : { 'content-type': type }) },
    )
    return { ...answer, body: JSON.parse(answer.text || '{}') as Resource }
  }
type Scim = ReturnType<typeof scimWith>

const patch = (...Operations: unknown[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})
const create = async (scim: Scim, userName: string, more: object = {}) => {
  const { status, body } = await scim('POST', '/Users', {
    userName,
    displayName: 'Maya',
    active: true,
    ...more,
  })
  expect([status, body.detail]).toEqual([201, undefined])
  return body
}
const createGroup = async (scim: Scim, displayName: string, ...ids: string[]) => {
  const members = ids.map(value => ({ value }))
  const { status, body } = await scim('POST', '/Groups', { displayName, members })
  expect([status, body.detail]).toEqual([201, undefined])
  return body
}
const membersOf = async (owner: Visitor) =>
  (
    await owner.get<{ data: { email: string; role: string; serials: string[] | null }[] }>('/members')
  ).body.data.map(({ email, role, serials }) => [email, role, serials])
const auditOf = async (owner: Visitor, action: string) =>
  (await owner.get<{ data: { actor: string; detail: object }[] }>(`/audit?action=${action}`)).body.data

describe('a user', () => {
  test('becomes a member by a group, changes with it, and leaves at once, sessions too', async () => {
    const { scim, owner, domain, organisation } = await openGround()
    const email = `maya@${domain}`
    expect(
      (await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`)).body,
    ).toMatchObject({
      totalResults: 0,
      Resources: [],
    })
    const user = await create(scim, email.toUpperCase(), { externalId: 'x1' })
    expect(user).toMatchObject({ userName: email, active: true, externalId: 'x1', groups: [] })
    expect(user.meta.location).toBe(`${millrace.url}/scim/v2/Users/${user.id}`)
    // In no group with access: known, and not a member.
    expect(await membersOf(owner)).toHaveLength(1)
    // Microsoft Entra ID's groups are named by their ids in the settings, as in its tokens.
    const group = (await scim('POST', '/Groups', { displayName: 'Bar staff', externalId: 'entra-object-id' }))
      .body
    const add = patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: user.id }] })
    expect((await scim('PATCH', `/Groups/${group.id}`, add)).status).toBe(204)
    expect(await membersOf(owner)).toContainEqual([email, 'editor', ['HARBOUR-01']])
    expect((await scim('GET', `/Users/${user.id}`)).body.groups).toEqual([
      { value: group.id, display: 'Bar staff' },
    ])
    const directors = await createGroup(scim, 'Directors', user.id)
    expect(await membersOf(owner)).toContainEqual([email, 'owner', null])
    await scim(
      'PATCH',
      `/Groups/${directors.id}`,
      patch({ op: 'remove', path: `members[value eq "${user.id}"]` }),
    )
    expect(await membersOf(owner)).toContainEqual([email, 'editor', ['HARBOUR-01']])
    await millrace.database.engine.query(
      `INSERT INTO sessions (hash, member_id, organisation_id, address)
       SELECT '\\x00', id, $2, '127.0.0.1' FROM members WHERE email = $1`,
      [email, organisation.id],
    )
    const off = patch({ op: 'Replace', path: 'active', value: 'False' })
    expect((await scim('PATCH', `/Users/${user.id}`, off)).body).toMatchObject({ id: user.id, active: false })
    expect(await membersOf(owner)).toHaveLength(1)
    const { rowCount } = await millrace.database.engine.query(`SELECT FROM sessions WHERE hash = '\\x00'`)
    expect(rowCount).toBe(0)
    // And back, as Okta does it.
    await scim('PATCH', `/Users/${user.id}`, patch({ op: 'replace', value: { active: true } }))
    expect(await membersOf(owner)).toContainEqual([email, 'editor', ['HARBOUR-01']])
    expect((await scim('DELETE', `/Users/${user.id}`)).status).toBe(204)
    expect(await membersOf(owner)).toHaveLength(1)
    expect((await scim('GET', `/Users/${user.id}`)).status).toBe(404)
    expect((await auditOf(owner, 'member.removed'))[0]).toMatchObject({ actor: 'SCIM', detail: { email } })
    expect(await auditOf(owner, 'scim_user.deactivated')).toMatchObject([
      { actor: 'SCIM', detail: { email } },
    ])
  })

  test('with the address of a member is that member, and gets another name and address', async () => {
    const { scim, owner, domain, organisation } = await openGround()
    const other = await millrace.organisation('Other')
    const invite = async (organisations: string[], email: string) => {
      const { id } = await createTestMember(millrace, organisations, { role: 'viewer' })
      await millrace.database.engine.query('UPDATE members SET email = $2 WHERE id = $1', [id, email])
      return id
    }
    const own = await invite([organisation.id], `own@${domain}`)
    const shared = await invite([organisation.id, other.id], `shared@${domain}`)
    const users = [await create(scim, `own@${domain}`), await create(scim, `shared@${domain}`)]
    await createGroup(scim, 'Directors', ...users.map(({ id }) => id))
    const { body } = await owner.get<{ data: { id: string; email: string }[] }>('/members')
    const idOf = (email: string) => body.data.find(member => member.email === email)?.id
    expect(idOf(`own@${domain}`)).toBe(own)
    // An account that belongs to others too is left to those.
    expect(idOf(`shared@${domain}`)).not.toBe(shared)
    const put = { userName: `new@${domain}`, displayName: 'New', active: true }
    expect((await scim('PUT', `/Users/${users[0]?.id}`, put)).status).toBe(200)
    expect(await membersOf(owner)).toContainEqual([`new@${domain}`, 'owner', null])
    const taken = await scim('PUT', `/Users/${users[0]?.id}`, { ...put, userName: `shared@${domain}` })
    expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness'])
  })

  test('who is the last owner stays: everything that would end that is refused', async () => {
    const { scim, owner, domain } = await openGround()
    const email = `maya@${domain}`
    const user = await create(scim, email)
    const group = await createGroup(scim, 'Directors', user.id)
    await millrace.database.engine.query('DELETE FROM memberships WHERE member_id = $1', [owner.member.id])
    for (const [method, path, body] of [
      ['PATCH', `/Users/${user.id}`, patch({ op: 'replace', path: 'active', value: false })],
      ['DELETE', `/Users/${user.id}`, undefined],
      ['PATCH', `/Groups/${group.id}`, patch({ op: 'remove', path: 'members' })],
      ['DELETE', `/Groups/${group.id}`, undefined],
    ] as const) {
      const refused = await scim(method, path, body)
      expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('the last owner')])
    }
    expect((await scim('GET', `/Users/${user.id}`)).body).toMatchObject({
      active: true,
      groups: [{ value: group.id }],
    })
  })

  test('of a domain that is not proven, or known already, is refused', async () => {
    const { scim, domain, organisation } = await openGround()
    const wrong = await scim('POST', '/Users', { userName: 'maya@elsewhere.example' })
    expect([wrong.status, wrong.body.scimType]).toEqual([400, 'invalidValue'])
    await create(scim, `maya@${domain}`)
    const again = await scim('POST', '/Users', { userName: `Maya@${domain}` })
    expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness'])
    await millrace.database.engine.query(
      'UPDATE single_sign_on_domains SET proven_at = NULL WHERE organisation_id = $1',
      [organisation.id],
    )
    expect((await scim('POST', '/Users', { userName: `other@${domain}` })).status).toBe(400)
  })

  test('is listed in pages, in the order they came', async () => {
    const { scim, domain } = await openGround()
    const ids: string[] = []
    for (const name of ['a', 'b', 'c']) ids.push((await create(scim, `${name}@${domain}`)).id)
    const page = (await scim('GET', '/Users?startIndex=2&count=1')).body
    expect(page).toMatchObject({
      totalResults: 3,
      startIndex: 2,
      itemsPerPage: 1,
      Resources: [{ id: ids[1] }],
    })
    // As Okta tests a connection.
    expect((await scim('GET', '/Users?startIndex=1&count=2')).body.itemsPerPage).toBe(2)
    expect((await scim('GET', '/Users?count=0')).body).toMatchObject({ totalResults: 3, Resources: [] })
    const faulty = await scim('GET', '/Users?count=many')
    expect([faulty.status, faulty.body.scimType]).toEqual([400, 'invalidValue'])
    const filter = await scim('GET', `/Users?filter=${encodeURIComponent('userName sw "a"')}`)
    expect([filter.status, filter.body.scimType]).toEqual([400, 'invalidFilter'])
  })
})

describe('who signs in with a password while they are deactivated', () => {
  /** Both stop at the audit log, one behind the other, and continue in this order. */
  async function race(first: 'sign in' | 'deactivate') {
    const { scim, domain, organisation } = await openGround({
      default_grant: { role: 'viewer', serials: null },
    })
    const email = `maya@${domain}`
    const member = await createTestMember(millrace, organisation.id, { role: 'viewer' })
    await millrace.database.engine.query('UPDATE members SET email = $2 WHERE id = $1', [member.id, email])
    const user = await create(scim, email)
    const ways = {
      'sign in': () => visit(millrace.url).signIn(email, password),
      deactivate: () =>
        scim('PATCH', `/Users/${user.id}`, patch({ op: 'replace', path: 'active', value: false })),
    }
    const holding = new pg.Client({ connectionString: millrace.databaseUrl })
    await holding.connect()
    await holding.query('BEGIN')
    await holding.query('SELECT FROM millrace_audit.heads WHERE organisation_id = $1 FOR UPDATE', [
      organisation.id,
    ])
    const one = ways[first]()
    await untilBlocked(millrace.databaseUrl, 1)
    const other = ways[first === 'sign in' ? 'deactivate' : 'sign in']()
    await untilBlocked(millrace.databaseUrl, 2)
    await holding.query('COMMIT')
    await holding.end()
    const answers = await Promise.all([one, other])
    const { rowCount } = await millrace.database.engine.query('SELECT FROM sessions WHERE member_id = $1', [
      member.id,
    ])
    return { statuses: answers.map(({ status }) => status), sessions: rowCount }
  }

  test('has a session that ends with the membership, or none', async () => {
    expect(await race('sign in')).toEqual({ statuses: [200, 200], sessions: 0 })
    // Rolled back in favour of the other: the next attempt is answered as for someone who is no member.
    expect(await race('deactivate')).toEqual({ statuses: [200, 503], sessions: 0 })
  })
})

describe('a group', () => {
  test('is found by its name without its members, renamed, and replaced', async () => {
    const { scim, owner, domain } = await openGround()
    const [maya, noor] = [await create(scim, `maya@${domain}`), await create(scim, `noor@${domain}`)]
    const group = await createGroup(scim, 'Staff', maya.id)
    const query = `?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "Staff"')}`
    const { Resources } = (await scim('GET', `/Groups${query}`)).body
    expect(Resources).toMatchObject([{ id: group.id, displayName: 'Staff' }])
    expect(Resources?.[0]).not.toHaveProperty('members')
    expect((await scim('POST', '/Groups', { displayName: 'Staff' })).body.scimType).toBe('uniqueness')
    // By its new name it gives a role.
    const rename = patch({ op: 'replace', value: { id: group.id, displayName: 'Directors' } })
    expect((await scim('PATCH', `/Groups/${group.id}`, rename)).status).toBe(204)
    expect(await membersOf(owner)).toContainEqual([`maya@${domain}`, 'owner', null])
    const put = await scim('PUT', `/Groups/${group.id}`, {
      displayName: 'Directors',
      members: [{ value: noor.id }],
    })
    expect(put.body.members).toMatchObject([{ value: noor.id }])
    expect((await membersOf(owner)).map(([email]) => email)).toEqual([owner.member.email, `noor@${domain}`])
    const unknown = patch({ op: 'add', path: 'members', value: [{ value: group.id }] })
    expect((await scim('PATCH', `/Groups/${group.id}`, unknown)).body.scimType).toBe('invalidValue')
    expect((await scim('DELETE', `/Groups/${group.id}`)).status).toBe(204)
    expect(await membersOf(owner)).toHaveLength(1)
  })
})

describe('the token', () => {
  test('is shown once, stored as a hash, and ends when it is replaced or revoked', async () => {
    const { scim, owner, token, organisation } = await openGround()
    expect((await scim('GET', '/Users')).status).toBe(200)
    const read = await owner.get<SingleSignOnAnswer>('/single-sign-on')
    expect(read.body.scim).toEqual({
      address: `${millrace.url}/scim/v2`,
      token: {
        created_by: owner.member.email,
        created_at: expect.any(String),
        last_used_at: expect.any(String),
      },
    })
    expect(read.text).not.toContain(token)
    const { rows } = await millrace.database.engine.query<{ hash: Buffer }>(
      'SELECT hash FROM scim_tokens WHERE organisation_id = $1',
      [organisation.id],
    )
    expect(rows[0]?.hash.toString('latin1')).not.toContain(token)
    const next = await owner.ask<{ token: string }>('POST', '/single-sign-on/scim-token')
    const refused = await scim('GET', '/Users')
    expect([refused.status, refused.body.status, refused.headers['www-authenticate']]).toEqual([
      401,
      '401',
      'Bearer realm="millrace"',
    ])
    expect(refused.headers['content-type']).toBe('application/scim+json; charset=utf-8')
    expect((await scimWith(next.body.token)('GET', '/Users')).status).toBe(200)
    expect((await owner.delete('/single-sign-on/scim-token')).status).toBe(200)
    expect((await scimWith(next.body.token)('GET', '/Users')).status).toBe(401)
    expect((await owner.delete('/single-sign-on/scim-token')).status).toBe(404)
    expect(await auditOf(owner, 'single_sign_on.scim_token_created')).toHaveLength(2)
    expect(await auditOf(owner, 'single_sign_on.scim_token_revoked')).toHaveLength(1)
  })

  test('opens one organisation, and nothing of the dashboard or the API', async () => {
    const [first, second] = [await openGround(), await openGround()]
    const user = await create(first.scim, `maya@${first.domain}`)
    const group = await createGroup(first.scim, 'Directors', user.id)
    for (const [method, path] of [
      ['GET', `/Users/${user.id}`],
      ['DELETE', `/Users/${user.id}`],
      ['GET', `/Groups/${group.id}`],
      ['DELETE', `/Groups/${group.id}`],
    ] as const) {
      expect((await second.scim(method, path)).status).toBe(404)
    }
    const off = patch({ op: 'replace', path: 'active', value: false })
    expect((await second.scim('PATCH', `/Users/${user.id}`, off)).status).toBe(404)
    expect((await second.scim('PUT', `/Users/${user.id}`, { userName: `a@${second.domain}` })).status).toBe(
      404,
    )
    expect((await second.scim('GET', '/Users')).body.totalResults).toBe(0)
    const own = await createGroup(second.scim, 'Directors')
    const foreign = patch({ op: 'add', path: 'members', value: [{ value: user.id }] })
    expect((await second.scim('PATCH', `/Groups/${own.id}`, foreign)).status).toBe(400)
    expect((await second.scim('POST', '/Users', { userName: `a@${first.domain}` })).status).toBe(400)
    const headers = { authorization: `Bearer ${first.token}` }
    expect((await exchange(`${millrace.url}/v1/workflows`, 'GET', undefined, headers)).status).toBe(401)
    expect((await exchange(`${millrace.url}/dashboard/api/members`, 'GET', undefined, headers)).status).toBe(
      401,
    )
  })

  test('is refused with 429 after many wrong ones from an address', async () => {
    const wrong = scimWith('x'.repeat(43))
    const statuses = []
    for (let n = 0; n < 61; n++) statuses.push((await wrong('GET', '/Users')).status)
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429])
  })

  test('is good for 1,500 requests a minute, whatever others ask', async () => {
    const [{ scim }, other] = [await openGround(), await openGround()]
    const statuses = new Map<number, number>()
    const left = Array.from({ length: 1_501 }).values()
    const ask = async () => {
      for (const _ of left) {
        const { status, headers } = await scim('GET', '/ServiceProviderConfig')
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      }
    }
    await Promise.all(Array.from({ length: 20 }, ask))
    expect(Object.fromEntries(statuses)).toEqual({ 200: 1_500, 429: 1 })
    expect((await other.scim('GET', '/ServiceProviderConfig')).status).toBe(200)
  })

  test('needs single sign-on', async () => {
    const organisation = await millrace.organisation('None')
    const owner = await signedIn(millrace, organisation.id)
    expect((await owner.ask('POST', '/single-sign-on/scim-token')).status).toBe(404)
  })
})

test('it says what it can do', async () => {
  const { scim } = await openGround()
  const config = await scim('GET', '/ServiceProviderConfig')
  expect(config.headers['content-type']).toBe('application/scim+json; charset=utf-8')
  expect(config.body).toMatchObject({
    patch: { supported: true },
    filter: { supported: true },
    bulk: { supported: false },
  })
  const types = (await scim('GET', '/ResourceTypes')).body.Resources
  expect(types).toMatchObject([{ endpoint: '/Users' }, { endpoint: '/Groups' }])
  const schemas = (await scim('GET', '/Schemas')).body.Resources
  expect(schemas?.map(({ id }) => id)).toEqual([
    'urn:ietf:params:scim:schemas:core:2.0:User',
    'urn:ietf:params:scim:schemas:core:2.0:Group',
  ])
})

test('bodies that are no SCIM are refused in its words', async () => {
  const { scim, domain } = await openGround()
  expect((await scim('POST', '/Users', { userName: `json@${domain}` }, 'application/json')).status).toBe(201)
  expect((await scim('POST', '/Users', {}, 'text/plain')).body).toMatchObject({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: '415',
  })
  for (const body of [7, [], { userName: 7 }, undefined]) {
    const refused = await scim('POST', '/Users', body)
    expect([refused.status, refused.body.status]).toEqual([400, '400'])
  }
  expect((await scim('GET', '/Users/%00')).status).toBe(404)
  expect((await scim('GET', `/Users?filter=${encodeURIComponent('userName eq "\\u0000"')}`)).status).toBe(400)
})

test.each([
  ['GET', '/Bulk', 404],
  ['POST', '/Users/.search', 405],
  ['POST', '/', 404],
  ['DELETE', '/Users', 405],
])('an address that is nowhere says so as SCIM does: %s %s', async (method, path, status) => {
  const { body, headers, ...answer } = await scimWith('x'.repeat(43))(method, path)
  expect([answer.status, body.status, headers['content-type']]).toEqual([
    status,
    String(status),
    'application/scim+json; charset=utf-8',
  ])
  expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'] })
  if (status === 405) expect(headers.allow).toContain('GET')
})
