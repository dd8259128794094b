import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session } from '@millrace/contract/session'
import type { SingleSignOnAnswer } from '@millrace/contract/single-sign-on'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { loadSecrets } from '../../server/src/config/secrets.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { openSecret, resealSingleSignOn } from '../../server/src/members/single-sign-on/settings.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { textServer } from '../channels/name-server.ts'
import { millrace as command } from '../cli/millrace-process.ts'
import { createTestMember, exchange, password, signedIn, type Visitor, visit } from '../support/dashboard.ts'
import { freePort } from '../support/free-port.ts'
import {
  client,
  type ForgingProvider,
  type IdentityProvider,
  newSubject,
  type Person,
  startForgingProvider,
  startIdentityProvider,
} from '../support/identity-provider.ts'
import {
  newAddress,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'

let millrace: TestMillrace
let provider: IdentityProvider
let forging: ForgingProvider
/** What the name server knows; it is silent about names with undefined. */
const texts = new Map<string, readonly string[] | undefined>()
let names: Awaited<ReturnType<typeof textServer>>

beforeAll(async () => {
  const ports = [await freePort(), await freePort()] as const
  names = await textServer(texts)
  millrace = await startTestMillrace({
    roles: ['api'],
    config: {
      allowedPrivateAddresses: ['127.0.0.1'],
      allowedPorts: [...ports],
      dnsServers: [names.address],
    },
  })
  provider = await startIdentityProvider(ports[0], `${millrace.url}/sign-in/callback`)
  forging = await startForgingProvider(ports[1])
})
afterAll(async () => {
  await provider.stop()
  await forging.stop()
  await millrace.stop()
  names.close()
})

interface Refused {
  code: string
  message: string
  errors?: Record<string, string[]>
}

let domains = 0
/** A domain that no other test uses. */
const newDomain = () => {
  domains++
  return `group-${domains}.example`
}

const settingsFor = (issuer: string, domain: string) => ({
  issuer,
  ...client,
  scopes: ['groups'],
  domains: [domain],
  group_claim: 'groups',
  grants: [
    { group: 'directors', role: 'owner', serials: null },
    { group: 'harbour', role: 'editor', serials: ['HARBOUR-01'] },
  ],
  default_grant: null,
  enforced: false,
})

async function saveSettings(owner: Visitor, json: object) {
  const saved = await owner.ask<Refused>('PUT', '/single-sign-on', { json })
  expect([saved.status, saved.body.errors]).toEqual([200, undefined])
}
const proofsOf = async (owner: Visitor) =>
  (await owner.get<SingleSignOnAnswer>('/single-sign-on')).body.proofs
const checkDomains = async (owner: Visitor) =>
  (await owner.ask<SingleSignOnAnswer>('POST', '/single-sign-on/check')).body.proofs
/** Beside what is there, as people do. */
const publish = (proofs: SingleSignOnAnswer['proofs']) => {
  for (const { publish } of proofs)
    texts.set(publish.name, [...(texts.get(publish.name) ?? []), publish.value])
}

interface Ground {
  readonly organisation: TestOrganisation
  readonly owner: Visitor & { readonly member: { id: string; email: string } }
  readonly domain: string
  readonly settings: ReturnType<typeof settingsFor>
  person(given?: Partial<Person>): Person
}

/** An organisation whose owner has set up single sign-on. */
async function withSignOn(issuer = provider.issuer, change: object = {}): Promise<Ground> {
  const organisation = await millrace.organisation('Harbour')
  await organisation.venue('HARBOUR-01')
  const owner = await signedIn(millrace, organisation.id)
  const domain = newDomain()
  const settings = { ...settingsFor(issuer, domain), ...change }
  await saveSettings(owner, settings)
  publish(await proofsOf(owner))
  await checkDomains(owner)
  return {
    organisation,
    owner,
    domain,
    settings,
    person: given => ({
      sub: newSubject('person'),
      email: `${newId()}@${domain}`,
      name: 'Maya Okafor',
      groups: ['harbour'],
      ...given,
    }),
  }
}

/** A browser with cookies for each host, which follows redirects. */
function openBrowser() {
  const jars = new Map<string, Map<string, string>>()
  const address = newAddress()
  const ask = async (url: string, method = 'GET', json?: unknown) => {
    const { host } = new URL(url)
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    const answer = await exchange(url, method, json === undefined ? undefined : JSON.stringify(json), {
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': address,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(jar.size === 0 ? {} : { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
    })
    for (const set of answer.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = (set.split(';', 1)[0] as string).split(/=(.*)/s)
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  const browser = {
    ask,
    jarOf: (url: string) => jars.get(new URL(url).host),
    /** Until the sign-in page of Millrace, or an answer that leads nowhere. Returns every address on the way. */
    async follow(from: string): Promise<string[]> {
      const way = [from]
      for (;;) {
        const url = way.at(-1) as string
        if (url.startsWith(`${millrace.url}/sign-in?`)) return way
        const { headers, status, text } = await ask(url)
        if (headers.location === undefined) throw new Error(`${url} leads nowhere: ${status} ${text}`)
        way.push(new URL(headers.location, url).href)
      }
    },
    begin: (given: object) => ask(`${millrace.url}/dashboard/api/session/single-sign-on`, 'POST', given),
    /** The whole sign-in. Returns the query of the sign-in page that it ends on. */
    async signOn(given: object): Promise<Record<string, string>> {
      const begun = await browser.begin(given)
      expect([begun.status, begun.text]).toEqual([200, expect.any(String)])
      const way = await browser.follow((begun.body as { url: string }).url)
      return Object.fromEntries(new URL(way.at(-1) as string).searchParams)
    },
    async session(): Promise<Session | undefined> {
      const answer = await ask(`${millrace.url}/dashboard/api/session`)
      return (answer.body as { session?: Session }).session
    },
  }
  return browser
}

const auditOf = async ({ owner }: Ground, action: string) => {
  const { body } = await owner.get<{ data: { actor: string; action: string; detail: object }[] }>(
    `/audit?action=${action}`,
  )
  return body.data
}

const callback = (query: Record<string, string>) =>
  `${millrace.url}/sign-in/callback?${new URLSearchParams(query)}`

describe('a person at the identity provider', () => {
  test('becomes a member with the role and venues of their group, in a session that says so', async () => {
    const ground = await withSignOn()
    provider.person = ground.person()
    const browser = openBrowser()
    expect(await browser.signOn({ email: provider.person.email.toUpperCase() })).toEqual({
      signed_in: 'yes',
      next: '/',
    })
    const session = await browser.session()
    expect(session).toMatchObject({
      member: { email: provider.person.email, name: 'Maya Okafor' },
      organisation: { id: ground.organisation.id },
      role: 'editor',
      serials: ['HARBOUR-01'],
      single_sign_on: true,
      // Nobody said when they gave their password.
      confirmed_until: null,
    })
    expect((await auditOf(ground, 'member')).map(({ actor, action }) => [actor, action]).slice(0, 3)).toEqual(
      [
        [provider.person.email, 'member.signed_in'],
        [provider.person.email, 'member.sign_on_added'],
        [provider.person.email, 'member.joined'],
      ],
    )
    const hours = (Date.parse(session?.expires_at ?? '') - Date.now()) / 3_600_000
    expect(hours).toBeLessThanOrEqual(12)
  })

  test('has at each sign-in what the groups say then, and nothing when they say nothing', async () => {
    const ground = await withSignOn()
    const person = ground.person()
    provider.person = person
    const first = openBrowser()
    await first.signOn({ organisation_id: ground.organisation.id })
    const memberId = (await first.session())?.member.id
    // The address may change at the provider: the subject stays.
    provider.person = { ...person, groups: ['directors', 'harbour'], email: `other-${person.email}` }
    const second = openBrowser()
    await second.signOn({ email: person.email })
    expect(await second.session()).toMatchObject({ member: { id: memberId }, role: 'owner', serials: null })
    provider.person = { ...person, email_verified: false }
    expect(await openBrowser().signOn({ email: person.email })).toEqual({ problem: 'email_not_verified' })
    expect((await second.session())?.role).toBe('owner')
    provider.person = { ...person, groups: ['elsewhere'] }
    expect(await openBrowser().signOn({ email: person.email })).toEqual({ problem: 'no_access' })
    expect([await first.session(), await second.session()]).toEqual([undefined, undefined])
    expect((await auditOf(ground, 'member.removed'))[0]).toMatchObject({
      actor: 'single sign-on',
      detail: { email: person.email },
    })
    expect((await auditOf(ground, 'member.sign_on_refused'))[0]).toMatchObject({
      detail: { problem: 'no_access', email: person.email },
    })
  })

  test('the last owner stays one, so that the groups can be corrected', async () => {
    const ground = await withSignOn()
    const person = ground.person({ groups: ['directors'] })
    provider.person = person
    await openBrowser().signOn({ email: person.email })
    await millrace.database.engine.query('DELETE FROM memberships WHERE member_id = $1', [
      ground.owner.member.id,
    ])
    provider.person = { ...person, groups: ['harbour'] }
    const browser = openBrowser()
    await browser.signOn({ email: person.email })
    expect((await browser.session())?.role).toBe('owner')
    provider.person = { ...person, groups: [] }
    expect(await openBrowser().signOn({ email: person.email })).toEqual({ problem: 'no_access' })
    expect((await browser.session())?.role).toBe('owner')
  })

  test('signs in again to confirm who they are', async () => {
    const ground = await withSignOn()
    provider.person = ground.person()
    const browser = openBrowser()
    await browser.signOn({ email: provider.person.email })
    await browser.signOn({
      organisation_id: ground.organisation.id,
      again: true,
      next: '/settings/organisation',
    })
    expect((await browser.session())?.confirmed_until).not.toBeNull()
  })

  test('in none of the groups has what is granted to everybody there', async () => {
    const ground = await withSignOn(provider.issuer, { default_grant: { role: 'viewer', serials: null } })
    provider.person = ground.person({ groups: [] })
    const browser = openBrowser()
    await browser.signOn({ email: provider.person.email })
    expect(await browser.session()).toMatchObject({ role: 'viewer', serials: null })
  })

  test('opens the account that has their address, and keeps its password', async () => {
    const ground = await withSignOn()
    provider.person = ground.person({ groups: ['directors'] })
    const member = await createTestMember(millrace, ground.organisation.id, { role: 'viewer' })
    const { email } = provider.person
    await millrace.database.engine.query('UPDATE members SET email = $2 WHERE id = $1', [member.id, email])
    const browser = openBrowser()
    await browser.signOn({ email })
    expect(await browser.session()).toMatchObject({ member: { id: member.id }, role: 'owner' })
    expect((await visit(millrace.url).signIn(email, password)).status).toBe(200)
  })

  test('never opens an account that belongs to another organisation too', async () => {
    const ground = await withSignOn()
    const other = await millrace.organisation('Other')
    provider.person = ground.person()
    const { email } = provider.person
    const member = await createTestMember(millrace, [ground.organisation.id, other.id], { role: 'viewer' })
    await millrace.database.engine.query('UPDATE members SET email = $2 WHERE id = $1', [member.id, email])
    const browser = openBrowser()
    await browser.signOn({ email })
    const session = await browser.session()
    expect(session?.member.id).not.toBe(member.id)
    expect(session?.organisations.map(({ id }) => id)).toEqual([ground.organisation.id])
    const { rows } = await millrace.database.engine.query(
      'SELECT organisation_id FROM memberships WHERE member_id = $1',
      [member.id],
    )
    expect(rows).toEqual([{ organisation_id: other.id }])
    // Nor can an account that an identity provider opens join another organisation.
    const bound = await createTestMember(millrace, ground.organisation.id, { role: 'viewer' })
    const address = `${newId()}@${ground.domain}`
    await millrace.database.engine.query('UPDATE members SET email = $2 WHERE id = $1', [bound.id, address])
    provider.person = ground.person({ email: address })
    await openBrowser().signOn({ email: address })
    const owner = await signedIn(millrace, other.id)
    const invited = await owner.post<{ link: string }>('/members/invitations', {
      email: address,
      role: 'viewer',
    })
    const token = invited.body.link.split('#')[1]
    const joined = await visit(millrace.url).post<Refused>('/invitation', { token, password })
    expect([joined.status, joined.body.errors]).toEqual([
      400,
      { password: ['is the password of another account with this address: choose a different one'] },
    ])
  })

  test('is refused where another person there had their address before', async () => {
    const ground = await withSignOn()
    provider.person = ground.person()
    const { email } = provider.person
    await openBrowser().signOn({ email })
    provider.person = ground.person({ email })
    expect(await openBrowser().signOn({ email })).toEqual({ problem: 'address_taken' })
  })

  test.each([
    ['whose address is not verified', { email_verified: false }, 'email_not_verified'],
    ['with an address in another domain', { email: 'maya@elsewhere.example' }, 'other_domain'],
    ['with an address in a domain that ends like it', { email: 'maya@evil-group.example' }, 'other_domain'],
    ['in no group with access', { groups: ['kitchen'] }, 'no_access'],
  ])('%s is refused', async (_, given, problem) => {
    const ground = await withSignOn()
    provider.person = ground.person(given)
    const browser = openBrowser()
    expect(await browser.signOn({ organisation_id: ground.organisation.id })).toEqual({ problem })
    expect(await browser.session()).toBeUndefined()
  })
})

describe('an answer that is not the right one', () => {
  let ground: Ground
  beforeAll(async () => {
    ground = await withSignOn()
  })
  beforeEach(() => {
    provider.person = ground.person()
  })
  const begin = async (browser = openBrowser()) => {
    const begun = await browser.begin({ organisation_id: ground.organisation.id })
    return { browser, page: (begun.body as { url: string }).url }
  }
  /** To the last address before Millrace takes it. */
  const comeBack = async () => {
    const { browser, page } = await begin()
    const way = [page]
    while (!(way.at(-1) as string).startsWith(millrace.url)) {
      const url = way.at(-1) as string
      way.push(new URL((await browser.ask(url)).headers.location as string, url).href)
    }
    return { browser, answer: way.at(-1) as string }
  }
  const problemOf = async (browser: ReturnType<typeof openBrowser>, url: string) =>
    new URL((await browser.ask(url)).headers.location as string, url).searchParams.get('problem')

  test('with another state is refused, and the right one after it too', async () => {
    const { browser, answer } = await comeBack()
    const wrong = new URL(answer)
    wrong.searchParams.set('state', newSubject('state'))
    expect(await problemOf(browser, wrong.href)).toBe('expired')
    expect(await problemOf(browser, callback({}))).toBe('expired')
    expect(await browser.session()).toBeUndefined()
  })

  test('in another browser is refused: nobody can sign others in as themselves', async () => {
    const { answer } = await comeBack()
    expect(await problemOf(openBrowser(), answer)).toBe('expired')
    const victim = (await begin()).browser
    expect(await problemOf(victim, answer)).toBe('expired')
  })

  test('counts once', async () => {
    const { browser, answer } = await comeBack()
    const cookie = browser.jarOf(answer)?.get('millrace_sign_on') as string
    expect(await problemOf(browser, answer)).toBeNull()
    browser.jarOf(answer)?.set('millrace_sign_on', cookie)
    expect(await problemOf(browser, answer)).toBe('expired')
  })

  test('with the code of another sign-in is refused, used or not', async () => {
    for (const isUsed of [true, false]) {
      const first = await comeBack()
      if (isUsed) await first.browser.ask(first.answer)
      const second = await comeBack()
      const mixed = new URL(second.answer)
      mixed.searchParams.set('code', new URL(first.answer).searchParams.get('code') as string)
      expect(await problemOf(second.browser, mixed.href)).toBe('not_verified')
    }
  })

  test('of another issuer is refused', async () => {
    const { browser, answer } = await comeBack()
    const mixed = new URL(answer)
    mixed.searchParams.set('iss', forging.issuer)
    expect(await problemOf(browser, mixed.href)).toBe('not_verified')
  })

  test('after ten minutes is refused', async () => {
    const { browser, answer } = await comeBack()
    await millrace.database.engine.query(
      `UPDATE single_sign_on_attempts SET created_at = now() - interval '10 minutes'`,
    )
    expect(await problemOf(browser, answer)).toBe('expired')
  })

  test('that says no leads back with a sentence', async () => {
    const { browser, page } = await begin()
    const state = new URL(page).searchParams.get('state') as string
    expect(await problemOf(browser, callback({ error: 'access_denied', state }))).toBe('refused')
    expect((await auditOf(ground, 'member.sign_on_refused'))[0]?.detail).toMatchObject({
      problem: 'refused',
      reason: 'access_denied',
    })
  })

  test('leads to a page of the dashboard and to no other host', async () => {
    for (const [next, to] of [
      ['/runs?state=failed', '/runs?state=failed'],
      ['//evil.example', '/'],
      ['/\\evil.example', '/'],
      ['https://evil.example', '/'],
    ]) {
      const found = await openBrowser().signOn({ organisation_id: ground.organisation.id, next })
      expect(found).toEqual({ signed_in: 'yes', next: to })
    }
  })

  test('was asked for with PKCE, state, nonce and the exact address', async () => {
    const asked = new URL((await begin()).page).searchParams
    expect(asked.get('redirect_uri')).toBe(`${millrace.url}/sign-in/callback`)
    expect(asked.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toMatch(/^[\w-]{43}$/)
  })
})

describe('a token that no honest provider issues', () => {
  let ground: Ground
  beforeAll(async () => {
    ground = await withSignOn(forging.issuer)
  })
  const now = () => Math.floor(Date.now() / 1000)
  const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

  test.each([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another issuer', { claims: { iss: 'https://issuer.example' } }],
    ['another audience', { claims: { aud: 'another-client' } }],
    ['an end that is past', { claims: { exp: now() - 120 } }],
    ['no signature', { header: { alg: 'none' }, unsigned: true }],
    ['a signature by a shared secret', { header: { alg: 'HS256' } }],
    ['the signature of another key', { key: otherKey }],
  ])('with %s is refused', async (_, forgery) => {
    forging.person = ground.person()
    forging.forgery = forgery
    const browser = openBrowser()
    expect(await browser.signOn({ organisation_id: ground.organisation.id })).toEqual({
      problem: 'not_verified',
    })
    expect(await browser.session()).toBeUndefined()
  })

  test('is taken when it is right, and when only the clock is 20 seconds off', async () => {
    for (const claims of [{}, { exp: now() - 20 }, { iat: now() + 20 }]) {
      forging.person = ground.person()
      forging.forgery = { claims }
      const browser = openBrowser()
      expect(await browser.signOn({ organisation_id: ground.organisation.id })).toMatchObject({
        signed_in: 'yes',
      })
    }
  })
})

describe('an identity provider that does not answer', () => {
  /** Begins with a provider that answers, and comes back while it does not. */
  const problemWhen = async (lose: () => Promise<void> | void) => {
    const ground = await withSignOn(forging.issuer)
    forging.person = ground.person()
    forging.forgery = {}
    const browser = openBrowser()
    const given = { organisation_id: ground.organisation.id }
    const { url } = (await browser.begin(given)).body as { url: string }
    const back = (await browser.ask(url)).headers.location as string
    await lose()
    const began = performance.now()
    const { headers } = await browser.ask(back)
    const begun = await browser.begin(given)
    return {
      problem: new URL(headers.location as string, millrace.url).searchParams.get('problem'),
      begun: (begun.body as unknown as Refused).code,
      seconds: (performance.now() - began) / 1000,
    }
  }

  test('but hangs is given up, before and after', async () => {
    const found = await problemWhen(() => {
      forging.hangs = true
    }).finally(() => {
      forging.hangs = false
    })
    expect(found).toMatchObject({ problem: 'unreachable', begun: 'identity_provider_failed' })
  })

  test('because it is gone is reported in the same words', async () => {
    const port = Number(new URL(forging.issuer).port)
    const found = await problemWhen(() => forging.stop())
    forging = await startForgingProvider(port)
    expect(found).toMatchObject({ problem: 'unreachable', begun: 'identity_provider_failed' })
  })
})

describe('the settings', () => {
  test('are shown to owners without the secret, with what the provider has to know', async () => {
    const { owner, organisation, settings, domain } = await withSignOn()
    const read = await owner.get<SingleSignOnAnswer>('/single-sign-on')
    expect(read.body).toMatchObject({
      redirect_uri: `${millrace.url}/sign-in/callback`,
      sign_in_link: `${millrace.url}/sign-in?organisation=${organisation.id}`,
      settings: { issuer: settings.issuer, domains: [domain], enforced: false },
    })
    expect(read.text).not.toContain(client.client_secret)
    // The secret is kept when it is left out, for the same issuer and client only.
    const { client_secret: _, ...rest } = settings
    expect((await owner.ask('PUT', '/single-sign-on', { json: rest })).status).toBe(200)
    const moved = await owner.ask<Refused>('PUT', '/single-sign-on', {
      json: { ...rest, issuer: forging.issuer },
    })
    expect(Object.keys(moved.body.errors ?? {})).toEqual(['client_secret'])
    const saved = (await auditOf({ owner } as Ground, 'single_sign_on.saved'))[0]
    expect(JSON.stringify(saved)).not.toContain(client.client_secret)
  })

  test.each([
    ['http://169.254.169.254', 'not on the public internet'],
    ['https://localhost', 'not on the public internet'],
    ['http://issuer.example', 'must begin with https://'],
    ['https://127.0.0.1:9', 'Port 9 is not allowed'],
    ['nonsense', 'not an address'],
  ])('with the issuer %s are refused at the field', async (issuer, words) => {
    const organisation = await millrace.organisation('Inner')
    const owner = await signedIn(millrace, organisation.id)
    const json = { ...settingsFor(issuer, newDomain()), grants: [] }
    const { status, body } = await owner.ask<Refused>('PUT', '/single-sign-on', { json })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['issuer']])
    if (issuer !== 'https://localhost') expect(body.errors?.issuer?.[0]).toContain(words)
  })

  test('with the domain of another organisation, an unknown venue or an owner of some venues are refused', async () => {
    const { domain } = await withSignOn()
    const organisation = await millrace.organisation('Second')
    const owner = await signedIn(millrace, organisation.id)
    const json = { ...settingsFor(provider.issuer, domain.toUpperCase()), grants: [] }
    const taken = await owner.ask<Refused>('PUT', '/single-sign-on', { json })
    expect([taken.status, Object.keys(taken.body.errors ?? {})]).toEqual([400, ['domains']])
    const grants = [
      { group: 'a', role: 'editor', serials: ['NOWHERE'] },
      { group: 'b', role: 'owner', serials: ['NOWHERE'] },
    ]
    const venues = await owner.ask<Refused>('PUT', '/single-sign-on', {
      json: { ...settingsFor(provider.issuer, newDomain()), grants },
    })
    expect(Object.keys(venues.body.errors ?? {})).toEqual(['grants.0.serials', 'grants.1.serials'])
  })

  test('of another organisation do not let in: an answer belongs to the one it was asked for', async () => {
    const first = await withSignOn()
    const second = await withSignOn()
    provider.person = first.person()
    const browser = openBrowser()
    expect(await browser.signOn({ organisation_id: second.organisation.id })).toEqual({
      problem: 'other_domain',
    })
    await browser.signOn({ organisation_id: first.organisation.id })
    const chosen = await browser.ask(`${millrace.url}/dashboard/api/session`, 'PATCH', {
      organisation_id: second.organisation.id,
    })
    expect(chosen.status).toBe(404)
  })

  test('when removed end the sessions that they started', async () => {
    const ground = await withSignOn()
    provider.person = ground.person()
    const browser = openBrowser()
    await browser.signOn({ email: provider.person.email })
    expect((await ground.owner.delete('/single-sign-on')).status).toBe(200)
    expect(await browser.session()).toBeUndefined()
    expect((await ground.owner.delete<Refused>('/single-sign-on')).body.code).toBe('single_sign_on_not_found')
    const begun = await browser.begin({ email: provider.person.email })
    expect([begun.status, begun.body.code]).toEqual([404, 'single_sign_on_not_found'])
  })

  test('have a secret that a new master key reseals', async () => {
    const { organisation } = await withSignOn()
    const { current } = (await loadSecrets(millrace.config)).master
    const another = 'another master key, which is long enough'
    const both = createSealer({ current: another, previous: [current] })
    const changed = createSealer({ current: another, previous: [] })
    await inTransaction(millrace.database.engine, async tx => {
      expect(await resealSingleSignOn(tx, both)).toBeGreaterThanOrEqual(1)
      expect(await resealSingleSignOn(tx, both)).toBe(0)
      expect(await openSecret(tx, changed, organisation.id)).toBe(client.client_secret)
      throw new Error('rolled back')
    }).catch(error => expect(error.message).toBe('rolled back'))
  })

  test('lead an address to its organisation 20 times a minute', async () => {
    const ground = await withSignOn()
    const browser = openBrowser()
    const statuses = []
    for (let n = 0; n < 21; n++) statuses.push((await browser.begin({ email: `a@${newDomain()}` })).status)
    expect([statuses.slice(0, 20).every(status => status === 404), statuses[20]]).toEqual([true, 429])
    expect((await openBrowser().begin({ email: `a@${ground.domain}` })).status).toBe(200)
    expect((await browser.begin({})).status).toBe(400)
  })
})

describe('a domain', () => {
  const named = async (domain: string, name = 'Named') => {
    const organisation = await millrace.organisation(name)
    const owner = await signedIn(millrace, organisation.id)
    await saveSettings(owner, { ...settingsFor(provider.issuer, domain), grants: [] })
    return { organisation, owner }
  }
  /** As a release without proofs left it. */
  const keepInUse = (organisationId: string, domain: string) =>
    millrace.database.engine.query(
      'INSERT INTO single_sign_on_domains (domain, organisation_id) VALUES ($1, $2)',
      [domain, organisationId],
    )

  test('lets nobody in before the DNS says whose it is, and everybody from then on', async () => {
    const domain = newDomain()
    const { organisation, owner } = await named(domain)
    const [proof] = await proofsOf(owner)
    expect(proof).toEqual({
      domain,
      status: 'unproven',
      publish: {
        name: `_millrace.${domain}`,
        value: expect.stringMatching(/^millrace-domain-verification=[0-9a-f]{32}$/),
      },
      problem: null,
    })
    const { client_secret: _, ...rest } = settingsFor(provider.issuer, domain)
    await saveSettings(owner, { ...rest, grants: [], default_grant: { role: 'viewer', serials: null } })
    provider.person = { sub: newSubject('p'), email: `maya@${domain}`, name: 'Maya', groups: [] }
    expect((await openBrowser().begin({ email: `maya@${domain}` })).status).toBe(404)
    expect(await openBrowser().signOn({ organisation_id: organisation.id })).toEqual({
      problem: 'domain_not_proven',
    })
    const name = proof?.publish.name as string
    for (const [found, problem] of [
      [[], 'not in the DNS yet'],
      [['millrace-domain-verification=other', 'v=spf1 -all'], 'another record'],
    ] as const) {
      texts.set(name, found)
      expect(await checkDomains(owner)).toMatchObject([
        { status: 'unproven', problem: expect.stringContaining(problem) },
      ])
    }
    texts.delete(name)
    publish([proof as SingleSignOnAnswer['proofs'][number]])
    expect(await checkDomains(owner)).toMatchObject([{ status: 'proven', problem: null }])
    expect(await openBrowser().signOn({ email: `maya@${domain}` })).toMatchObject({ signed_in: 'yes' })
    expect((await auditOf({ owner } as Ground, 'single_sign_on.domain_proven'))[0]).toMatchObject({
      detail: { domain },
    })
    // It stays proven when the settings are saved, and is asked for again when it was left out.
    await saveSettings(owner, { ...rest, grants: [] })
    expect(await proofsOf(owner)).toMatchObject([{ status: 'proven' }])
    await saveSettings(owner, { ...rest, grants: [], domains: [newDomain()] })
    await saveSettings(owner, { ...rest, grants: [] })
    expect((await proofsOf(owner))[0]?.publish.value).not.toBe(proof?.publish.value)
  })

  test('that two organisations name belongs to the one that proves it first', async () => {
    const domain = newDomain()
    const [first, second] = [await named(domain), await named(domain)]
    publish([...(await proofsOf(first.owner)), ...(await proofsOf(second.owner))])
    const both = await Promise.all([checkDomains(first.owner), checkDomains(second.owner)])
    expect(both.map(([proof]) => proof?.status).sort()).toEqual(['proven', 'unproven'])
    expect(both.flat().find(({ status }) => status === 'unproven')?.problem).toContain('Another organisation')
  })

  test('that was in use before continues to count, until another organisation proves it', async () => {
    const domain = newDomain()
    const [keeping, proving] = [await named(domain), await named(domain)]
    await keepInUse(keeping.organisation.id, domain)
    expect(await proofsOf(keeping.owner)).toMatchObject([{ status: 'kept' }])
    expect((await openBrowser().begin({ email: `maya@${domain}` })).status).toBe(200)
    publish(await proofsOf(proving.owner))
    expect(await checkDomains(proving.owner)).toMatchObject([{ status: 'proven' }])
    expect(await proofsOf(keeping.owner)).toMatchObject([{ status: 'unproven' }])
    expect(await auditOf({ owner: keeping.owner } as Ground, 'single_sign_on.domain_lost')).toMatchObject([
      { actor: 'single sign-on', detail: { domain } },
    ])
  })

  test('cannot be checked where single sign-on is not set up', async () => {
    const organisation = await millrace.organisation('None')
    const owner = await signedIn(millrace, organisation.id)
    const { status, body } = await owner.ask<Refused>('POST', '/single-sign-on/check')
    expect([status, body.code]).toEqual([404, 'single_sign_on_not_found'])
  })
})

describe('a person whom SCIM manages too', () => {
  test('has the groups of SCIM at the sign-in, and nothing once it has deactivated them', async () => {
    const ground = await withSignOn()
    const { body } = await ground.owner.ask<{ token: string }>('POST', '/single-sign-on/scim-token')
    const scim = async (method: string, path: string, json: object) => {
      const headers = { authorization: `Bearer ${body.token}`, 'content-type': 'application/scim+json' }
      const answer = await exchange(`${millrace.url}/scim/v2${path}`, method, JSON.stringify(json), headers)
      return JSON.parse(answer.text || '{}') as { id: string }
    }
    provider.person = ground.person({ groups: ['directors'] })
    const { email } = provider.person
    const user = await scim('POST', '/Users', { userName: email, displayName: 'Maya Okafor' })
    await scim('POST', '/Groups', { displayName: 'harbour', members: [{ value: user.id }] })
    const browser = openBrowser()
    await browser.signOn({ email })
    expect(await browser.session()).toMatchObject({ role: 'editor', serials: ['HARBOUR-01'] })
    // The member is the one whom SCIM made.
    const { rows } = await millrace.database.engine.query('SELECT id FROM members WHERE email = $1', [email])
    expect(rows).toEqual([{ id: (await browser.session())?.member.id }])
    await scim('PATCH', `/Users/${user.id}`, {
      Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
    })
    expect(await browser.session()).toBeUndefined()
    expect(await openBrowser().signOn({ email })).toEqual({ problem: 'no_access' })
  })
})

describe('single sign-on that is enforced', () => {
  /** Turned on by an owner who signed in with it. */
  async function enforced() {
    const ground = await withSignOn()
    provider.person = ground.person({ groups: ['directors'] })
    const browser = openBrowser()
    await browser.signOn({ organisation_id: ground.organisation.id, again: true })
    const { client_secret: _, ...rest } = ground.settings
    const saved = await browser.ask(`${millrace.url}/dashboard/api/single-sign-on`, 'PUT', {
      ...rest,
      enforced: true,
    })
    expect([saved.status, saved.text]).toEqual([200, expect.any(String)])
    return { ...ground, browser }
  }

  test('cannot be turned on before the owner has signed in with it', async () => {
    const { owner, settings } = await withSignOn()
    const saved = await owner.ask<Refused>('PUT', '/single-sign-on', {
      json: { ...settings, enforced: true },
    })
    expect([saved.status, Object.keys(saved.body.errors ?? {})]).toEqual([400, ['enforced']])
  })

  test('closes the organisation to passwords of its domains, with clear words, and to nothing else', async () => {
    const ground = await enforced()
    const other = await millrace.organisation('Other')
    const inDomain = async (organisations: string[]) => {
      const member = await createTestMember(millrace, organisations, { role: 'viewer' })
      const email = `${newId()}@${ground.domain}`
      await millrace.database.engine.query('UPDATE members SET email = $2 WHERE id = $1', [member.id, email])
      return email
    }
    const tryIn = async (email: string, given = password) => {
      const visitor = visit(millrace.url)
      const { status, body } = await visitor.signIn(email, given)
      const { session } = body as unknown as { session?: Session }
      return [status, body.code, session?.organisations.map(({ id }) => id)]
    }
    const closed = [403, 'single_sign_on_needed', undefined]
    expect(await tryIn(await inDomain([ground.organisation.id]))).toEqual(closed)
    const both = await inDomain([ground.organisation.id, other.id])
    expect(await tryIn(both)).toEqual([200, undefined, [other.id]])
    // The words depend on the domain alone: they do not reveal who is a member.
    expect(await tryIn(both, 'a wrong password')).toEqual(closed)
    expect(await tryIn(`nobody@${ground.domain}`)).toEqual(closed)
    // Members with other addresses have no account at the provider.
    expect((await tryIn(ground.owner.member.email))[0]).toBe(200)
  })

  test('ends what is open by a password, and refuses invitations', async () => {
    const ground = await withSignOn()
    const visitor = await signedIn(millrace, ground.organisation.id, { role: 'viewer' })
    await millrace.database.engine.query('UPDATE members SET email = $2 WHERE id = $1', [
      visitor.member.id,
      `${newId()}@${ground.domain}`,
    ])
    expect((await visitor.get('/runs')).status).toBe(200)
    await millrace.database.engine.query(
      'UPDATE single_sign_on SET enforced = true WHERE organisation_id = $1',
      [ground.organisation.id],
    )
    const closed = await visitor.get<Refused>('/runs')
    expect([closed.status, closed.body.code]).toEqual([403, 'organisation_needed'])
    const invited = await ground.owner.post<{ link: string }>('/members/invitations', {
      email: `${newId()}@${ground.domain}`,
      role: 'viewer',
    })
    const joined = await visit(millrace.url).post<Refused>('/invitation', {
      token: invited.body.link.split('#')[1],
      name: 'Maya',
      password: 'gulls sleep on warm slates',
    })
    expect([joined.status, joined.body.code]).toEqual([403, 'single_sign_on_needed'])
  })

  test('is the second factor where one is required, and only then', async () => {
    const ground = await enforced()
    await millrace.database.engine.query(
      'UPDATE organisations SET require_second_factor = true WHERE id = $1',
      [ground.organisation.id],
    )
    expect((await ground.browser.session())?.second_factor_missing).toBe(false)
    await millrace.database.engine.query(
      'UPDATE single_sign_on SET enforced = false WHERE organisation_id = $1',
      [ground.organisation.id],
    )
    expect((await ground.browser.session())?.second_factor_missing).toBe(true)
  })

  test('gives way when the operator lets passwords in again', async () => {
    const ground = await enforced()
    const member = await createTestMember(millrace, ground.organisation.id)
    const email = `${newId()}@${ground.domain}`
    await millrace.database.engine.query('UPDATE members SET email = $2 WHERE id = $1', [member.id, email])
    expect((await visit(millrace.url).signIn(email, password)).status).toBe(403)
    const folder = await mkdtemp(join(tmpdir(), 'millrace-let-in-'))
    const letIn = () =>
      command(['members', 'let-in', '--organisation', ground.organisation.id], {
        DATABASE_URL: millrace.databaseUrl,
        MILLRACE_SECRET: millrace.config.secret as string,
        MILLRACE_DATA_DIR: folder,
        PORT: String(millrace.config.port),
      })
    expect((await letIn()).stdout).toContain('Members of Harbour can sign in with a password again.')
    expect((await letIn()).stdout).toContain('Harbour does not enforce single sign-on')
    await rm(folder, { recursive: true })
    expect((await visit(millrace.url).signIn(email, password)).status).toBe(200)
    expect((await auditOf(ground, 'single_sign_on.passwords_allowed'))[0]?.actor).toBe('cli')
  })
})
