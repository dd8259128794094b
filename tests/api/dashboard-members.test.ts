import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Invitation, Member } from '@millrace/contract/member'
import type { Session } from '@millrace/contract/session'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { hashSecret } from '../../server/src/members/secret.ts'
import { millrace as command } from '../cli/millrace-process.ts'
import {
  createTestMember,
  password,
  signedIn,
  type TestMember,
  type Visitor,
  visit,
} from '../support/dashboard.ts'
import {
  eventually,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let owner: Visitor & { member: TestMember }

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
})
afterAll(() => millrace.stop())
beforeEach(async () => {
  organisation = await millrace.organisation('Harbour')
  await organisation.venue('HARBOUR')
  owner = await signedIn(millrace, organisation.id)
})

interface Invited {
  invitation: Invitation
  link: string
  code: string
  errors: unknown
}
type Joined = { session: Session; code: string; errors: unknown }
type People = { data: Member[]; invitations: Invitation[] }

const newEmail = () => `${newId()}@example.com`
const invite = (json: object, by: Visitor = owner) => by.post<Invited>('/members/invitations', json)
const tokenOf = ({ link }: Invited) => link.split('#')[1] as string
const accept = (token: string, more: object = {}) =>
  visit(millrace.url).post<Joined>('/invitation', { token, name: 'Tom', password, ...more })
const actions = async () =>
  (await owner.get<{ data: { action: string; actor: string }[] }>('/audit?action=member')).body.data
    .map(({ action }) => action)
    .reverse()

