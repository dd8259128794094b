import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { statusOf, verifyStatusCallback } from './twilio-signature.ts'

// The worked example in Twilio's documentation: its token, its address, its parameters, its signature.
const documented = {
  token: '12345',
  url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
  params: new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  }),
  signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
}
const { token, url, params, signature } = documented

test('the documented example verifies, in whatever order its parameters come', () => {
  expect(verifyStatusCallback(url, params, signature, token)).toBe(true)
  expect(verifyStatusCallback(url, new URLSearchParams([...params].reverse()), signature, token)).toBe(true)
})

test('the usual port may be written out by either side', () => {
  const written = 'https://mycompany.com:443/myapp.php?foo=1&bar=2'
  expect(verifyStatusCallback(written, params, signature, token)).toBe(true)
  const other = 'https://mycompany.com:8443/myapp.php?foo=1&bar=2'
  expect(verifyStatusCallback(other, params, signature, token)).toBe(false)
})

test.each([
  ['another token', { authToken: '12346' }],
  [
    'no token, whatever was signed with none',
    { authToken: '', signature: createHmac('sha1', '').update(url).digest('base64') },
  ],
  ['another address', { url: 'https://mycompany.com/myapp.php?foo=1&bar=3' }],
  ['another parameter', { params: new URLSearchParams({ ...Object.fromEntries(params), Digits: '1235' }) }],
  ['one parameter more', { params: new URLSearchParams([...params, ['Extra', '1']]) }],
  ['no signature', { signature: '' }],
  ['a cut signature', { signature: signature.slice(0, 8) }],
])('%s does not verify', (_what, changes) => {
  const given = { url, params, signature, authToken: token, ...changes }
  expect(verifyStatusCallback(given.url, given.params, given.signature, given.authToken)).toBe(false)
})

test.each([
  ['accepted', 'queued'],
  ['queued', 'queued'],
  ['sending', 'queued'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'undelivered'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])('a message that is %s is %s to us', (MessageStatus, status) => {
  expect(statusOf(new URLSearchParams({ MessageSid: 'SM1', MessageStatus }))).toEqual({
    providerId: 'SM1',
    status,
  })
})

test('the reason for a failure comes with it', () => {
  const report = new URLSearchParams({ MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30003' })
  expect(statusOf(report)).toEqual({ providerId: 'SM1', status: 'undelivered', errorCode: '30003' })
})

test.each([{}, { MessageStatus: 'sent' }, { MessageSid: 'SM1', MessageStatus: 'vanished' }])(
  '%o is no report',
  report => {
    expect(statusOf(new URLSearchParams(report as Record<string, string>))).toBeUndefined()
  },
)
