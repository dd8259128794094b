import type { OpenSession as Listed, Session } from '@millrace/contract/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashSecret } from '../../server/src/members/secret.ts'
import { createTestMember, exchange, password, signedIn, type Visitor, visit } from '../support/dashboard.ts'
import {
  eventually,
  newAddress,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let other: TestOrganisation

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  organisation = await millrace.organisation('Harbour')
  other = await millrace.organisation('Vine')
})
afterAll(() => millrace.stop())

const hashOf = (visitor: Visitor) => hashSecret(visitor.cookie?.split('=')[1] as string)
const shift = (visitor: Visitor, column: string, by: string) =>
  millrace.database.engine.query(`UPDATE sessions SET ${column} = now() - interval '${by}' WHERE hash = $1`, [
    hashOf(visitor),
  ])
type Answer = { session: Session }

describe('signing in', () => {
  test('says who one is, where, and what one may do', async () => {
    const visitor = await signedIn(millrace, organisation.id, { role: 'editor', serials: ['A', 'B'] })
    const { status, body } = await visitor.get<Answer>('/session')
    expect(status).toBe(200)
    expect(body.session).toMatchObject({
      member: { ...visitor.member, name: 'Test Person' },
      organisation: { id: organisation.id, name: 'Harbour' },
      role: 'editor',
      serials: ['A', 'B'],
      organisations: [{ id: organisation.id, name: 'Harbour', role: 'editor' }],
    })
  })

  test('takes the address in any case', async () => {
    const { email } = await createTestMember(millrace, organisation.id)
    const visitor = visit(millrace.url)
    expect((await visitor.signIn(` ${email.toUpperCase()} `.trim(), password)).status).toBe(200)
  })

  test('takes a password of any age', async () => {
    const { id, email } = await createTestMember(millrace, organisation.id)
    await millrace.database.engine.query(
      `UPDATE members SET created_at = now() - interval '10 years' WHERE id = $1`,
      [id],
    )
    expect((await visit(millrace.url).signIn(email, password)).status).toBe(200)
  })

  test('answers a wrong password and an address nobody has with the same bytes', async () => {
    const { email } = await createTestMember(millrace, organisation.id)
    const answers = await Promise.all(
      [email, 'nobody@example.com'].map(async address => {
        const visitor = visit(millrace.url)
        return visitor.post(
          '/session',
          { email: address, password: 'not this one at all' },
          { headers: { 'x-request-id': 'the-same' } },
        )
      }),
    )
    const [wrong, unknown] = answers.map(({ status, text, headers: { date: _, ...headers } }) => ({
      status,
      text,
      headers,
    }))
    expect(wrong).toEqual(unknown)
    expect(wrong).toMatchObject({ status: 401 })
    expect(wrong?.headers['set-cookie']).toBeUndefined()
  })

  test('stores the password as Argon2id, and the session as a hash, and neither as it is', async () => {
    const visitor = await signedIn(millrace, organisation.id)
    const chosen = 'gulls sleep on warm slates'
    const changed = await visitor.patch('/profile', { current_password: password, new_password: chosen })
    expect(changed.status).toBe(200)
    const { rows } = await millrace.database.engine.query(
      'SELECT m.password, s.hash FROM sessions s JOIN members m ON m.id = s.member_id WHERE m.email = $1',
      [visitor.member.email],
    )
    expect(rows[0].password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(rows[0].hash).toEqual(hashOf(visitor))
    const token = visitor.cookie?.split('=')[1] as string
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const { rows: kept } = await millrace.database.engine.query(
      `SELECT string_agg(s::text, '') || (SELECT string_agg(m::text, '') FROM members m) AS text FROM sessions s`,
    )
    expect(kept[0].text).not.toContain(token)
    expect(kept[0].text).not.toContain(chosen)
  })

  test.each([
    [{}, { email: ['is required'], password: ['is required'] }],
    [{ email: 'no address', password: 'x' }, { email: ['does not have the right form'] }],
    [{ email: 'a@b.example', password: 'x', role: 'owner' }, { role: ['is not a field of this request'] }],
    [{ email: 'a@b.example', password: 'x'.repeat(201) }, { password: ['must have at most 200 characters'] }],
  ])('says what is wrong with a body: %j', async (json, errors) => {
    const { status, body } = await visit(millrace.url).post('/session', json)
    expect([status, body.code, body.errors]).toEqual([400, 'validation_failed', errors])
  })
})

describe('the cookie', () => {
  test('is HttpOnly and Lax, of the whole host, and plain on this machine', async () => {
    const { email } = await createTestMember(millrace, organisation.id)
    const answer = await visit(millrace.url).signIn(email, password)
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^millrace_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(
        /^millrace_device=[\w.-]{66}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ])
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
  })

  test('is a __Host- cookie and Secure with https, and there is none without, elsewhere', async () => {
    const published = async (baseUrl: string) => {
      const instance = await startTestMillrace({ roles: ['api'], config: { baseUrl } })
      try {
        const { id } = await instance.organisation()
        const { email } = await createTestMember(instance, id)
        const body = JSON.stringify({ email, password })
        const url = `http://127.0.0.1:${instance.config.port}/dashboard/api/session`
        const headers = { origin: new URL(baseUrl).origin, 'content-type': 'application/json' }
        const answer = await exchange(url, 'POST', body, headers)
        const cookie = answer.headers['set-cookie']?.[0]
        const read = await exchange(url, 'GET', undefined, { cookie: cookie?.split(';')[0] ?? '' })
        return { cookie, status: answer.status, code: answer.body.code, read: read.status }
      } finally {
        await instance.stop()
      }
    }
    expect(await published('https://millrace.example.com')).toEqual({
      cookie: expect.stringMatching(
        /^__Host-millrace_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      ),
      status: 200,
      code: undefined,
      read: 200,
    })
    expect(await published('http://millrace.example.com')).toEqual({
      cookie: undefined,
      status: 403,
      code: 'https_needed',
      read: 403,
    })
  })

  test.each(['', 'nonsense', 'a'.repeat(43), '../../etc/passwd', 'é'.repeat(10), '%00'])(
    'with something of no session in it is nobody: %j',
    async value => {
      const visitor = visit(millrace.url)
      visitor.cookie = `millrace_session=${encodeURIComponent(value)}`
      const { status, body } = await visitor.get<{ code: string }>('/session')
      expect([status, body.code]).toEqual([401, 'sign_in_needed'])
    },
  )

  test('that was planted before signing in does not become the session', async () => {
    const { email } = await createTestMember(millrace, organisation.id)
    const planted = `millrace_session=${'p'.repeat(43)}`
    const visitor = visit(millrace.url)
    visitor.cookie = planted
    expect((await visitor.signIn(email, password)).status).toBe(200)
    expect(visitor.cookie).not.toBe(planted)
    visitor.cookie = planted
    expect((await visitor.get('/session')).status).toBe(401)
  })

  test('of a session before is worth nothing after signing in again', async () => {
    const visitor = await signedIn(millrace, organisation.id)
    const former = visitor.cookie
    await visitor.signIn(visitor.member.email, password)
    visitor.cookie = former
    expect((await visitor.get('/session')).status).toBe(401)
  })
})