describe('an invitation', () => {
  test('leads to a member with its role and venues, and works once', async () => {
    const email = newEmail()
    const made = await invite({ email, role: 'editor', serials: ['HARBOUR'] })
    expect(made.status).toBe(201)
    expect(made.body.link).toMatch(new RegExp(`^${millrace.url}/invitation#[\\w-]{43}$`))
    expect(made.body.invitation).toMatchObject({ email, role: 'editor', invited_by: owner.member.email })

    const token = tokenOf(made.body)
    const seen = await visit(millrace.url).get('/invitation', { headers: { 'x-link-token': token } })
    expect(seen.body).toEqual({
      message: 'The invitation is open.',
      organisation_name: 'Harbour',
      email,
      role: 'editor',
    })
    const { status, body } = await accept(token)
    expect([status, body.session.role, body.session.serials]).toEqual([201, 'editor', ['HARBOUR']])
    expect((await accept(token)).body.code).toBe('link_not_valid')

    const { data, invitations } = (await owner.get<People>('/members')).body
    expect(data.map(member => [member.email, member.role])).toEqual([
      [owner.member.email, 'owner'],
      [email, 'editor'],
    ])
    expect(invitations).toEqual([])
    expect(await actions()).toEqual(['member.signed_in', 'member.invited', 'member.joined'])
  })

  test('makes one member, however many use it at once', async () => {
    const token = tokenOf((await invite({ email: newEmail(), role: 'viewer' })).body)
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(token)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body } of answers.filter(answer => answer.status !== 201)) {
      expect([404, 409]).toContain(status)
      expect(['link_not_valid', 'member_exists']).toContain(body.code)
    }
    expect((await owner.get<People>('/members')).body.data).toHaveLength(2)
  })

  test('is good for seven days', async () => {
    const made = (await invite({ email: newEmail(), role: 'viewer' })).body
    const { rows } = await millrace.database.engine.query(
      'SELECT expires_at - created_at AS life FROM invitations WHERE hash = $1',
      [hashSecret(tokenOf(made))],
    )
    expect(rows[0].life).toMatchObject({ days: 7 })
    await millrace.database.engine.query('UPDATE invitations SET expires_at = now() WHERE id = $1', [
      made.invitation.id,
    ])
    expect((await accept(tokenOf(made))).body.code).toBe('link_not_valid')
    expect((await owner.get<People>('/members')).body.invitations).toEqual([])
  })

  test('can be taken back, and a second one takes the place of the first', async () => {
    const email = newEmail()
    const first = (await invite({ email, role: 'viewer' })).body
    const second = (await invite({ email: email.toUpperCase(), role: 'editor' })).body
    expect((await accept(tokenOf(first))).body.code).toBe('link_not_valid')
    expect((await owner.get<People>('/members')).body.invitations).toMatchObject([{ email, role: 'editor' }])
    expect((await owner.delete(`/members/invitations/${second.invitation.id}`)).status).toBe(200)
    expect((await accept(tokenOf(second))).body.code).toBe('link_not_valid')
    expect((await owner.delete(`/members/invitations/${second.invitation.id}`)).status).toBe(404)
  })

  test('is accepted with the account of another organisation, by its password', async () => {
    const elsewhere = await millrace.organisation('Vine')
    const { email } = await createTestMember(millrace, elsewhere.id, { role: 'viewer' })
    const token = tokenOf((await invite({ email, role: 'editor' })).body)
    const { body } = await accept(token, { name: undefined })
    expect(body.session.organisation?.name).toBe('Harbour')
    expect(body.session.organisations.map(({ name, role }) => [name, role])).toEqual([
      ['Harbour', 'editor'],
      ['Vine', 'viewer'],
    ])
  })

  describe('that its owner opens themselves', () => {
    const chosen = 'a password of my own choice'
    const signedInAs = async (email: string, given: string) => {
      const { status, body } = await visit(millrace.url).signIn(email, given)
      return [status, (body as Joined).session?.organisations.map(({ name }) => name)]
    }
    /** One that has an account in another organisation, and one that has none. */
    const addresses = async () => {
      const elsewhere = await millrace.organisation('Vine')
      const { email } = await createTestMember(millrace, elsewhere.id, { role: 'owner' })
      return { elsewhere, taken: email, free: newEmail() }
    }

    test('does not show whether the address has an account', async () => {
      const { taken, free } = await addresses()
      const seen: unknown[] = []
      for (const email of [taken, free]) {
        const token = tokenOf((await invite({ email, role: 'viewer' })).body)
        const look = await visit(millrace.url).get<object>('/invitation', {
          headers: { 'x-link-token': token },
        })
        const nameless = await accept(token, { name: undefined, password: chosen })
        const weak = await accept(token, { password: 'passwordpassword' })
        const joined = await accept(token, { password: chosen })
        seen.push([
          { ...look.body, email: '' },
          [nameless.status, nameless.body.errors],
          [weak.status, weak.body.errors],
          [joined.status, joined.body.session.organisations.map(({ name }) => name)],
        ])
      }
      expect(seen[0]).toEqual(seen[1])
      expect(seen[0]).toMatchObject([{}, [400, { name: ['is required'] }], [400, {}], [201, ['Harbour']]])
    })

    test('makes an account that is good in their organisation only', async () => {
      const { taken } = await addresses()
      const token = tokenOf((await invite({ email: taken, role: 'viewer' })).body)
      expect((await accept(token, { password: chosen })).status).toBe(201)
      expect(await signedInAs(taken, chosen)).toEqual([200, ['Harbour']])
      expect(await signedInAs(taken, password)).toEqual([200, ['Vine']])
    })

    test('does not keep the person out of another organisation, nor follow them into it', async () => {
      const { elsewhere, free } = await addresses()
      expect(
        (await accept(tokenOf((await invite({ email: free, role: 'viewer' })).body), { password: chosen }))
          .status,
      ).toBe(201)
      const stranger = await signedIn(millrace, elsewhere.id)
      const token = tokenOf((await invite({ email: free, role: 'editor' }, stranger)).body)
      expect((await accept(token)).body.session.organisations.map(({ name }) => name)).toEqual(['Vine'])
      expect(await signedInAs(free, chosen)).toEqual([200, ['Harbour']])
      expect(await signedInAs(free, password)).toEqual([200, ['Vine']])
      expect(
        (await stranger.get<People>('/members')).body.data.filter(({ email }) => email === free),
      ).toHaveLength(1)
    })

    test('is no way to confirm, to guess or to be known as the other account', async () => {
      const { taken } = await addresses()
      const token = tokenOf((await invite({ email: taken, role: 'viewer' })).body)
      const own = visit(millrace.url)
      await own.post('/invitation', { token, name: 'Tom', password: chosen })
      const confirmed = await own.post<Joined>('/session/confirm', { password })
      expect([confirmed.status, confirmed.body.code]).toEqual([403, 'wrong_password'])
      const changed = await own.patch<Joined>('/profile', {
        current_password: chosen,
        new_password: password,
      })
      expect([changed.status, changed.body.errors]).toEqual([
        400,
        { new_password: ['is the password of another account with this address: choose a different one'] },
      ])
      // The browser is known to the account that it made: attempts with the other one count as a stranger's.
      const statuses: number[] = []
      for (let n = 0; n < 25; n++) statuses.push((await own.signIn(taken, `a guess at it ${n}`)).status)
      expect(statuses.filter(status => status === 429).length).toBeGreaterThan(3)
    })

    test('leaves the operator a way to each of the accounts', async () => {
      const { elsewhere, taken } = await addresses()
      await accept(tokenOf((await invite({ email: taken, role: 'viewer' })).body), { password: chosen })
      const folder = await mkdtemp(join(tmpdir(), 'millrace-accounts-'))
      const run = (name: string, ...args: string[]) =>
        command(['members', name, '--email', taken, ...args], {
          DATABASE_URL: millrace.databaseUrl,
          MILLRACE_SECRET: millrace.config.secret as string,
          MILLRACE_DATA_DIR: folder,
          PORT: String(millrace.config.port),
        })
      const unsaid = await run('reset-link')
      expect([unsaid.exitCode, unsaid.stderr]).toEqual([2, expect.stringContaining('--organisation ID')])
      expect(unsaid.stderr).toContain(`${elsewhere.id}  Vine`)
      expect((await run('reset-factor')).exitCode).toBe(2)
      expect((await run('reset-factor', '--organisation', organisation.id)).exitCode).toBe(0)
      const { link } = JSON.parse((await run('reset-link', '--organisation', elsewhere.id, '--json')).stdout)
      const given = { token: link.split('#')[1], password: chosen }
      const same = await visit(millrace.url).post<Joined>('/session/reset', given)
      expect([same.status, same.body.errors]).toEqual([
        400,
        { password: [expect.stringContaining('another account')] },
      ])
      const wanted = 'gulls sleep on warm slates'
      expect((await visit(millrace.url).post('/session/reset', { ...given, password: wanted })).status).toBe(
        200,
      )
      expect(await signedInAs(taken, wanted)).toEqual([200, ['Vine']])
      expect(await signedInAs(taken, chosen)).toEqual([200, ['Harbour']])
      await rm(folder, { recursive: true })
    })
  })

  test('asks a newcomer for a name and a good password, and stays good meanwhile', async () => {
    const token = tokenOf((await invite({ email: newEmail(), role: 'viewer' })).body)
    const visitor = visit(millrace.url)
    const faulty = await visitor.post<Joined>('/invitation', { token, password: 'short' })
    expect([faulty.status, faulty.body.errors]).toEqual([
      400,
      { name: ['is required'], password: ['must have at least 12 characters'] },
    ])
    expect((await accept(token)).status).toBe(201)
  })

  test.each<[object, object]>([
    [{ role: 'viewer' }, { email: ['is required'] }],
    [
      { email: 'x', role: 'boss' },
      { email: expect.anything(), role: ['must be one of staff, viewer, editor, owner'] },
    ],
    [
      { email: 'a@b.example', role: 'viewer', serials: ['NOWHERE'] },
      { serials: ['has "NOWHERE", which is no venue of this organisation'] },
    ],
    [
      { email: 'a@b.example', role: 'viewer', serials: [] },
      { serials: ['must name a venue; null is all of them'] },
    ],
    [
      { email: 'a@b.example', role: 'owner', serials: ['HARBOUR'] },
      { serials: ['must be null: an owner sees every venue'] },
    ],
  ])('is not made with faults: %j', async (json, errors) => {
    const { status, body } = await invite(json)
    expect([status, body.errors]).toEqual([400, errors])
  })

  test('is not made for who is a member already', async () => {
    const { status, body } = await invite({ email: owner.member.email, role: 'viewer' })
    expect([status, body.code]).toEqual([409, 'member_exists'])
  })

  test('is seen by owners only', async () => {
    await invite({ email: newEmail(), role: 'viewer' })
    const editor = await signedIn(millrace, organisation.id, { role: 'editor' })
    const { body } = await editor.get<People>('/members')
    expect([body.data.length, body.invitations]).toEqual([2, []])
  })
})

