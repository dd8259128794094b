import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { sendSms } from '../../server/src/channels/sms/send-sms.ts'
import type { SmsMessage, SmsSettings } from '../../server/src/channels/sms/settings.ts'
import { clientFor, httpReceiver } from './receiver.ts'

/** Vonage and MessageBird, as their documentation describes what they take and answer. */
const sms: SmsMessage = {
  id: '0198c0de-0000-7000-8000-000000000001',
  organisationId: 'organisation',
  to: '+447700900123',
  body: 'See you & yours at five',
  statusCallback: 'https://millrace.example.com/callbacks/sms/1/2',
  at: new Date('2026-11-18T12:00:00Z'),
}
const vonage = {
  vendor: 'vonage',
  accountSid: 'abcd1234',
  authToken: 'the signature secret',
  sender: { from: 'Rialto' },
} as const
const messagebird = {
  vendor: 'messagebird',
  accountSid: 'MessageBird',
  authToken: 'the-access-key the-signing-key',
  sender: { from: '+447700900001' },
} as const

async function provider(
  account: Omit<SmsSettings, 'baseUrl'>,
  status: number,
  answer: unknown,
  headers: Record<string, string> = {},
) {
  const there = await httpReceiver(response =>
    response.writeHead(status, headers).end(JSON.stringify(answer)),
  )
  onTestFinished(there.close)
  const http = clientFor(there)
  const send = (message: Partial<SmsMessage> = {}, settings: Partial<SmsSettings> = {}) =>
    sendSms({ baseUrl: there.url, ...account, ...settings }, { ...sms, ...message }, http)
  return { there, send }
}

test('Vonage is given a signed form, and answers with an id', async () => {
  const { there, send } = await provider(vonage, 200, {
    'message-count': '1',
    messages: [{ to: '447700900123', 'message-id': '0A000000001', status: '0' }],
  })
  expect(await send()).toMatchObject({ kind: 'delivered', detail: { providerId: '0A000000001' } })
  const [got] = there.received
  expect(got).toMatchObject({ method: 'POST', path: '/sms/json' })
  expect(got?.headers.authorization).toBeUndefined()
  const { sig, ...form } = Object.fromEntries(new URLSearchParams(got?.body))
  expect(form).toEqual({
    api_key: 'abcd1234',
    from: 'Rialto',
    to: '447700900123',
    text: sms.body,
    type: 'text',
    'client-ref': sms.id,
    timestamp: '1795003200',
    callback: sms.statusCallback,
  })
  const listed = Object.keys(form)
    .sort()
    .map(name => `&${name}=${form[name]?.replace(/[&=]/g, '_')}`)
    .join('')
  expect(sig).toBe(createHmac('sha256', vonage.authToken).update(listed).digest('hex').toUpperCase())
  expect(got?.body).not.toContain('signature')
})

test('text outside of GSM-7 is named as such to both', async () => {
  const one = await provider(vonage, 200, { messages: [{ 'message-id': '1', status: '0' }] })
  await one.send({ body: 'łódź ☕' })
  expect(new URLSearchParams(one.there.received[0]?.body).get('type')).toBe('unicode')
  const other = await provider(messagebird, 201, { id: '1' })
  await other.send({ body: 'łódź ☕' })
  expect(JSON.parse(other.there.received[0]?.body ?? '')).toMatchObject({ datacoding: 'unicode' })
})

test('MessageBird is given JSON with the access key, and answers with an id', async () => {
  const { there, send } = await provider(messagebird, 201, { id: 'e8077d803532c0b5937c639b60216938' })
  expect(await send()).toMatchObject({
    kind: 'delivered',
    detail: { providerId: 'e8077d803532c0b5937c639b60216938' },
  })
  const [got] = there.received
  expect(got).toMatchObject({
    method: 'POST',
    path: '/messages',
    headers: { authorization: 'AccessKey the-access-key', 'content-type': 'application/json' },
  })
  expect(JSON.parse(got?.body ?? '')).toEqual({
    originator: '+447700900001',
    recipients: ['447700900123'],
    body: sms.body,
    datacoding: 'plain',
    reference: sms.id,
    reportUrl: sms.statusCallback,
  })
  expect(JSON.stringify(got)).not.toContain('signing')
})

