import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../server/src/access/keys.ts'
import { newId } from '../../server/src/base/ids.ts'
import { inTenant, inTransaction } from '../../server/src/db/database.ts'
import { exportGuest } from '../../server/src/guests/export-guest.ts'
import { recordMany } from '../../server/src/guests/many/record-many.ts'
import { mailServer } from '../channels/mail-server.ts'
import { httpReceiver } from '../channels/receiver.ts'
import { askPage, oneClick, postForm } from '../support/ask-page.ts'
import { eventually, getToken, request } from '../support/millrace.ts'
import { end, mail, workflow } from './nodes.ts'
import { type Outside, openOutside } from './outside.ts'

let outside: Outside
let token: string

beforeAll(async () => {
  const provider = await httpReceiver(response => response.writeHead(201).end('{"sid":"SM1"}'))
  outside = await openOutside({ mail: await mailServer(), provider, receivers: [] })
  token = await outside.organisation.token()
  await outside.configure({ double_opt_in: true, topics: [] })
  await outside.workflow(workflow('say', [mail('news'), end]))
})
afterAll(() => outside.close())

interface Answer {
  guest: { id: string; email_consent: boolean; email_asked_at: string | null }
  refusals_kept: string[]
}

const consent = { email: { given: true, at: '2026-03-01T10:00:00Z', where: 'Form', words: 'Yes, news' } }
const put = async (email: string, more: object = { consent }) =>
  (
    await request<Answer>(`${outside.millrace.url}/v1/guests`, {
      method: 'PUT',
      token,
      json: { identifiers: [{ type: 'email', value: email }], ...more },
    })
  ).body
const patch = async (id: string, json: object) =>
  (await request<Answer>(`${outside.millrace.url}/v1/guests/${id}`, { method: 'PATCH', token, json })).body

const mailsTo = (email: string) =>
  outside.mail.mails.filter(({ recipients }) => recipients.includes(email)).map(({ parsed }) => parsed)

/** Where the link of the only e-mail to this address leads, on the server of the test. */
async function linkTo(email: string): Promise<string> {
  const mails = await eventually(
    async () => mailsTo(email),
    found => found.length > 0,
  )
  expect(mails).toHaveLength(1)
  const [url] = /http\S+\/confirm\/[\w.-]+/.exec(mails[0]?.text ?? '') ?? []
  return outside.millrace.url + new URL(url as string).pathname
}

const newsTo = async (guestId: string) => {
  const runId = await outside.event(guestId, 'say')
  await outside.until(runId, 'completed')
  return (await outside.steps(runId))[0]
}
const history = (guestId: string) =>
  outside.query(
    `SELECT field, value, how, stated_where, stated_words FROM consent_changes WHERE guest_id = $1 ORDER BY id`,
    [guestId],
  )

test('a consent of another system counts once the guest has pressed the button behind the link', async () => {
  const email = 'waits@example.com'
  const { guest } = await put(email, { consent, attributes: { language: 'pt' } })
  expect(guest).toMatchObject({ email_consent: false, email_asked_at: expect.any(String) })
  expect((await newsTo(guest.id))?.detail).toMatchObject({ reason: 'no_consent' })

  const url = await linkTo(email)
  const [asked] = mailsTo(email)
  expect(asked?.subject).toContain('Confirme, por favor')
  expect(asked?.headers.map(({ key }) => key).filter(key => key.startsWith('list-'))).toEqual([])
  const page = await askPage('GET', url)
  expect([page.status, page.headers['content-security-policy']]).toEqual([
    200,
    expect.stringContaining("default-src 'none'"),
  ])
  expect(page.text).toContain('<form method="post"><button>Concordo</button></form>')
  expect((await put(email, {})).guest).toMatchObject({ email_consent: false })

  const done = await postForm(url, {})
  expect([done.status, done.text]).toEqual([200, expect.stringContaining('<h1>Obrigado</h1>')])
  expect(done.text).toMatch(/<a href="\/preferences\/[^"]+">/)
  expect((await put(email, {})).guest).toMatchObject({ email_consent: true, email_asked_at: null })
  expect((await newsTo(guest.id))?.status).toBe('completed')
  expect((await postForm(url, {})).text).toContain('<h1>Obrigado</h1>')
  expect(await history(guest.id)).toMatchObject([
    {
      field: 'email_asked',
      value: true,
      how: 'integration',
      stated_where: 'Form',
      stated_words: 'Yes, news',
    },
    { field: 'email_consent', value: true, how: 'guest', stated_where: 'a link in an e-mail' },
  ])

  const stored = await inTenant(outside.millrace.database, outside.organisation.id, tx =>
    exportGuest(tx, outside.organisation.id, guest.id),
  )
  expect(stored).toMatchObject({
    messages: [{ node_id: '@confirm', transactional: true }, { node_id: 'news' }],
  })
  // Withdrawn: the old e-mail does not bring the consent back.
  const [, preferences = ''] = /href="(\/preferences[^"]+)"/.exec(done.text) ?? []
  await oneClick(outside.millrace.url + preferences.replace('preferences', 'unsubscribe'))
  expect((await postForm(url, {})).status).toBe(404)
  expect((await put(email)).refusals_kept).toEqual(['email_consent'])
})

