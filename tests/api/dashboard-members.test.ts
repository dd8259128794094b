import type { Invitation, Member } from '@millrace/contract/member'
import type { Session } from '@millrace/contract/session'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { hashSecret } from '../../server/src/members/secret.ts'
import {
  createTestMember,
  password,
  signedIn,
  type TestMember,
  type Visitor,
  visit,
} from '../support/dashboard.ts'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'

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
    expect(seen.body).toMatchObject({
      organisation_name: 'Harbour',
      email,
      role: 'editor',
      has_account: false,
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
      expect([404, 403, 409]).toContain(status)
      expect(['link_not_valid', 'wrong_password', 'member_exists']).toContain(body.code)
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

  test('lets somebody who has an account in with their password only', async () => {
    const elsewhere = await millrace.organisation('Vine')
    const { email } = await createTestMember(millrace, elsewhere.id, { role: 'viewer' })
    const token = tokenOf((await invite({ email, role: 'editor' })).body)
    const takeover = await accept(token, { password: 'a password of my own choice' })
    expect([takeover.status, takeover.body.code]).toEqual([403, 'wrong_password'])
    const { body } = await accept(token)
    expect(body.session.organisation?.name).toBe('Harbour')
    expect(body.session.organisations.map(({ name, role }) => [name, role])).toEqual([
      ['Harbour', 'editor'],
      ['Vine', 'viewer'],
    ])
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
      { email: expect.anything(), role: ['must be one of viewer, editor, owner'] },
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
    const anew = await invite({ email: editor.member.email, role: 'viewer' })
    expect((await accept(tokenOf(anew.body), { password: 'another password then' })).status).toBe(201)
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
    // Whoever comes second is no member any more, or the last one.
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