describe('a member', () => {
  test('gets another role and venues, which hold at once', async () => {
    const editor = await signedIn(millrace, organisation.id, { role: 'editor' })
    const path = `/members/${editor.member.id}`
    const changed = await owner.patch<{ member: Member }>(path, { role: 'viewer', serials: ['HARBOUR'] })
    expect(changed.body.member).toMatchObject({ role: 'viewer', serials: ['HARBOUR'] })
    const { session } = (await editor.get<{ session: Session }>('/session')).body
    expect([session.role, session.serials]).toEqual(['viewer', ['HARBOUR']])
    expect(await actions()).toContain('member.changed')
  })

  test('who is removed is signed out, and forgotten where that was their last organisation', async () => {
    const editor = await signedIn(millrace, organisation.id, { role: 'editor' })
    expect((await owner.delete(`/members/${editor.member.id}`)).status).toBe(200)
    expect((await editor.get('/session')).status).toBe(401)
    expect((await editor.signIn(editor.member.email, password)).status).toBe(401)
    const { rowCount } = await millrace.database.engine.query('SELECT FROM members WHERE id = $1', [
      editor.member.id,
    ])
    expect(rowCount).toBe(0)
    const again = await invite({ email: editor.member.email, role: 'viewer' })
    expect((await accept(tokenOf(again.body), { password: 'another password then' })).status).toBe(201)
  })

  test('who is the last owner stays one', async () => {
    const path = `/members/${owner.member.id}`
    expect((await owner.patch<Joined>(path, { role: 'viewer' })).body.code).toBe('last_owner')
    expect((await owner.delete<Joined>(path)).body.code).toBe('last_owner')
    const second = await signedIn(millrace, organisation.id)
    const answers = await Promise.all([
      owner.delete(`/members/${second.member.id}`),
      second.delete(`/members/${owner.member.id}`),
    ])
    // The second is no longer a member, or the last one.
    const left = await millrace.database.engine.query(
      `SELECT count(*) AS n FROM memberships WHERE organisation_id = $1 AND role = 'owner'`,
      [organisation.id],
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(left.rows[0].n).toBe(1)
  })

  test.each(['nonsense', newId()])('who is none is 404: %s', async id => {
    expect((await owner.patch(`/members/${id}`, { role: 'viewer' })).status).toBe(404)
    expect((await owner.delete(`/members/${id}`)).status).toBe(404)
  })
})

describe('a forgotten password', () => {
  interface Made {
    link: string
    expires_at: string
    code: string
    message: string
  }
  const wanted = 'gulls sleep on warm slates'
  const makeLink = (id: string, by: Visitor = owner) => by.post<Made>(`/members/${id}/reset-link`, {})
  const tokenIn = ({ link }: { link: string }) => link.split('#')[1] as string
  const look = (token: string) =>
    visit(millrace.url).get<{ email: string; code: string }>('/session/reset', {
      headers: { 'x-link-token': token },
    })
  const reset = (token: string, given = wanted) =>
    visit(millrace.url).post<{ code: string; errors: unknown }>('/session/reset', { token, password: given })
  const editorHere = () => signedIn(millrace, organisation.id, { role: 'editor' })
  const notValid = [404, 'link_not_valid']

  test('is replaced by a link that an owner makes; it works once, and ends all sessions', async () => {
    const editor = await editorHere()
    const made = await makeLink(editor.member.id)
    expect(made.status).toBe(201)
    expect(made.body.link).toMatch(new RegExp(`^${millrace.url}/sign-in\\?reset#[\\w-]{43}$`))
    const token = tokenIn(made.body)
    expect((await look(token)).body).toMatchObject({ email: editor.member.email })
    // Until it is used, nothing has changed.
    expect((await editor.get('/session')).status).toBe(200)
    expect((await visit(millrace.url).signIn(editor.member.email, password)).status).toBe(200)

    const faulty = await reset(token, 'passwordpassword')
    expect([faulty.status, faulty.body.errors]).toEqual([400, { password: [expect.any(String)] }])
    const { status, headers } = await reset(token)
    expect([status, headers['set-cookie']]).toEqual([200, undefined])
    expect((await editor.get('/session')).status).toBe(401)
    expect((await visit(millrace.url).signIn(editor.member.email, password)).status).toBe(401)
    expect((await visit(millrace.url).signIn(editor.member.email, wanted)).status).toBe(200)
    for (const answer of [await look(token), await reset(token, 'yet another way in here')]) {
      expect([answer.status, answer.body.code]).toEqual(notValid)
    }

    const audit = async () => {
      const { body } = await owner.get<{ data: { action: string }[] }>(`/audit?subject=${editor.member.id}`)
      return body.data.filter(({ action }) => action !== 'member.signed_in')
    }
    // Wrong passwords are noted without anybody waiting for it.
    const said = await eventually(audit, entries => entries.length > 2)
    expect(said).toMatchObject([
      { action: 'member.wrong_password' },
      {
        action: 'member.reset_password',
        actor: editor.member.email,
        subject: editor.member.id,
        detail: { link_made_by: owner.member.email },
      },
      { action: 'member.reset_link_made', actor: owner.member.email, detail: { email: editor.member.email } },
    ])
    expect(JSON.stringify(said)).not.toContain(token)
  })

  test('is set once, however many use the link at once', async () => {
    const { member } = await editorHere()
    const token = tokenIn((await makeLink(member.id)).body)
    const choices = [1, 2, 3].map(n => `${wanted} ${n}`)
    const statuses = await Promise.all(choices.map(async choice => (await reset(token, choice)).status))
    expect(statuses.toSorted()).toEqual([200, 404, 404])
    const taken = choices[statuses.indexOf(200)] as string
    expect((await visit(millrace.url).signIn(member.email, taken)).status).toBe(200)
  })

  test('is no way in by a link that expired, was replaced, or never was one', async () => {
    const { member } = await editorHere()
    const first = tokenIn((await makeLink(member.id)).body)
    const second = tokenIn((await makeLink(member.id)).body)
    expect((await look(second)).status).toBe(200)
    const { rows } = await millrace.database.engine.query(
      'SELECT hash, extract(epoch FROM expires_at - created_at) AS seconds FROM reset_links WHERE member_id = $1',
      [member.id],
    )
    expect(rows).toEqual([{ hash: hashSecret(second), seconds: '86400.000000' }])
    await millrace.database.engine.query('UPDATE reset_links SET expires_at = now() WHERE member_id = $1', [
      member.id,
    ])
    for (const token of [first, second, 'x'.repeat(43)]) {
      for (const answer of [await look(token), await reset(token)]) {
        expect([answer.status, answer.body.code]).toEqual(notValid)
      }
    }
    expect((await reset('short')).body.errors).toEqual({ token: ['does not have the right form'] })
    expect((await visit(millrace.url).signIn(member.email, password)).status).toBe(200)
  })

  test('is not replaced for who was removed, nor after they have chosen another themselves', async () => {
    const [leaving, staying] = [await editorHere(), await editorHere()]
    const links = await Promise.all(
      [leaving, staying].map(async ({ member }) => (await makeLink(member.id)).body),
    )
    await owner.delete(`/members/${leaving.member.id}`)
    await staying.patch('/profile', { current_password: password, new_password: wanted })
    for (const link of links) {
      expect([(await reset(tokenIn(link))).status, (await look(tokenIn(link))).body.code]).toEqual(notValid)
    }
  })

  test('of who belongs to another organisation too is not for an owner of one', async () => {
    const elsewhere = await millrace.organisation('Vine')
    const both = await createTestMember(millrace, [organisation.id, elsewhere.id], { role: 'viewer' })
    const refused = await makeLink(both.id)
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringContaining('another organisation'),
    ])
    // Who joins another one after the link was made is not handed over to its maker.
    const { member } = await editorHere()
    const token = tokenIn((await makeLink(member.id)).body)
    await millrace.database.engine.query(
      `INSERT INTO memberships (organisation_id, member_id, role) VALUES ($1, $2, 'owner')`,
      [elsewhere.id, member.id],
    )
    for (const answer of [await look(token), await reset(token)]) {
      expect([answer.status, answer.body.code]).toEqual(notValid)
    }
  })

  test('is no matter for editors, viewers and strangers, and needs the password once more', async () => {
    const editor = await editorHere()
    const viewer = await signedIn(millrace, organisation.id, { role: 'viewer' })
    for (const visitor of [editor, viewer]) {
      const { status, body } = await makeLink(owner.member.id, visitor)
      expect([status, body.code]).toEqual([403, 'role_needed'])
    }
    const stranger = await signedIn(millrace, (await millrace.organisation('Vine')).id)
    for (const id of [owner.member.id, newId(), 'nonsense']) {
      const { status, body } = await makeLink(id, stranger)
      expect([status, body.code]).toEqual([404, 'member_not_found'])
    }
    await millrace.database.engine.query(
      `UPDATE sessions SET confirmed_at = now() - interval '10 minutes' WHERE member_id = $1`,
      [owner.member.id],
    )
    expect((await makeLink(editor.member.id)).body.code).toBe('confirmation_needed')
  })

  test('of an only owner is replaced by the operator, while it runs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'millrace-reset-'))
    const run = (...args: string[]) =>
      command(['members', 'reset-link', ...args], {
        DATABASE_URL: millrace.databaseUrl,
        MILLRACE_SECRET: millrace.config.secret as string,
        MILLRACE_DATA_DIR: folder,
        PORT: String(millrace.config.port),
      })
    const made = await run('--email', owner.member.email.toUpperCase(), '--json')
    const printed = JSON.parse(made.stdout)
    expect(printed).toMatchObject({
      email: owner.member.email,
      link: expect.stringContaining('/sign-in?reset#'),
    })
    expect((await reset(tokenIn(printed))).status).toBe(200)
    expect((await owner.signIn(owner.member.email, wanted)).status).toBe(200)
    expect(await actions()).toEqual([
      'member.signed_in',
      'member.reset_link_made',
      'member.reset_password',
      'member.signed_in',
    ])
    const nobody = await run('--email', 'nobody@example.com')
    expect([nobody.exitCode, nobody.stderr]).toEqual([1, expect.stringContaining('is not a member')])
    const unsaid = await run()
    expect([unsaid.exitCode, unsaid.stderr]).toEqual([2, expect.stringContaining('--email <ADDRESS>')])
    await rm(folder, { recursive: true })
  })
})