const said = (status: string) => ({ messages: [{ status, 'error-text': 'no' }] })
const erred = (code: number, parameter: string | null = null) => ({
  errors: [{ code, description: 'no', parameter }],
})

test.each([
  ['Vonage', vonage, 200, said('1'), 'retry', 'provider_1'],
  ['Vonage', vonage, 200, said('4'), 'retry', 'auth_failed'],
  ['Vonage', vonage, 200, said('14'), 'retry', 'auth_failed'],
  ['Vonage', vonage, 200, said('5'), 'retry', 'provider_5'],
  ['Vonage', vonage, 200, said('9'), 'retry', 'no_credit'],
  ['Vonage', vonage, 200, said('6'), 'refused', 'invalid_recipient'],
  ['Vonage', vonage, 200, said('15'), 'refused', 'invalid_sender'],
  ['Vonage', vonage, 200, said('29'), 'refused', 'region_not_allowed'],
  ['Vonage', vonage, 200, said('999'), 'refused', 'provider_999'],
  ['Vonage', vonage, 200, { messages: [{ status: '0' }] }, 'refused', 'bad_response'],
  ['Vonage', vonage, 200, {}, 'refused', 'http_200'],
  ['Vonage', vonage, 200, null, 'refused', 'http_200'],
  ['Vonage', vonage, 429, {}, 'retry', 'http_429'],
  ['Vonage', vonage, 503, {}, 'retry', 'http_503'],
  ['MessageBird', messagebird, 401, erred(2), 'retry', 'auth_failed'],
  ['MessageBird', messagebird, 402, erred(25), 'retry', 'no_credit'],
  ['MessageBird', messagebird, 422, erred(10, 'originator'), 'refused', 'invalid_sender'],
  ['MessageBird', messagebird, 422, erred(10, 'recipients'), 'refused', 'invalid_recipient'],
  ['MessageBird', messagebird, 422, erred(9, 'body'), 'refused', 'provider_9'],
  ['MessageBird', messagebird, 500, erred(99), 'retry', 'provider_99'],
  ['MessageBird', messagebird, 200, [], 'refused', 'bad_response'],
  ['MessageBird', messagebird, 404, 'no object', 'refused', 'http_404'],
] as const)('%s: %o %i %o is %s: %s', async (_, account, status, answer, kind, code) => {
  const { send } = await provider(account, status, answer)
  const outcome = await send()
  expect(outcome).toMatchObject({ kind, code, message: expect.stringMatching(/\.$/), detail: { status } })
  expect(JSON.stringify(outcome)).not.toMatch(/access-key|signing-key|signature secret/)
})

test('a message that Vonage or a gateway may have taken is uncertain', async () => {
  const own = await provider(vonage, 200, said('5'))
  expect((await own.send()).detail.uncertain).toBe(true)
  const gateway = await provider(messagebird, 502, {})
  expect((await gateway.send()).detail.uncertain).toBe(true)
})

test.each([
  [vonage, { accountSid: '../other' }],
  [vonage, { authToken: '' }],
  [vonage, { sender: { messagingServiceSid: 'MG1' } }],
  [messagebird, { authToken: 'only-one-key' }],
  [messagebird, { sender: { messagingServiceSid: 'MG1' } }],
] as const)('what cannot be sent is refused here with a sentence: %o, %o', async (account, settings) => {
  const { there, send } = await provider(account, 200, {})
  expect(await send({}, settings)).toMatchObject({ kind: 'refused', code: 'invalid_settings' })
  expect(there.connections()).toBe(0)
})