test('nobody is asked twice, except at a new address, and the link to the old one is worth nothing', async () => {
  const [email, next] = ['twice@example.com', 'next@example.com']
  const { guest } = await put(email)
  const old = await linkTo(email)
  await put(email)
  await patch(guest.id, { consent, name: 'Ada' })
  await patch(guest.id, { email: next })
  const url = await linkTo(next)
  expect(mailsTo(email)).toHaveLength(1)
  expect((await postForm(old, {})).status).toBe(404)
  const forged = url.replace(/.$/, last => (last === 'A' ? 'B' : 'A'))
  for (const wrong of [forged, url.replace(guest.id, newId()), `${outside.millrace.url}/confirm/x`])
    expect((await postForm(wrong, {})).status).toBe(404)
  expect((await postForm(url, {})).status).toBe(200)
  expect(await history(guest.id)).toHaveLength(2)
})

test('a test key asks nobody, and says so; a real one asks the same guest later', async () => {
  const { millrace, organisation } = outside
  const key = await inTransaction(millrace.database.engine, tx =>
    createKey(tx, organisation.id, 'test', { name: 'tried', test: true }),
  )
  const ask = async (method: string, path: string, json: object) =>
    (
      await request<Answer & { message: string; code: string; guest_import: { id: string } }>(
        `${millrace.url}/v1${path}`,
        { method, token: tried, json },
      )
    ).body
  const tried = await getToken(millrace.url, key)
  const email = 'tried@example.com'
  const identifiers = [{ type: 'email', value: email }]
  const { guest } = await ask('PUT', '/guests', { identifiers })
  for (const answer of [
    await ask('PUT', '/guests', { identifiers, consent }),
    await ask('PATCH', `/guests/${guest.id}`, { consent }),
    await ask('POST', '/guests', { email: 'other-tried@example.com', email_consent: true }),
  ]) {
    expect(answer.guest).toMatchObject({ email_consent: false, email_asked_at: null })
    expect(answer.message).toContain('A test key asks no guest to confirm a consent.')
  }
  const { guest_import } = await ask('POST', '/guest-imports', { format: 'csv' })
  const content = Buffer.from('email\nfile-tried@example.com\n').toString('base64')
  await ask('PUT', `/guest-imports/${guest_import.id}/file`, { offset: 0, content })
  expect((await ask('POST', `/guest-imports/${guest_import.id}/start`, {})).code).toBe('import_refused')

  expect((await put(email)).guest.email_asked_at).not.toBeNull()
  await linkTo(email)
  expect(mailsTo('other-tried@example.com')).toEqual([])
})

test('a refusal ends the waiting, and a guest who may not be contacted is not asked', async () => {
  const { guest } = await put('refuses@example.com')
  await linkTo('refuses@example.com')
  const refused = await patch(guest.id, { consent: { email: { given: false, at: consent.email.at } } })
  expect(refused.guest).toMatchObject({ email_consent: false, email_asked_at: null })

  const silent = await put('silent@example.com', { consent, do_not_contact: true })
  await put('loud@example.com')
  await linkTo('loud@example.com')
  expect(mailsTo('silent@example.com')).toEqual([])
  expect(silent.guest.email_asked_at).not.toBeNull()
})

test('so does a consent of a file and of a registration, and one that was given before stays', async () => {
  const { organisation, millrace } = outside
  const row = (email: string) => ({
    identifiers: [{ type: 'email' as const, system: '', value: email }],
    name: null,
    tags: [],
    attributes: {},
    consent,
    doNotContact: null,
    points: null,
  })
  await outside.configure()
  const before = await put('before@example.com')
  expect(before.guest.email_consent).toBe(true)
  await outside.configure({ double_opt_in: true })
  const importing = { organisationId: organisation.id, actor: 'an import', consequences: async () => {} }
  const [kept, fresh] = await inTenant(millrace.database, organisation.id, tx =>
    recordMany(tx, importing, [row('before@example.com'), row('file@example.com')]),
  )
  expect(kept?.after).toMatchObject({ email_consent: true, email_asked_at: null })
  expect(fresh?.after).toMatchObject({ email_consent: false, email_asked_at: expect.any(String) })
  expect(await history(fresh?.after.id as string)).toMatchObject([
    { field: 'email_asked', how: 'integration', stated_where: 'Form', stated_words: 'Yes, news' },
  ])
  await linkTo('file@example.com')
  const id = await outside.guest({ email: 'registered@example.com', email_consent: true })
  await linkTo('registered@example.com')
  expect(await history(id)).toMatchObject([{ field: 'email_asked', how: 'registered' }])
})
