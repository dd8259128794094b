import type { NewGuest } from '@millrace/contract/guest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSecrets } from '../../server/src/config/secrets.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { createUnsubscribeUrl } from '../../server/src/runs/unsubscribe/unsubscribe-url.ts'
import { askPage, oneClick, postForm } from '../support/ask-page.ts'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'

let millrace: TestMillrace
let organisation: TestOrganisation

beforeAll(async () => {
  millrace = await startTestMillrace()
  organisation = await millrace.organisation('Rialto & <b>Sons</b>')
})
afterAll(() => millrace.stop())

const agreed: NewGuest = {
  email: 'ada@example.com',
  phone: '+447700900123',
  email_consent: true,
  sms_consent: true,
}

/** A guest, and the address of their page. */
async function reader(guest: NewGuest = agreed): Promise<{ guest: string; url: string }> {
  const id = await organisation.guest(guest)
  const secrets = await loadSecrets(millrace.config)
  const link = createUnsubscribeUrl(millrace.url, secrets.unsubscribe)(organisation.id, id, 'email')
  return { guest: id, url: link.replace('/unsubscribe/', '/preferences/') }
}

const consentOf = async (guest: string) =>
  (
    await millrace.database.engine.query('SELECT email_consent, sms_consent FROM guests WHERE id = $1', [
      guest,
    ])
  ).rows[0]

const withTopics = (topics: unknown) =>
  millrace.database.engine.query(
    `UPDATE organisations SET settings = settings || jsonb_build_object('topics', $2::jsonb) WHERE id = $1`,
    [organisation.id, JSON.stringify(topics)],
  )

const topicsOffOf = async (guest: string) =>
  (await millrace.database.engine.query('SELECT topics_off FROM guests WHERE id = $1', [guest])).rows[0]
    .topics_off

const historyOf = async (guest: string) =>
  (
    await millrace.database.engine.query(
      `SELECT field, value, how, stated_where, stated_words FROM consent_changes
       WHERE guest_id = $1 AND how = 'guest' ORDER BY id`,
      [guest],
    )
  ).rows

test('shows what the guest has agreed to, without a script, and changes nothing by being looked at', async () => {
  const { guest, url } = await reader({ ...agreed, sms_consent: false })
  const page = await askPage('GET', url)
  expect(page.status).toBe(200)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.headers['referrer-policy']).toBe('no-referrer')
  expect(page.headers['set-cookie']).toBeUndefined()
  expect(page.text).toContain('Rialto &amp; &lt;b&gt;Sons&lt;/b&gt;')
  expect(page.text).toContain('<input type="checkbox" name="email" checked>')
  expect(page.text).toContain('<input type="checkbox" name="sms">')
  expect(page.text).not.toContain('<script')
  // Neither who they are nor how they are reached.
  for (const secret of [guest, 'ada@example.com', '+447700900123']) expect(page.text).not.toContain(secret)
  expect(await consentOf(guest)).toEqual({ email_consent: true, sms_consent: false })
})

test('keeps what the guest chose, with the words they saw', async () => {
  const { guest, url } = await reader({ ...agreed, sms_consent: false })
  const page = await postForm(url, [
    ['shown', 'email'],
    ['shown', 'sms'],
    ['sms', 'on'],
    ['do', 'save'],
  ])
  expect(page.status).toBe(200)
  expect(page.text).toContain('Saved.')
  expect(await consentOf(guest)).toEqual({ email_consent: false, sms_consent: true })
  const said = { how: 'guest', stated_where: 'the preference page' }
  expect(await historyOf(guest)).toEqual([
    { ...said, field: 'email_consent', value: false, stated_words: 'News and offers by e-mail' },
    { ...said, field: 'sms_consent', value: true, stated_words: 'News and offers by text message' },
  ])
})

