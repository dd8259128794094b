import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSecrets } from '../../server/src/config/secrets.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { writeSecret } from '../../server/src/organisations/secrets.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { askPage, postForm } from '../support/ask-page.ts'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'

const TOKEN = 'the token of the account'
let millrace: TestMillrace
let organisation: TestOrganisation
let numbers = 0
let sent = 0
const newNumber = () => `+4477009${String(++numbers).padStart(5, '0')}`

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  organisation = await millrace.organisation('Rialto & Sons')
  const sealer = createSealer((await loadSecrets(millrace.config)).master)
  await inTransaction(millrace.database.engine, tx =>
    writeSecret(tx, sealer, organisation.id, 'sms_token', TOKEN),
  )
})
afterAll(() => millrace.stop())

/** What the provider sends: a form, signed over the address and the sorted fields. */
function write(From: string, Body: string, rest: Record<string, string> = {}, token = TOKEN) {
  const url = `${millrace.url}/callbacks/sms/${organisation.id}`
  const form: Record<string, string> = { From, To: '+442079460000', MessageSid: `SM${++sent}`, Body, ...rest }
  const listed = Object.keys(form)
    .sort()
    .map(name => name + form[name])
    .join('')
  const signature = createHmac('sha1', token)
    .update(url + listed)
    .digest('base64')
  return postForm(url, form, { 'x-twilio-signature': signature })
}

async function guest(change: object = {}) {
  const phone = newNumber()
  const id = await organisation.guest({ phone, sms_consent: true, email_consent: true, ...change })
  return { id, phone }
}

const consentOf = async (id: string) =>
  (await millrace.database.engine.query('SELECT email_consent, sms_consent FROM guests WHERE id = $1', [id]))
    .rows[0]

const historyOf = async (id: string) =>
  (
    await millrace.database.engine.query(
      `SELECT field, value, how, stated_where, stated_words FROM consent_changes
       WHERE guest_id = $1 AND how = 'guest' ORDER BY id`,
      [id],
    )
  ).rows

test('STOP withdraws the consent to SMS alone, is kept with the guest’s words, and is answered', async () => {
  const { id, phone } = await guest()
  const answer = await write(phone, ' Stop. ')
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toContain('text/xml')
  expect(answer.text).toContain(
    '<Message><Body>Rialto &amp; Sons: you will no longer get news and offers by text message.',
  )
  expect(await consentOf(id)).toEqual({ email_consent: true, sms_consent: false })
  await write(phone, 'stop')
  expect(await historyOf(id)).toEqual([
    { field: 'sms_consent', value: false, how: 'guest', stated_where: 'an SMS', stated_words: ' Stop. ' },
  ])
})

test('START gives it again, HELP changes nothing, and all else is for people', async () => {
  const { id, phone } = await guest({ sms_consent: false })
  expect((await write(phone, 'HELP')).text).toContain('Reply STOP')
  expect((await write(phone, 'Cancel my table')).text).toContain('<Response></Response>')
  expect(await consentOf(id)).toMatchObject({ sms_consent: false })
  expect((await write(phone, 'START')).text).toContain('Reply STOP')
  expect(await consentOf(id)).toMatchObject({ sms_consent: true })
})

test('who stops without having agreed has refused, and no other system may agree for them', async () => {
  const { id, phone } = await guest({ sms_consent: false })
  await write(phone, 'PARAR')
  expect(await historyOf(id)).toMatchObject([{ field: 'sms_consent', value: false, stated_words: 'PARAR' }])
})

test('an unknown number gets the same answer, and changes nothing', async () => {
  const { phone } = await guest()
  const known = await write(phone, 'STOP')
  const count = async () =>
    (await millrace.database.engine.query('SELECT count(*) FROM consent_changes')).rows[0]
  const before = await count()
  expect((await write('+15005550006', 'STOP')).text).toBe(known.text)
  expect((await write('anonymous', 'STOP')).text).toContain('<Response></Response>')
  expect(await count()).toEqual(before)
})

test.each([
  ['of the guest', { attributes: { language: 'pt' } }, 'STOP'],
  ['of the word', {}, 'sair'],
])('the answer is in the language %s', async (_, change, body) => {
  const { phone } = await guest(change)
  expect((await write(phone, body)).text).toContain('não receberá mais novidades')
})

test('what the provider has answered itself is heeded, and not answered twice', async () => {
  const { id, phone } = await guest()
  expect((await write(phone, 'no more', { OptOutType: 'STOP' })).text).toContain('<Response></Response>')
  expect(await consentOf(id)).toMatchObject({ sms_consent: false })
})

test('a forged one is refused, and so is one for another organisation', async () => {
  const { id, phone } = await guest()
  expect((await write(phone, 'STOP', {}, 'another token')).status).toBe(403)
  const other = await millrace.organisation('Without a provider')
  const url = `${millrace.url}/callbacks/sms/${other.id}`
  const signature = createHmac('sha1', '').update(`${url}BodySTOPFrom${phone}`).digest('base64')
  const empty = await postForm(url, { From: phone, Body: 'STOP' }, { 'x-twilio-signature': signature })
  expect(empty.status).toBe(403)
  expect((await askPage('POST', `${millrace.url}/callbacks/sms/${organisation.id}`)).status).toBe(403)
  expect((await askPage('POST', `${millrace.url}/callbacks/sms/nonsense`)).status).toBe(404)
  expect(await consentOf(id)).toMatchObject({ sms_consent: true })
})