describe('a session', () => {
  /** What the member did last, as the audit log has it. */
  const latest = async ({ member }: Awaited<ReturnType<typeof signedIn>>) => {
    const owner = await signedIn(millrace, organisation.id)
    const { body } = await owner.get<{ data: { action: string }[] }>(`/audit?actor=${member.email}&limit=1`)
    return body.data[0]?.action
  }

  test('ends by signing out, and the cookie is taken back', async () => {
    const visitor = await signedIn(millrace, organisation.id)
    const former = visitor.cookie
    const answer = await visitor.delete('/session')
    expect([answer.status, answer.headers['set-cookie']]).toEqual([
      200,
      ['millrace_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'],
    ])
    visitor.cookie = former
    expect((await visitor.get('/session')).status).toBe(401)
    expect(await latest(visitor)).toBe('member.signed_out')
  })

  test('ends everywhere, and nobody else’s does', async () => {
    const here = await signedIn(millrace, organisation.id)
    const there = visit(millrace.url)
    await there.signIn(here.member.email, password)
    const stranger = await signedIn(millrace, organisation.id)
    expect((await here.delete('/sessions')).status).toBe(200)
    expect((await there.get('/session')).status).toBe(401)
    expect((await stranger.get('/session')).status).toBe(200)
    expect(await latest(here)).toBe('member.signed_out_everywhere')
  })

  test('is listed with the others of its member, each of which can be ended', async () => {
    const here = await signedIn(millrace, organisation.id)
    const there = visit(millrace.url)
    await there.signIn(here.member.email, password)
    const stranger = await signedIn(millrace, organisation.id)
    const list = async (visitor: Visitor) => (await visitor.get<{ data: Listed[] }>('/sessions')).body.data
    const [mine, other] = (await list(here)) as [Listed, Listed]
    expect([mine, other]).toMatchObject([
      { current: true, address: here.address },
      { current: false, address: there.address },
    ])
    // Its name opens nothing, and is nobody else's to use.
    expect(
      (await visit(millrace.url).get('/session', { headers: { cookie: `millrace_session=${other.id}` } }))
        .status,
    ).toBe(401)
    expect((await stranger.delete(`/sessions/${other.id}`)).status).toBe(404)

    await shift(here, 'confirmed_at', '10 minutes')
    expect((await here.delete(`/sessions/${other.id}`)).body.code).toBe('confirmation_needed')
    await here.post('/session/confirm', { password })
    expect((await here.delete(`/sessions/${other.id}`)).status).toBe(200)
    expect((await there.get('/session')).status).toBe(401)
    expect((await here.delete(`/sessions/${other.id}`)).body.code).toBe('session_not_found')
    const [left, ...more] = (await list(here)) as [Listed]
    expect([left.current, more]).toEqual([true, []])
    expect((await here.delete(`/sessions/${left.id}`)).status).toBe(200)
    expect(here.cookie).toBeUndefined()
    const audit = await stranger.get<{ data: { action: string }[] }>(`/audit?actor=${here.member.email}`)
    expect(audit.body.data.map(({ action }) => action)).toEqual([
      'member.ended_session',
      'member.ended_session',
      'member.signed_in',
      'member.signed_in',
    ])
  })

  test.each([
    ['not used for 12 hours', 'seen_at', '12 hours', 401],
    ['used within 12 hours', 'seen_at', '11 hours 59 minutes', 200],
    ['begun 14 days ago, however often it was used', 'created_at', '14 days', 401],
    ['begun within 14 days', 'created_at', '13 days 23 hours', 200],
  ])('%s is as good as it should be', async (_when, column, by, status) => {
    const visitor = await signedIn(millrace, organisation.id)
    await shift(visitor, column, by)
    expect((await visitor.get('/session')).status).toBe(status)
  })

  test('that is used continues, and says until when', async () => {
    const visitor = await signedIn(millrace, organisation.id)
    await shift(visitor, 'seen_at', '11 hours')
    await visitor.get('/session')
    const { rows } = await millrace.database.engine.query(
      `SELECT seen_at > now() - interval '1 minute' AS renewed FROM sessions WHERE hash = $1`,
      [hashOf(visitor)],
    )
    expect(rows).toEqual([{ renewed: true }])
    await shift(visitor, 'created_at', '13 days 23 hours')
    const { session } = (await visitor.get<Answer>('/session')).body
    const { rows: clock } = await millrace.database.engine.query<{ now: Date }>('SELECT now()')
    expect(Date.parse(session.expires_at) - Number(clock[0]?.now)).toBeLessThanOrEqual(3_600_000)
  })

  test('loses what a member may do on the next request', async () => {
    const visitor = await signedIn(millrace, organisation.id)
    expect((await visitor.get('/audit')).status).toBe(200)
    await millrace.database.engine.query(`UPDATE memberships SET role = 'viewer' WHERE member_id = $1`, [
      visitor.member.id,
    ])
    expect((await visitor.get('/audit')).status).toBe(403)
  })
})