test('topics are chosen by their names in the guest’s language, and only what was shown changes', async () => {
  const topics = [
    { id: 'events', name: 'Events <b>', names: { pt: 'Eventos' } },
    { id: 'offers', name: 'Offers' },
  ]
  await withTopics(topics)
  const { guest, url } = await reader()
  const page = await askPage('GET', url)
  expect(page.text).toContain('<input type="checkbox" name="topic:events" checked> Events &lt;b&gt;</label>')
  expect((await askPage('GET', url, { 'accept-language': 'pt' })).text).toContain(' Eventos</label>')
  const saved = await postForm(url, [
    ['shown', 'topic:events'],
    ['shown', 'topic:invented'],
    ['do', 'save'],
  ])
  expect(saved.text).toContain('<input type="checkbox" name="topic:events"> ')
  expect(saved.text).toContain('<input type="checkbox" name="topic:offers" checked> ')
  expect(await topicsOffOf(guest)).toEqual(['events'])
  await postForm(url, [
    ['shown', 'topic:events'],
    ['topic:events', 'on'],
    ['shown', 'topic:offers'],
    ['do', 'save'],
  ])
  expect(await topicsOffOf(guest)).toEqual(['offers'])
  const said = { how: 'guest', stated_where: 'the preference page' }
  expect(await historyOf(guest)).toEqual([
    { ...said, field: 'topic:events', value: false, stated_words: 'Events <b>' },
    { ...said, field: 'topic:offers', value: false, stated_words: 'Offers' },
    { ...said, field: 'topic:events', value: true, stated_words: 'Events <b>' },
  ])
  expect(await consentOf(guest)).toEqual({ email_consent: true, sms_consent: true })
  await withTopics([])
})

test('ends everything by one click', async () => {
  const { guest, url } = await reader()
  const page = await postForm(url, { do: 'end' })
  expect(page.text).toContain('Rialto &amp; &lt;b&gt;Sons&lt;/b&gt; will no longer send you news and offers.')
  expect(await consentOf(guest)).toEqual({ email_consent: false, sms_consent: false })
  expect((await historyOf(guest)).map(({ stated_words }) => stated_words)).toEqual([
    'Unsubscribe from everything',
    'Unsubscribe from everything',
  ])
})

test('a form that says neither changes nothing, and what was not shown stays', async () => {
  const { guest, url } = await reader()
  for (const fields of [{}, { do: 'anything' }, { email: 'on' }] as Record<string, string>[]) {
    expect((await postForm(url, fields)).status).toBe(400)
  }
  expect((await askPage('POST', url, { 'content-type': 'application/json' }, '{"do":"end"}')).status).toBe(
    400,
  )
  expect((await postForm(url, { do: 'save' })).status).toBe(200)
  expect(await consentOf(guest)).toEqual({ email_consent: true, sms_consent: true })
})

test.each([
  ['their attribute', { language: 'pt' }, {}, 'pt'],
  ['their browser', {}, { 'accept-language': 'da, pt-BR;q=0.8, en;q=0.5' }, 'pt'],
  ['their attribute before their browser', { language: 'en' }, { 'accept-language': 'pt' }, 'en'],
] as const)('is in the language of %s', async (_, attributes, headers, language) => {
  const { url } = await reader({ ...agreed, attributes })
  const page = await askPage('GET', url, headers)
  expect(page.text).toContain(`<html lang="${language}">`)
  expect(page.text).toContain(language === 'pt' ? 'O que lhe enviamos' : 'What we send you')
  const asked = await askPage('GET', url.replace('/preferences/', '/unsubscribe/'), headers)
  expect(asked.text).toContain(
    language === 'pt' ? 'Não quer receber mais e-mails' : 'Unsubscribe from e-mails from',
  )
})

test('leads back from the page of who has unsubscribed', async () => {
  const { url } = await reader()
  const done = await oneClick(url.replace('/preferences/', '/unsubscribe/'))
  expect(done.text).toContain(`<a href="${new URL(url).pathname}">`)
})

test('is not found when a letter of it is another one, and says so when the guest is gone', async () => {
  const { guest, url } = await reader()
  const changed = url.slice(0, -1) + (url.endsWith('A') ? 'B' : 'A')
  for (const method of ['GET', 'POST']) {
    const page = await askPage(method, changed, {}, '')
    expect([page.status, page.text.includes('This link doesn’t work')]).toEqual([404, true])
  }
  expect(await consentOf(guest)).toEqual({ email_consent: true, sms_consent: true })
  await inTransaction(millrace.database.engine, tx => eraseGuest(tx, organisation.id, guest, 'test'))
  for (const page of [await askPage('GET', url), await postForm(url, { do: 'end' })]) {
    expect([page.status, page.text.includes('no longer has your details')]).toEqual([200, true])
  }
})
