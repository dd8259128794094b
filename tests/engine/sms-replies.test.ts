import { createHmac } from 'node:crypto'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSecrets } from '../../server/src/config/secrets.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { exportGuest } from '../../server/src/guests/export-guest.ts'
import { writeSecret } from '../../server/src/organisations/secrets.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { sendEvent } from '../api/management-ground.ts'
import { mailServer } from '../channels/mail-server.ts'
import { postForm } from '../support/ask-page.ts'
import { signedIn, type Visitor } from '../support/dashboard.ts'
import {
  eventually,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'

/** What guests write by SMS that is for people, with a provider that signs, and a mail server that takes what is forwarded. */
const TOKEN = 'the token of the account'
const OFFICE = 'office@example.com'
let millrace: TestMillrace
let mails: Awaited<ReturnType<typeof mailServer>>
let organisation: TestOrganisation
let owner: Visitor

beforeAll(async () => {
  mails = await mailServer()
  millrace = await startTestMillrace({
    config: { allowedPrivateAddresses: ['127.0.0.0/8'], allowedPorts: [mails.port] },
  })
  organisation = await newOrganisation('Rialto', {
    from_name: 'Rialto',
    from_address: 'hello@example.com',
    reply_to: OFFICE,
    smtp: { host: '127.0.0.1', port: mails.port, security: 'none' },
  })
  owner = await signedIn(millrace, organisation.id)
  await organisation.venue('QUAY')
  await organisation.venue('HILL')
  await organisation.workflow(reminder)
})
afterAll(async () => {
  await millrace?.stop()
  await mails?.close()
})

const reminder: WorkflowDefinition = {
  trigger: { source: 'booking' },
  start: 'text',
  nodes: [
    { id: 'text', type: 'send_sms', class: 'transactional', body: 'See you at five', next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
}

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await millrace.database.engine.query<Row>(text, values)).rows

async function newOrganisation(name: string, email?: object): Promise<TestOrganisation> {
  const made = await millrace.organisation(name)
  const sealer = createSealer((await loadSecrets(millrace.config)).master)
  await inTransaction(millrace.database.engine, tx => writeSecret(tx, sealer, made.id, 'sms_token', TOKEN))
  if (email !== undefined)
    await query(
      `UPDATE organisations SET settings = settings || jsonb_build_object('email', $2::jsonb) WHERE id = $1`,
      [made.id, JSON.stringify(email)],
    )
  return made
}

let ids = 0
const newNumber = () => `+4477008${String(++ids).padStart(5, '0')}`

function write(From: string, Body: string, { to = organisation, id = `SM${++ids}` } = {}) {
  const url = `${millrace.url}/callbacks/sms/${to.id}`
  const form: Record<string, string> = { From, To: '+442079460000', MessageSid: id, Body }
  const listed = Object.keys(form)
    .sort()
    .map(name => name + form[name])
    .join('')
  const signature = createHmac('sha1', TOKEN)
    .update(url + listed)
    .digest('base64')
  return postForm(url, form, { 'x-twilio-signature': signature })
}

const forwarded = (text: string) =>
  eventually(
    async () => mails.mails.filter(({ parsed }) => parsed.text?.includes(text)),
    found => found.length > 0,
  )

const sentencesOf = async (visitor: Visitor, guest: string) =>
  (await visitor.get<{ data: { sentence: string }[] }>(`/guests/${guest}/timeline`)).body.data.map(
    ({ sentence }) => sentence,
  )

test('an SMS for people is in the guest’s activity, and goes to the reply-to address, once', async () => {
  const phone = newNumber()
  const guest = await organisation.guest({ name: 'Ada <b>Byron</b>', phone })
  const body = 'Running late 🎉\nis <b>six</b> ok?'
  const answer = await write(phone, body, { id: 'SMonce' })
  expect(answer.text).toContain('<Response></Response>')
  // The provider did not hear it, and passes it on again; so does another process at the same moment.
  await Promise.all([1, 2, 3].map(() => write(phone, body, { id: 'SMonce' })))
  const [mail, ...more] = await forwarded('Running late')
  expect(more).toEqual([])
  expect(mail?.recipients).toEqual([OFFICE])
  expect(mail?.parsed.subject).toBe('SMS from Ada <b>Byron</b>')
  expect(mail?.parsed.text).toContain(`(${phone}) wrote by SMS:`)
  expect(mail?.parsed.text).toContain(body)
  expect(mail?.parsed.text).toContain(`/guests/${guest}`)
  expect(mail?.parsed.html).toContain('is &lt;b&gt;six&lt;/b&gt; ok?')
  expect(mail?.parsed.html).not.toContain('<b>')
  expect(mail?.raw).not.toMatch(/^List-Unsubscribe/im)
  expect(await sentencesOf(owner, guest)).toContain(`The guest wrote by SMS: “${body}”`)
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(mails.mails.filter(({ parsed }) => parsed.text?.includes('Running late'))).toHaveLength(1)
  // The guest got nothing, and it counts as no message to them.
  expect(await query('SELECT FROM messages WHERE guest_id = $1', [guest])).toEqual([])
})

test('a number that nobody has is said, and letters that no database takes do not lose the rest', async () => {
  const stranger = newNumber()
  await write(stranger, `Parking\u0000 there?${'x'.repeat(3_000)}`)
  const [mail] = await forwarded('Parking there?')
  expect(mail?.parsed.subject).toBe(`SMS from ${stranger}`)
  expect(mail?.parsed.text).toContain(`Someone who is not among your guests wrote by SMS from ${stranger}:`)
  expect(mail?.parsed.text).not.toContain('/guests/')
  // Of a picture without words too.
  await write(newNumber(), '')
  await forwarded('(an SMS without text)')
})

test('without a reply-to address it is in the activity alone, and without a mail server it is kept', async () => {
  const email = { from_name: 'Other', from_address: 'hello@example.com', smtp: null }
  const [nowhere, kept] = await Promise.all([
    newOrganisation('Nowhere', email),
    newOrganisation('Kept', { ...email, reply_to: OFFICE }),
  ])
  const phone = newNumber()
  for (const [to, expected] of [
    [nowhere, []],
    [kept, [{ status: 'kept', node_id: '@forward', recipient: OFFICE }]],
  ] as const) {
    const guest = await to.guest({ phone })
    expect((await write(phone, 'Is there a lift?', { to })).status).toBe(200)
    expect(
      await query('SELECT status, node_id, recipient FROM messages WHERE organisation_id = $1', [to.id]),
    ).toEqual(expected)
    const visitor = await signedIn(millrace, to.id)
    expect(await sentencesOf(visitor, guest)).toContain('The guest wrote by SMS: “Is there a lift?”')
  }
})

test('a machine that answers everything is forwarded and answered ten times within an hour, and STOP still counts', async () => {
  const phone = newNumber()
  const guest = await organisation.guest({ phone, sms_consent: true })
  let answered = 0
  for (let n = 0; n < 14; n++) if ((await write(phone, 'HELP')).text.includes('<Message>')) answered++
  expect(answered).toBe(10)
  expect((await write(phone, 'I am away')).text).not.toContain('<Message>')
  expect((await write(phone, 'STOP')).text).not.toContain('<Message>')
  expect(await query('SELECT sms_consent FROM guests WHERE id = $1', [guest])).toEqual([
    { sms_consent: false },
  ])
  expect(
    await query(
      `SELECT FROM messages m JOIN sms_received s USING (organisation_id, id) WHERE s.sender = $1`,
      [phone],
    ),
  ).toEqual([])
})

test('answers count in the SMS budget, once for each SMS, and are given when it is spent', async () => {
  const counted = await newOrganisation('Counted')
  await query(
    `UPDATE organisations SET settings = settings || '{"time_zone": "Pacific/Kiritimati", "budgets": {"points_a_day": null, "sms_a_day": 1}}' WHERE id = $1`,
    [counted.id],
  )
  const phone = newNumber()
  await counted.guest({ phone, sms_consent: true })
  const used = () =>
    query<{ used: number }>(
      `SELECT used::int, day = (now() AT TIME ZONE 'Pacific/Kiritimati')::date AS today FROM daily_usage
       WHERE organisation_id = $1 AND kind = 'sms'`,
      [counted.id],
    )
  expect((await write(phone, 'STOP', { to: counted, id: 'SMa' })).text).toContain('<Message>')
  // Passed on again: answered and counted once.
  expect((await write(phone, 'STOP', { to: counted, id: 'SMa' })).text).toContain('<Response></Response>')
  expect(await used()).toEqual([{ used: 1, today: true }])
  expect((await write(phone, 'START', { to: counted, id: 'SMb' })).text).toContain('<Message>')
  expect(await used()).toEqual([{ used: 2, today: true }])
  // What is for people costs nothing.
  await write(phone, 'Thanks', { to: counted })
  expect(await used()).toEqual([{ used: 2, today: true }])
})

test('who sees one venue sees what was written about it, and nothing about others', async () => {
  const phone = newNumber()
  const guest = await organisation.guest({ name: 'Bo', phone })
  for (const serial of ['HILL', 'QUAY']) {
    await sendEvent(owner, guest, 'booking', { serials: [serial] })
    await eventually(
      () => query(`SELECT FROM messages WHERE guest_id = $1`, [guest]),
      rows => rows.length === (serial === 'HILL' ? 1 : 2),
    )
  }
  await write(phone, 'By the window, please')
  await write(newNumber(), 'A wrong number')
  await forwarded('By the window')
  await forwarded('A wrong number')
  const seenBy = async (serials: readonly string[] | null) => {
    const visitor = await signedIn(millrace, organisation.id, { role: 'viewer', serials })
    const { body } = await visitor.get<{ data: { subject: string | null }[] }>('/outbox?limit=100')
    return {
      activity: (await sentencesOf(visitor, guest)).filter(sentence => sentence.includes('by SMS:')),
      messages: body.data.map(({ subject }) => subject).filter(subject => subject?.startsWith('SMS from')),
    }
  }
  const whole = await seenBy(null)
  expect(whole.messages).toContain('SMS from Bo')
  expect(whole.messages.length).toBeGreaterThan(2)
  expect(await seenBy(['QUAY'])).toMatchObject({
    activity: ['The guest wrote by SMS: “By the window, please”'],
    messages: expect.arrayContaining(['SMS from Bo']),
  })
  expect((await seenBy(['QUAY'])).messages.join()).not.toContain('+44')
  expect(await seenBy(['HILL'])).toEqual({
    activity: [],
    messages: expect.not.arrayContaining(['SMS from Bo']),
  })
})

test('it is in the guest’s export, and nothing is left of it when they are deleted', async () => {
  const phone = newNumber()
  await write(phone, 'Written before anyone knew me')
  await forwarded('Written before anyone knew me')
  const guest = await organisation.guest({ name: 'Cy', phone })
  await write(phone, 'Allergic to walnuts')
  await forwarded('Allergic to walnuts')
  const data = await inTransaction(millrace.database.engine, tx => exportGuest(tx, organisation.id, guest))
  expect(data?.received_sms).toMatchObject([{ body: 'Allergic to walnuts', sender: phone }])
  await inTransaction(millrace.database.engine, tx => eraseGuest(tx, organisation.id, guest, 'test'))
  expect(await query('SELECT FROM sms_received WHERE sender = $1', [phone])).toEqual([])
  for (const trace of ['walnuts', 'anyone knew', phone])
    expect(await query('SELECT FROM messages WHERE content::text LIKE $1', [`%${trace}%`])).toEqual([])
})
