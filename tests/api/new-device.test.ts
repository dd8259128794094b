import type { OpenSession } from '@millrace/contract/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestMember, password, signedIn, visit } from '../support/dashboard.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'

let millrace: TestMillrace
let organisationId: string

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  organisationId = await organisationWithMail('Harbour')
})
afterAll(() => millrace.stop())

async function organisationWithMail(name: string): Promise<string> {
  const { id } = await millrace.organisation(name)
  const email = {
    from_name: name,
    from_address: 'team@example.com',
    smtp: { host: 'mail.example.com', port: 587, security: 'starttls' },
  }
  await millrace.database.engine.query(
    'UPDATE organisations SET settings = settings || $2::jsonb WHERE id = $1',
    [id, JSON.stringify({ email })],
  )
  return id
}

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'

async function signInWith(email: string, headers: Record<string, string> = {}) {
  const visitor = visit(millrace.url)
  const call = { headers: { 'user-agent': firefox, ...headers } }
  const { status, headers: answered } = await visitor.post('/session', { email, password }, call)
  expect(status).toBe(200)
  const cookies = (answered['set-cookie'] ?? []).map(cookie => cookie.split(';', 1)[0] as string)
  return { visitor, device: cookies.find(cookie => cookie.startsWith('millrace_device=')) as string }
}

interface Written {
  organisation_id: string
  content: { subject: string; paragraphs: string[] }
}

const writtenTo = async (email: string) =>
  (
    await millrace.database.engine.query<Written>(
      `SELECT organisation_id, content FROM notices WHERE recipient = $1 AND kind = 'member.new_device' ORDER BY id`,
      [email],
    )
  ).rows

describe('a sign-in on a new device', () => {
  test('is written to the member, with the browser, the address and what to do', async () => {
    const { email } = await createTestMember(millrace, organisationId)
    const { visitor } = await signInWith(email)
    const [first, ...more] = await writtenTo(email)
    expect([first?.content.subject, more]).toEqual(['New sign-in to Millrace', []])
    const text = first?.content.paragraphs.join('\n')
    for (const part of [email, 'Firefox on Windows', visitor.address, 'change your password']) {
      expect(text).toContain(part)
    }
  })

  test('is not written again for a device that is known, and is for one that another member used', async () => {
    const [ada, grace] = [
      await createTestMember(millrace, organisationId),
      await createTestMember(millrace, organisationId),
    ]
    const { device } = await signInWith(ada.email)
    await signInWith(ada.email, { cookie: device })
    expect(await writtenTo(ada.email)).toHaveLength(1)
    await signInWith(grace.email, { cookie: device })
    expect(await writtenTo(grace.email)).toHaveLength(1)
  })

  test('is not written for the browser with which a member joined', async () => {
    const owner = await signedIn(millrace, organisationId)
    const email = `${crypto.randomUUID()}@example.com`
    const invited = await owner.post<{ link: string }>('/members/invitations', { email, role: 'viewer' })
    const token = new URL(invited.body.link).hash.slice(1)
    const joined = await visit(millrace.url).post('/invitation', { token, name: 'Ada', password })
    expect(joined.status).toBe(201)
    const cookies = (joined.headers['set-cookie'] ?? []).map(cookie => cookie.split(';', 1)[0] as string)
    const device = cookies.find(cookie => cookie.startsWith('millrace_device=')) as string
    await signInWith(email, { cookie: device })
    expect(await writtenTo(email)).toEqual([])
  })

  test('is written once to a member of several organisations, by one that has a mail server', async () => {
    const silent = (await millrace.organisation('Alder')).id
    const { email } = await createTestMember(millrace, [silent, organisationId])
    await signInWith(email)
    expect((await writtenTo(email)).map(row => row.organisation_id)).toEqual([organisationId])
  })

  test('is in the audit log, also where no mail server is set', async () => {
    const silent = (await millrace.organisation('Alder')).id
    const { email } = await createTestMember(millrace, silent)
    const { visitor, device } = await signInWith(email)
    expect(await writtenTo(email)).toEqual([])
    await signInWith(email, { cookie: device })
    const { body } = await visitor.get<{ data: { detail: object }[] }>('/audit?action=member.signed_in')
    expect(body.data.map(({ detail }) => detail)).toEqual([
      { by: 'password' },
      { by: 'password', new_device: 'Firefox on Windows' },
    ])
  })
})

test('sessions are listed with the browser that started them', async () => {
  const { email } = await createTestMember(millrace, organisationId)
  const { visitor } = await signInWith(email)
  await signInWith(email, { 'user-agent': 'curl/8.8.0' })
  const { body } = await visitor.get<{ data: OpenSession[] }>('/sessions')
  expect(body.data.map(({ browser, current }) => [browser, current])).toEqual([
    ['Firefox on Windows', true],
    [null, false],
  ])
})