describe('a member of several organisations', () => {
  test('chooses after signing in, changes over, and finds no other one', async () => {
    const visitor = await signedIn(millrace, [organisation.id, other.id], { role: 'viewer' })
    const { session } = (await visitor.get<Answer>('/session')).body
    expect(session).toMatchObject({ organisation: null, role: null })
    expect(session.organisations.map(({ name }) => name)).toEqual(['Harbour', 'Vine'])
    const before = await visitor.get<{ code: string }>('/members')
    expect([before.status, before.body.code]).toEqual([403, 'organisation_needed'])
    for (const { id, name } of session.organisations) {
      const chosen = await visitor.patch<Answer>('/session', { organisation_id: id.toUpperCase() })
      expect(chosen.body.session.organisation).toEqual({ id, name })
      expect((await visitor.get('/members')).status).toBe(200)
    }
    const { id } = await millrace.organisation('Third')
    const refused = await visitor.patch<{ code: string }>('/session', { organisation_id: id })
    expect([refused.status, refused.body.code]).toEqual([404, 'organisation_not_found'])
  })

  test('who is removed from one is signed out there, and stays in the other', async () => {
    const visitor = await signedIn(millrace, [organisation.id, other.id], { role: 'viewer' })
    const elsewhere = visit(millrace.url)
    await elsewhere.signIn(visitor.member.email, password)
    await visitor.patch('/session', { organisation_id: organisation.id })
    await elsewhere.patch('/session', { organisation_id: other.id })
    const owner = await signedIn(millrace, organisation.id)
    expect((await owner.delete(`/members/${visitor.member.id}`)).status).toBe(200)
    expect((await visitor.get('/session')).status).toBe(401)
    expect((await elsewhere.get('/members')).status).toBe(200)
  })
})

