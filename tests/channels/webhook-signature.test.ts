import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newWebhookSecret, readWebhookSecret } from '../../server/src/channels/webhook/secret.ts'
import { signatureHeaders } from '../../server/src/channels/webhook/sign.ts'

const keyOf = (secret: string) => readWebhookSecret(secret) as Buffer
const secret = newWebhookSecret()
const body = '{"guest":"Zoë","points":5}'
const sign = (secrets: string[], at = new Date()) =>
  signatureHeaders({ id: 'msg_1', at, body }, secrets.map(keyOf))

test('the official library takes the signature', () => {
  expect(new Webhook(secret).verify(body, sign([secret]))).toEqual({ guest: 'Zoë', points: 5 })
})

test('while a secret is being replaced, the old and the new one both verify, and a third does not', () => {
  const next = newWebhookSecret()
  const headers = sign([next, secret])
  for (const known of [secret, next]) expect(new Webhook(known).verify(body, headers)).toBeTruthy()
  expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow()
})

test.each([
  ['six minutes old', -6],
  ['six minutes ahead', 6],
])('a call that is %s is refused by the receiver', (_what, minutes) => {
  const headers = sign([secret], new Date(Date.now() + minutes * 60_000))
  expect(() => new Webhook(secret).verify(body, headers)).toThrow('timestamp')
})

test.each([
  ['body', { body: '{"guest":"Zoë","points":6}', headers: {} }],
  ['id', { body, headers: { 'webhook-id': 'msg_2' } }],
  ['time', { body, headers: { 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 1) } }],
])('a swapped %s does not verify', (_what, swapped) => {
  const headers = { ...sign([secret]), ...swapped.headers }
  expect(() => new Webhook(secret).verify(swapped.body, headers)).toThrow('signature')
})

test('a new secret has 32 bytes, and no two are the same', () => {
  expect(keyOf(secret)).toHaveLength(32)
  expect(newWebhookSecret()).not.toBe(secret)
})

test.each([
  ['', 'nothing'],
  [secret.slice('whsec_'.length), 'no prefix'],
  [`whsec_${Buffer.alloc(23).toString('base64')}`, '23 bytes'],
  [`whsec_${Buffer.alloc(65).toString('base64')}`, '65 bytes'],
  [`${secret.slice(0, 20)} ${secret.slice(20)}`, 'a space inside'],
])('%j is no secret: %s', text => {
  expect(readWebhookSecret(text)).toBeUndefined()
})