test('members leave as a file, for an owner alone, and the audit knows of it', async () => {
  const viewer = await signedIn(millrace, organisation.id, { role: 'viewer', serials: ['HARBOUR'] })
  await viewer.patch('/profile', { name: '=cmd|calc, "x"' })
  const { status, headers, text } = await owner.get('/members/export?format=csv')
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8; header=present',
    'attachment; filename="members.csv"',
  ])
  const lines = text.trimEnd().split('\r\n')
  expect(lines[0]).toBe('id,name,email,role,serials,created_at')
  expect(lines[1]).toMatch(new RegExp(`^${owner.member.id},Test Person,${owner.member.email},owner,,`))
  expect(lines[2]).toContain(`${viewer.member.id},"'=cmd|calc, ""x""",${viewer.member.email},viewer,HARBOUR,`)
  expect(lines).toHaveLength(3)
  expect((await viewer.get<Joined>('/members/export?format=csv')).body.code).toBe('role_needed')
  const audit = await owner.get<{ data: object[] }>('/audit?action=members.exported')
  expect(audit.body.data).toMatchObject([{ actor: owner.member.email, subject: 'all' }])
})

describe("another organisation's people", () => {
  test('do not exist here', async () => {
    const elsewhere = await millrace.organisation('Vine')
    const stranger = await signedIn(millrace, elsewhere.id)
    const { invitation } = (await invite({ email: newEmail(), role: 'viewer' }, stranger)).body
    expect((await owner.patch(`/members/${stranger.member.id}`, { role: 'viewer' })).status).toBe(404)
    expect((await owner.delete(`/members/${stranger.member.id}`)).status).toBe(404)
    expect((await owner.delete(`/members/invitations/${invitation.id}`)).status).toBe(404)
    const { text } = await owner.get('/members')
    expect(text).not.toContain(stranger.member.email)
    expect(text).not.toContain(invitation.email)
    expect((await stranger.get<People>('/members')).body.invitations).toHaveLength(1)
  })
})
