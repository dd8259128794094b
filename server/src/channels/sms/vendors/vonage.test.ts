import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SentToUs } from './vendor.ts'
import { vonage } from './vonage.ts'

const secret = 'the signature secret'
const now = new Date('2026-11-18T12:00:00Z')
const fields = {
  msisdn: '447700900123',
  to: '447700900000',
  messageId: '0B000000AA000001',
  text: 'a&b=c',
  type: 'text',
  timestamp: String(now.getTime() / 1_000),
  nonce: 'aaaa',
}
/** As its guide describes it, by names, with & and = in values replaced. */
const text =
  '&messageId=0B000000AA000001&msisdn=447700900123&nonce=aaaa&text=a_b_c' +
  `&timestamp=${fields.timestamp}&to=447700900000&type=text`

const sent = (given: Record<string, string>): SentToUs => ({
  url: 'https://millrace.example.com/callbacks/sms/1',
  params: new URLSearchParams(given),
  body: '',
  headers: {},
  now,
})

test('what was signed with the secret of the account is from Vonage', () => {
  const sig = createHmac('sha256', secret).update(text).digest('hex').toUpperCase()
  expect(vonage.proves(sent({ ...fields, sig }), secret)).toBe(true)
  expect(vonage.proves(sent({ ...fields, sig: sig.toLowerCase() }), secret)).toBe(true)
  expect(vonage.proves(sent({ ...fields, sig }), 'another secret')).toBe(false)
  expect(vonage.proves(sent({ ...fields, text: 'START', sig }), secret)).toBe(false)
  expect(vonage.proves(sent({ ...fields, extra: '1', sig }), secret)).toBe(false)
})

test.each([
  ['no signature', {}, secret],
  ['an empty one', { sig: '' }, secret],
  ['one that is no hexadecimal number', { sig: 'zz' }, secret],
  ['another method', { sig: createHmac('sha1', secret).update(text).digest('hex') }, secret],
  ['no secret', { sig: createHmac('sha256', '').update(text).digest('hex') }, ''],
  ['an old one', { sig: createHmac('sha256', secret).update(text).digest('hex'), timestamp: '1' }, secret],
])('%s proves nothing', (_, given, key) => {
  expect(vonage.proves(sent({ ...fields, ...given }), key)).toBe(false)
})

test.each([
  [{ status: 'delivered', 'err-code': '0' }, { status: 'delivered' }],
  [
    { status: 'failed', 'err-code': '6' },
    { status: 'failed', errorCode: '6' },
  ],
  [{ status: 'expired' }, { status: 'undelivered' }],
  [{ status: 'buffered' }, { status: 'sent' }],
])('%o is %o', (given, report) => {
  expect(vonage.reportIn(new URLSearchParams({ messageId: 'm1', ...given }))).toEqual({
    providerId: 'm1',
    ...report,
  })
})

test('a status of later days, and a report about nothing, are none', () => {
  expect(vonage.reportIn(new URLSearchParams({ messageId: 'm1', status: 'constructor' }))).toBeUndefined()
  expect(vonage.reportIn(new URLSearchParams({ status: 'delivered' }))).toBeUndefined()
})