describe('giving the password once more', () => {
  test('is needed ten minutes after the last time, and gives the session a new name', async () => {
    const visitor = await signedIn(millrace, organisation.id)
    expect((await visitor.post('/keys', { name: 'fresh' })).status).toBe(201)
    await shift(visitor, 'confirmed_at', '10 minutes')
    const refused = await visitor.post<{ code: string }>('/keys', { name: 'late' })
    expect([refused.status, refused.body.code]).toEqual([403, 'confirmation_needed'])

    const wrong = await visitor.post<{ code: string }>('/session/confirm', { password: 'not this one' })
    expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_password'])
    const former = visitor.cookie
    const confirmed = await visitor.post<Answer>('/session/confirm', { password })
    expect(confirmed.status).toBe(200)
    expect(confirmed.body.session.confirmed_until).not.toBeNull()
    expect((await visitor.post('/keys', { name: 'again' })).status).toBe(201)
    visitor.cookie = former
    expect((await visitor.get('/session')).status).toBe(401)
  })
})

describe('a profile', () => {
  test('has a new password after the current one was given, and other sessions end', async () => {
    const here = await signedIn(millrace, organisation.id)
    const there = visit(millrace.url)
    await there.signIn(here.member.email, password)
    const former = here.cookie
    const wanted = 'a wholly different tide'
    const wrong = { current_password: 'not this one', new_password: wanted }
    expect((await here.patch<{ code: string }>('/profile', wrong)).body.code).toBe('wrong_password')
    expect((await there.get('/session')).status).toBe(200)

    const changed = await here.patch('/profile', { current_password: password, new_password: wanted })
    expect(changed.status).toBe(200)
    expect((await here.get('/session')).status).toBe(200)
    expect((await there.get('/session')).status).toBe(401)
    const thief = visit(millrace.url)
    thief.cookie = former
    expect((await thief.get('/session')).status).toBe(401)
    expect((await thief.signIn(here.member.email, password)).status).toBe(401)
    expect((await thief.signIn(here.member.email, wanted)).status).toBe(200)
  })

  test.each([
    [{ new_password: 'a wholly different tide' }, { current_password: ['is required'] }],
    [
      { current_password: password, new_password: 'short' },
      { new_password: ['must have at least 12 characters'] },
    ],
    [
      { current_password: password, new_password: 'password1234' },
      { new_password: ['is one of the first that would be guessed'] },
    ],
    [{ name: ' ' }, { name: ['does not have the right form'] }],
  ])('is not changed with faults: %j', async (json, errors) => {
    const visitor = await signedIn(millrace, organisation.id)
    const { status, body } = await visitor.patch<{ errors: unknown }>('/profile', json)
    expect([status, body.errors]).toEqual([400, errors])
  })

  test('has another name, and the audit says so', async () => {
    const visitor = await signedIn(millrace, organisation.id)
    const { body } = await visitor.patch<Answer>('/profile', { name: ' Maya ' })
    expect(body.session.member.name).toBe('Maya')
    const audit = await visitor.get<{ data: { action: string }[] }>(`/audit?actor=${visitor.member.email}`)
    expect(audit.body.data.map(({ action }) => action)).toEqual(['member.renamed', 'member.signed_in'])
  })

  test('has the language of the browser, one that is chosen, and none that nobody knows', async () => {
    const visitor = await signedIn(millrace, organisation.id)
    const languageNow = async () => (await visitor.get<Answer>('/session')).body.session.member.language
    expect(await languageNow()).toBeNull()
    const { body } = await visitor.patch<Answer>('/profile', { language: 'pt' })
    expect(body.session.member.language).toBe('pt')
    for (const language of ['xx', 'pt-PT', '', 7]) {
      const refused = await visitor.patch<{ errors: object }>('/profile', { language })
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['language']])
    }
    await visitor.patch('/profile', { name: 'Maya' })
    expect(await languageNow()).toBe('pt')
    await visitor.patch('/profile', { language: null })
    expect(await languageNow()).toBeNull()
  })
})

