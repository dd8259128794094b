import { expect, onTestFinished, test } from 'vitest'
import { sendSms } from '../../server/src/channels/sms/send-sms.ts'
import {
  type SmsMessage,
  type SmsSettings,
  smsSettingsFaults,
} from '../../server/src/channels/sms/settings.ts'
import { clientFor, httpReceiver } from './receiver.ts'

const account = {
  vendor: 'twilio' as const,
  accountSid: 'AC123',
  authToken: 'hunter2-hunter2',
  sender: { from: '+447700900001' },
}
const sms: SmsMessage = {
  id: '0198c0de-0000-7000-8000-000000000001',
  organisationId: 'organisation',
  to: '+447700900123',
  body: 'Grüße & 50% off\nłódź',
  at: new Date(),
}

async function provider(status: number, answer: unknown, headers: Record<string, string> = {}) {
  const there = await httpReceiver(response =>
    response.writeHead(status, headers).end(JSON.stringify(answer)),
  )
  onTestFinished(there.close)
  const http = clientFor(there)
  return {
    there,
    send: (message: Partial<SmsMessage> = {}, settings: Partial<SmsSettings> = {}) =>
      sendSms({ baseUrl: there.url, ...account, ...settings }, { ...sms, ...message }, http),
  }
}

test('a message goes to the account as a form, and comes back with the id of the provider', async () => {
  const { there, send } = await provider(201, { sid: 'SM900', status: 'queued' })
  const outcome = await send({ statusCallback: 'https://millrace.example.com/sms?run=7' })
  expect(outcome).toMatchObject({ kind: 'delivered', detail: { status: 201, providerId: 'SM900' } })
  const [got] = there.received
  expect(got).toMatchObject({
    method: 'POST',
    path: '/2010-04-01/Accounts/AC123/Messages.json',
    headers: {
      authorization: `Basic ${Buffer.from('AC123:hunter2-hunter2').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  expect(Object.fromEntries(new URLSearchParams(got?.body))).toEqual({
    To: sms.to,
    From: '+447700900001',
    Body: sms.body,
    StatusCallback: 'https://millrace.example.com/sms?run=7',
  })
})

test('a messaging service stands in for the number', async () => {
  const { there, send } = await provider(201, { sid: 'SM900' })
  await send({}, { sender: { messagingServiceSid: 'MG42' } })
  const form = new URLSearchParams(there.received[0]?.body)
  expect([form.get('MessagingServiceSid'), form.has('From')]).toEqual(['MG42', false])
})

test('the sender of the venue stands in for the usual one, and that of a country for both', async () => {
  const { there, send } = await provider(201, { sid: 'SM900' })
  await send({ from: 'Harbour' })
  await send({ from: 'Harbour', to: '+33612345678' }, { byCountry: { FR: '38123' } })
  await send({ from: 'Harbour', to: '+12125550123' })
  expect(there.received.map(({ body }) => new URLSearchParams(body).get('From'))).toEqual([
    'Harbour',
    '38123',
    '+447700900001',
  ])
})

test.each([
  [400, { code: 21610 }, 'refused', 'recipient_unsubscribed'],
  [400, { code: 21211 }, 'refused', 'invalid_recipient'],
  [400, { code: 21408 }, 'refused', 'region_not_allowed'],
  [400, { code: 21699 }, 'refused', 'provider_21699'],
  [400, 'no object', 'refused', 'http_400'],
  [400, null, 'refused', 'http_400'],
  [302, {}, 'refused', 'http_302'],
  [404, { code: 20404 }, 'refused', 'provider_20404'],
  [200, {}, 'refused', 'bad_response'],
  [401, { code: 20003 }, 'retry', 'auth_failed'],
  [429, { code: 20429 }, 'retry', 'provider_20429'],
  [400, { code: 21611 }, 'retry', 'provider_21611'],
  [500, {}, 'retry', 'http_500'],
  [503, {}, 'retry', 'http_503'],
])('an answer of %i with %o is %s: %s', async (status, answer, kind, code) => {
  const { send } = await provider(status, answer)
  expect(await send()).toMatchObject({
    kind,
    code,
    message: expect.stringMatching(/\.$/),
    detail: { status },
  })
})

test('the provider may ask for a pause', async () => {
  const { send } = await provider(429, { code: 20429 }, { 'retry-after': '7' })
  expect(await send()).toMatchObject({ kind: 'retry', afterMs: 7_000 })
})

test('what the provider says is kept, without the token and not in the message', async () => {
  const said = `The number ${sms.to} is wrong, ${account.authToken}`
  const { send } = await provider(400, { code: 21211, message: said })
  const outcome = await send()
  expect(outcome.detail.json).toEqual({ code: 21211, message: `The number ${sms.to} is wrong, [redacted]` })
  expect('message' in outcome && outcome.message).not.toContain(sms.to)
})

test.each([
  ['invalid_recipient', { to: '07700900123' }, {}],
  ['invalid_recipient', { to: '+44 7700 900123' }, {}],
  ['invalid_recipient', { to: '+447700900123&To=+447700900124' }, {}],
  ['empty_message', { body: '' }, {}],
  ['message_too_long', { body: 'a'.repeat(1_601) }, {}],
  ['invalid_settings', {}, { baseUrl: 'http://10.0.0.1/' }],
  ['invalid_settings', {}, { accountSid: '../Other' }],
  ['invalid_settings', {}, { authToken: '' }],
  ['invalid_settings', {}, { sender: { from: 'a\r\nb' } }],
  ['invalid_settings', {}, { sender: { from: 'The Old Harbour' } }],
  ['invalid_settings', {}, { byCountry: { US: 'no number!' } }],
  ['invalid_settings', {}, { byCountry: { XX: '+15550100' } }],
  ['invalid_sender', { to: '+12125550123' }, { sender: { from: 'Rialto' } }],
])('what cannot be sent is refused here with a sentence: %s, %o, %o', async (code, message, settings) => {
  const { there, send } = await provider(201, { sid: 'SM900' })
  expect(await send(message, settings)).toMatchObject({ kind: 'refused', code, detail: { contacted: false } })
  expect(there.connections()).toBe(0)
})

test('on the public internet the token goes over https only', () => {
  const policy = { allowPrivate: [], extraPorts: [] }
  expect(smsSettingsFaults({ baseUrl: 'https://api.twilio.com', ...account }, policy)).toEqual([])
  expect(smsSettingsFaults({ baseUrl: 'http://api.twilio.com', ...account }, policy)).toHaveLength(1)
})
