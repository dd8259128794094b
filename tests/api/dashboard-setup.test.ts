import type { Session } from '@millrace/contract/session'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashSecret } from '../../server/src/members/secret.ts'
import { createSetupLink, offerSetupLink } from '../../server/src/members/setup-link.ts'
import { createTestMember, password, visit } from '../support/dashboard.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'

let millrace: TestMillrace
beforeEach(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
})
afterEach(() => millrace.stop())

const person = { email: 'Maya@Example.com', name: 'Maya', password }
const look = (token: string) => visit(millrace.url).get('/setup', { headers: { 'x-link-token': token } })
const setUp = (token: string, more: object = {}) =>
  visit(millrace.url).post<{ session: Session; code: string; errors: unknown }>('/setup', {
    token,
    ...person,
    ...more,
  })
const link = (organisationId: string | null) => createSetupLink(millrace.database.engine, organisationId)

describe('the setup link', () => {
  test('makes the first member, the owner of the organisation, signed in, and works once', async () => {
    const organisation = await millrace.organisation('Harbour')
    const token = await offerSetupLink(millrace.database)
    expect((await look(token as string)).body).toMatchObject({ organisation_name: 'Harbour' })
    const visitor = visit(millrace.url)
    const { status, body } = await visitor.post<{ session: Session }>('/setup', { token, ...person })
    expect(status).toBe(201)
    expect(body.session).toMatchObject({
      member: { email: 'maya@example.com', name: 'Maya' },
      organisation: { id: organisation.id },
      role: 'owner',
    })
    const audit = await visitor.get<{ data: object[] }>('/audit?action=member')
    expect(audit.body.data).toMatchObject([{ action: 'member.joined', actor: 'maya@example.com' }])

    const again = await setUp(token as string, { email: 'other@example.com' })
    expect([again.status, again.body.code]).toEqual([404, 'link_not_valid'])
    expect((await look(token as string)).status).toBe(404)
    expect(await offerSetupLink(millrace.database)).toBeUndefined()
  })

  test('makes the organisation, too, where there is none', async () => {
    const token = await offerSetupLink(millrace.database)
    expect((await look(token as string)).body).toMatchObject({ organisation_name: null })
    const nameless = await setUp(token as string)
    expect([nameless.status, nameless.body.errors]).toEqual([400, { organisation_name: ['is required'] }])
    const { status, body } = await setUp(token as string, { organisation_name: ' Vine ' })
    expect([status, body.session.organisation?.name, body.session.role]).toEqual([201, 'Vine', 'owner'])
  })

  test('makes one member of its organisation, however many use it at once, and however many links there are', async () => {
    const { id } = await millrace.organisation()
    const tokens = [await link(id), await link(id), await link(null)]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        setUp(tokens[n % 3] as string, { email: `m${n}@example.com`, organisation_name: 'New' }),
      ),
    )
    const { rows } = await millrace.database.engine.query<{ organisation_id: string; members: number }>(
      'SELECT organisation_id, count(*) AS members FROM memberships GROUP BY organisation_id',
    )
    // The link for a new organisation works only if it is used first, and leaves the other organisation its own.
    expect(rows.map(({ members }) => members)).toEqual(rows.map(() => 1))
    expect(rows.map(row => row.organisation_id)).toContain(id)
    expect(rows.length).toBeLessThanOrEqual(2)
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(rows.length).fill(201),
      ...Array(12 - rows.length).fill(404),
    ])
  })

  test('is no good after a day, nor once there is a member', async () => {
    const { id } = await millrace.organisation()
    const expired = await link(id)
    await millrace.database.engine.query('UPDATE setup_links SET expires_at = now() WHERE hash = $1', [
      hashSecret(expired),
    ])
    expect((await setUp(expired)).body.code).toBe('link_not_valid')
    const late = await link(id)
    await createTestMember(millrace, id)
    expect((await setUp(late)).body.code).toBe('link_not_valid')
  })

  test('is kept as a hash of 256 bits', async () => {
    const { id } = await millrace.organisation()
    const token = await link(id)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const { rows } = await millrace.database.engine.query('SELECT hash FROM setup_links')
    expect(rows.some(({ hash }) => hash.equals(hashSecret(token)))).toBe(true)
  })

  test('stays good when what was sent has faults', async () => {
    const { id } = await millrace.organisation()
    const token = await link(id)
    const short = await setUp(token, { password: 'short' })
    expect([short.status, short.body.errors]).toEqual([
      400,
      { password: ['must have at least 12 characters'] },
    ])
    const guessed = await setUp(token, { password: 'maya@example.com' })
    expect(guessed.body.errors).toEqual({ password: ['must not be your name or e-mail address'] })
    expect((await setUp(token)).status).toBe(201)
  })

  test.each([
    ['the account that has this password', {}, 2],
    ['another account with any other password', { password: 'a password of my choice' }, 1],
  ])('of a second organisation joins %s', async (_, more, organisations) => {
    const [first, second] = [await millrace.organisation(), await millrace.organisation()]
    const { email } = await createTestMember(millrace, first.id)
    const { body } = await setUp(await link(second.id), { email, ...more })
    expect(body.session.organisations).toHaveLength(organisations)
  })
})