describe('trying out passwords', () => {
  test('stands in the audit of the account’s organisations, and in nobody else’s', async () => {
    const owner = await signedIn(millrace, organisation.id)
    const elsewhere = await signedIn(millrace, (await millrace.organisation()).id)
    const stranger = visit(millrace.url)
    expect((await stranger.signIn(owner.member.email, 'not this one')).status).toBe(401)
    expect((await stranger.signIn('nobody-at-all@example.com', 'not this one')).status).toBe(401)
    const tried = async (visitor: Visitor) =>
      (await visitor.get<{ data: object[] }>('/audit?action=member.wrong_password')).body.data
    const noted = await eventually(
      async () =>
        (await tried(owner)).filter(entry => (entry as { actor: string }).actor === owner.member.email),
      entries => entries.length > 0,
    )
    expect(noted).toMatchObject([{ subject: owner.member.id, detail: { address: stranger.address } }])
    expect(await tried(elsewhere)).toEqual([])
  })

  const wrong = (address: string, email: string) => {
    const visitor = Object.assign(visit(millrace.url), { address })
    return visitor.signIn(email, 'not this one at all')
  }

  test('is stopped after 20 a minute from one address, for whichever accounts, also many at once', async () => {
    const address = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => wrong(address, `nobody-${n}@example.com`)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 401)).toHaveLength(20)
    const late = answers.find(({ status }) => status === 429)
    expect(late?.body.code).toBe('too_many_requests')
    expect(Number(late?.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(late?.headers['retry-after'])).toBeLessThanOrEqual(60)
  })

  test('is stopped after 20 a minute for one account, from however many addresses, known or not', async () => {
    for (const email of [(await createTestMember(millrace, organisation.id)).email, 'nobody@here.example']) {
      const answers = await Promise.all(Array.from({ length: 25 }, () => wrong(newAddress(), email)))
      expect(answers.map(({ status }) => status).filter(status => status === 401)).toHaveLength(20)
      const right = await visit(millrace.url).signIn(email, password)
      expect(right.status).toBe(429)
    }
  })

  test('does not keep someone from where they are signed in', async () => {
    const visitor = await signedIn(millrace, organisation.id)
    await Promise.all(Array.from({ length: 25 }, () => wrong(newAddress(), visitor.member.email)))
    expect((await visitor.signIn(visitor.member.email, password)).status).toBe(200)
    expect((await visit(millrace.url).signIn(visitor.member.email, password)).status).toBe(429)
  })

  test('a stranger does not keep a member out of a browser that they have signed in with, wherever it is', async () => {
    const { email } = await createTestMember(millrace, organisation.id)
    const first = await visit(millrace.url).signIn(email, password)
    const cookies = (first.headers['set-cookie'] ?? []).map(set => set.split(';', 1)[0] as string)
    const device = cookies.find(cookie => cookie.startsWith('millrace_device=')) as string
    expect(first.headers['set-cookie']?.at(-1)).toMatch(
      /; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    await millrace.database.engine.query('DELETE FROM sessions')
    await Promise.all(Array.from({ length: 25 }, () => wrong(newAddress(), email)))
    const from = (cookie: string, given = password) =>
      visit(millrace.url).ask('POST', '/session', { json: { email, password: given }, headers: { cookie } })
    expect((await from('millrace_device=none')).status).toBe(429)
    expect((await from(device)).status).toBe(200)
    // It opens nothing, and has no more than 20 attempts itself.
    const tries = await Promise.all(Array.from({ length: 25 }, () => from(device, 'not this one at all')))
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(19)
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(6)
    const other = await createTestMember(millrace, organisation.id)
    await Promise.all(Array.from({ length: 25 }, () => wrong(newAddress(), other.email)))
    const foreign = { json: { email: other.email, password }, headers: { cookie: device } }
    expect((await visit(millrace.url).ask('POST', '/session', foreign)).status).toBe(429)
  })

  test('with a stolen session is counted in the same way', async () => {
    const visitor = await signedIn(millrace, organisation.id)
    const tries = Array.from({ length: 25 }, () => visitor.post('/session/confirm', { password: 'guess' }))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    // Signing in was the first of them.
    expect(statuses.filter(status => status === 403)).toHaveLength(19)
    expect(statuses.filter(status => status === 429)).toHaveLength(6)
  })

  test('leaves no e-mail address in the limiter', async () => {
    const { rows } = await millrace.database.engine.query(
      `SELECT count(*) FILTER (WHERE key LIKE '%@%') AS plain, count(*) AS all FROM strict_limits WHERE key LIKE 'password %'`,
    )
    expect(rows[0].plain).toBe(0)
    expect(rows[0].all).toBeGreaterThan(0)
  })
})
