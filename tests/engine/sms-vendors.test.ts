import { createHash, createHmac } from 'node:crypto'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendEvent } from '../api/management-ground.ts'
import { httpReceiver } from '../channels/receiver.ts'
import { askPage, type Page, postForm } from '../support/ask-page.ts'
import { signedIn, type Visitor } from '../support/dashboard.ts'
import {
  eventually,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'

/** Vonage and MessageBird from the first message to the last report, with providers that sign as they document it. */
const SIGNATURE_SECRET = 'the signature secret of the account'
const SIGNING_KEY = 'the-signing-key-of-the-account-at-messagebird'
let millrace: TestMillrace
let vonage: Awaited<ReturnType<typeof httpReceiver>>
let messagebird: Awaited<ReturnType<typeof httpReceiver>>

beforeAll(async () => {
  vonage = await httpReceiver(response =>
    response
      .writeHead(200)
      .end(JSON.stringify({ messages: [{ 'message-id': `V${vonage.received.length}`, status: '0' }] })),
  )
  messagebird = await httpReceiver(response =>
    response.writeHead(201).end(JSON.stringify({ id: `M${messagebird.received.length}` })),
  )
  millrace = await startTestMillrace({
    config: {
      allowedPrivateAddresses: ['127.0.0.0/8'],
      allowedPorts: [vonage.port, messagebird.port],
    },
  })
})
afterAll(async () => {
  await millrace?.stop()
  await vonage?.close()
  await messagebird?.close()
})

let written = 0

const document: WorkflowDefinition = {
  trigger: { source: 'bill' },
  start: 'text',
  nodes: [
    { id: 'text', type: 'send_sms', body: 'Oysters at five', next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
}

interface Sent {
  readonly to: string
  readonly text: string
  readonly from: string
  readonly callback: string
}

/** How each is set up, what it was sent, and how it reports and passes on what guests write. */
const vendors = {
  vonage: {
    sms: () => ({ vendor: 'vonage', api_url: vonage.url, account: 'abcd1234', from: '+447700900000' }),
    secret: SIGNATURE_SECRET,
    sent: (): Sent[] =>
      vonage.received.map(({ body }) => {
        const { to = '', text = '', from = '', callback = '' } = Object.fromEntries(new URLSearchParams(body))
        return { to: `+${to}`, text, from, callback }
      }),
    report: (url: string, key?: string) =>
      signedForm(url, { messageId: 'V1', status: 'delivered', 'err-code': '0', msisdn: '447700900101' }, key),
    write: (url: string, from: string, text: string, key?: string) =>
      signedForm(url, { msisdn: from.slice(1), to: '447700900000', text, messageId: `I${++written}` }, key),
  },
  messagebird: {
    sms: () => ({
      vendor: 'messagebird',
      api_url: messagebird.url,
      account: 'MessageBird',
      from: '+447700900000',
    }),
    secret: `the-access-key ${SIGNING_KEY}`,
    sent: (): Sent[] =>
      messagebird.received.map(({ body }) => {
        const { recipients, body: text, originator, reportUrl } = JSON.parse(body)
        return { to: `+${recipients[0]}`, text, from: originator, callback: reportUrl }
      }),
    report: (url: string, key?: string) => signedAddress(`${url}?id=M1&status=delivered&reference=x`, key),
    write: (url: string, from: string, text: string, key?: string) =>
      signedBody(
        url,
        new URLSearchParams({ originator: from.slice(1), body: text, id: `I${++written}` }).toString(),
        key,
      ),
  },
} as const

/** As Vonage signs: the sorted parameters, with the secret of the account. */
function signedForm(url: string, given: Record<string, string>, key = SIGNATURE_SECRET): Promise<Page> {
  const form: Record<string, string> = {
    ...given,
    timestamp: String(Math.floor(Date.now() / 1_000)),
    nonce: 'n1',
  }
  const text = Object.keys(form)
    .sort()
    .map(name => `&${name}=${form[name]}`)
    .join('')
  return postForm(url, { ...form, sig: createHmac('sha256', key).update(text).digest('hex').toUpperCase() })
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

async function token(url: string, body: string, key = SIGNING_KEY): Promise<Record<string, string>> {
  const claims = { url_hash: hash(url), ...(body === '' ? {} : { payload_hash: hash(body) }), jti: 'j1' }
  const jwt = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('MessageBird')
    .setNotBefore('0s')
    .setExpirationTime('1m')
    .sign(Buffer.from(key))
  return { 'messagebird-signature-jwt': jwt }
}

const signedAddress = async (url: string, key?: string) => askPage('GET', url, await token(url, '', key))
const signedBody = async (url: string, body: string, key?: string) =>
  askPage(
    'POST',
    url,
    { 'content-type': 'application/x-www-form-urlencoded', ...(await token(url, body, key)) },
    body,
  )

async function setUp(
  name: keyof typeof vendors,
): Promise<{ organisation: TestOrganisation; owner: Visitor }> {
  const organisation = await millrace.organisation(`Rialto by ${name}`)
  const owner = await signedIn(millrace, organisation.id)
  const { sms, secret } = vendors[name]
  const added = await owner.ask('POST', '/providers', {
    json: { channel: 'sms', name: 'First', sms: sms(), secret },
  })
  expect(added.status, added.text).toBe(201)
  await organisation.workflow(document)
  return { organisation, owner }
}

const messageTo = async (recipient: string) =>
  (
    await millrace.database.engine.query<{ status: string; node_id: string; content: { body: string } }>(
      'SELECT status, node_id, content FROM messages WHERE recipient = $1 ORDER BY created_at, id',
      [recipient],
    )
  ).rows

test.each(['vonage', 'messagebird'] as const)(
  '%s: a message goes out, is reported, is stopped by the guest, and STOP is answered',
  async name => {
    const { organisation, owner } = await setUp(name)
    const { sent, report, write } = vendors[name]
    const phone = name === 'vonage' ? '+447700900101' : '+447700900102'
    const guest = await organisation.guest({ phone, sms_consent: true })
    await sendEvent(owner, guest, 'bill')
    const first = await eventually(
      async () => sent().find(({ to }) => to === phone) as Sent,
      found => found !== undefined,
    )
    expect(first).toMatchObject({ text: 'Oysters at five\nReply STOP to opt out' })
    await eventually(
      () => messageTo(phone),
      ([one]) => one?.status === 'sent',
    )

    // Reports of others change nothing.
    expect((await report(first.callback, 'another key')).status).toBe(403)
    expect((await messageTo(phone))[0]?.status).toBe('sent')
    expect((await report(first.callback)).status).toBe(204)
    expect((await messageTo(phone))[0]?.status).toBe('delivered')

    const inbound = `${millrace.url}/callbacks/sms/${organisation.id}`
    expect((await write(inbound, phone, 'STOP', 'another key')).status).toBe(403)
    const stopped = await write(inbound, phone, 'STOP')
    expect([stopped.status, stopped.text]).toEqual([200, ''])
    const { rows } = await millrace.database.engine.query('SELECT sms_consent FROM guests WHERE id = $1', [
      guest,
    ])
    expect(rows).toEqual([{ sms_consent: false }])
    // These providers have no answer in the response, so it is a message.
    await eventually(
      async () => sent().filter(({ to }) => to === phone),
      all => all.at(-1)?.text.includes('you will no longer get news and offers') === true,
    )
    expect(await messageTo(phone)).toMatchObject([{ node_id: 'text' }, { node_id: '@answer' }])

    // A stranger is answered too, and what is for people is taken.
    const stranger = '+447700900199'
    expect((await write(inbound, stranger, 'HELP')).status).toBe(200)
    await eventually(
      async () => sent().filter(({ to }) => to === stranger),
      all => all.length === 1,
    )
    expect((await write(inbound, stranger, 'Is there parking?')).status).toBe(200)
    expect((await messageTo(stranger)).length).toBe(1)
    // Passed on again, it is the same one.
    written -= 1
    expect((await write(inbound, stranger, 'Is there parking?')).status).toBe(200)
    const { rowCount } = await millrace.database.engine.query(
      'SELECT FROM sms_received WHERE organisation_id = $1 AND sender = $2',
      [organisation.id, stranger],
    )
    expect(rowCount).toBe(2)
    await millrace.database.engine.query('DELETE FROM messages WHERE recipient = $1', [stranger])
  },
)

test('a message about a venue is from the venue, and to another country from a number that it takes', async () => {
  const { organisation, owner } = await setUp('vonage')
  await organisation.venue('QUAY')
  const saved = await owner.ask('PATCH', '/venues/QUAY', { json: { sms_from: 'The Quay' } })
  expect(saved.status, saved.text).toBe(200)
  const wrong = await owner.ask<{ errors: object }>('PATCH', '/venues/QUAY', {
    json: { sms_from: 'The Old Quayside' },
  })
  expect(wrong.body.errors).toEqual({ sms_from: ['A name as the sender has at most 11 characters.'] })
  for (const [phone, from, ends] of [
    ['+447700900111', 'The Quay', /\nOpt out: http.*\/unsubscribe\//],
    ['+12125550111', '447700900000', /\nReply STOP to opt out$/],
  ] as const) {
    const guest = await organisation.guest({ phone, sms_consent: true })
    await sendEvent(owner, guest, 'bill', { serials: ['QUAY'] })
    const got = await eventually(
      async () => vendors.vonage.sent().find(({ to }) => to === phone) as Sent,
      found => found !== undefined,
    )
    expect(got.from).toBe(from)
    expect(got.text).toMatch(ends)
  }
})
