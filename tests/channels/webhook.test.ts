import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { callWebhook } from '../../server/src/channels/webhook/call-webhook.ts'
import { clientFor, httpReceiver } from './receiver.ts'
import { webhookTo } from './webhook-request.ts'

async function receiver(answer?: Parameters<typeof httpReceiver>[0]) {
  const started = await httpReceiver(answer)
  onTestFinished(started.close)
  return started
}

test('a call arrives signed, with its own headers, and its JSON answer is there for later conditions', async () => {
  const there = await receiver(response =>
    response.setHeader('content-type', 'application/json').end('{"seat":{"row":7}}'),
  )
  const request = webhookTo(`${there.url}/hooks?venue=7`, { method: 'PUT', headers: { 'X-Venue': 'Rialto' } })
  const outcome = await callWebhook(request, clientFor(there))
  expect(outcome).toEqual({
    kind: 'delivered',
    detail: { contacted: true, durationMs: expect.any(Number), status: 200, json: { seat: { row: 7 } } },
  })
  const [got] = there.received
  expect(got).toMatchObject({
    method: 'PUT',
    path: '/hooks?venue=7',
    body: request.body,
    headers: { 'x-venue': 'Rialto', 'content-type': 'application/json', 'webhook-id': request.id },
  })
  const headers = got?.headers as Record<string, string>
  expect(new Webhook(request.secrets[0] as string).verify(got?.body as string, headers)).toEqual({
    guest: 'Ada',
  })
})

test('every attempt has the same id', async () => {
  const there = await receiver(response => response.writeHead(503).end())
  const http = clientFor(there)
  for (const minutes of [0, 1]) {
    await callWebhook(webhookTo(there.url, { at: new Date(Date.now() + minutes * 60_000) }), http)
  }
  const [first, second] = there.received.map(({ headers }) => headers)
  expect(second?.['webhook-id']).toBe(first?.['webhook-id'])
  expect(second?.['webhook-timestamp']).not.toBe(first?.['webhook-timestamp'])
})

test.each([
  [200, 'delivered', undefined],
  [204, 'delivered', undefined],
  [304, 'refused', 'redirect'],
  [400, 'refused', 'http_400'],
  [401, 'refused', 'http_401'],
  [404, 'refused', 'http_404'],
  [408, 'retry', 'http_408'],
  [409, 'retry', 'http_409'],
  [410, 'refused', 'http_410'],
  [425, 'retry', 'http_425'],
  [429, 'retry', 'http_429'],
  [500, 'retry', 'http_500'],
  [503, 'retry', 'http_503'],
])('an answer of %i is %s', async (status, kind, code) => {
  const there = await receiver(response => response.writeHead(status).end())
  const outcome = await callWebhook(webhookTo(there.url), clientFor(there))
  expect([outcome.kind, 'code' in outcome ? outcome.code : undefined]).toEqual([kind, code])
  expect(outcome.detail.status).toBe(status)
})

test.each([301, 302, 303, 307, 308])('a redirect by %i is not followed', async status => {
  const inner = await receiver()
  for (const location of [inner.url, 'file:///etc/passwd', 'http://169.254.169.254/']) {
    const there = await receiver(response => response.writeHead(status, { location }).end())
    const outcome = await callWebhook(webhookTo(there.url), clientFor(there))
    expect(outcome).toMatchObject({
      kind: 'refused',
      code: 'redirect',
      message: expect.stringContaining('redirect'),
    })
  }
  expect(inner.connections()).toBe(0)
})

test('a receiver may ask for a pause', async () => {
  const there = await receiver(response => response.writeHead(429, { 'retry-after': '120' }).end())
  const outcome = await callWebhook(webhookTo(there.url), clientFor(there))
  expect(outcome).toMatchObject({ kind: 'retry', afterMs: 120_000 })
})

test.each([
  ['invalid_url', { url: 'http://127.0.0.1:1/' }],
  ['invalid_url', { url: 'ftp://example.com/' }],
  ['invalid_headers', { headers: { Host: 'other.example.com' } }],
  ['invalid_headers', { headers: { 'Content-Length': '0' } }],
  ['invalid_headers', { headers: { 'transfer-encoding': 'chunked' } }],
  ['invalid_headers', { headers: { 'Webhook-Signature': 'v1,forged' } }],
  ['invalid_headers', { headers: { 'X-Name': 'a\r\nX-Injected: b' } }],
  ['invalid_headers', { headers: { 'X-Name\r\nX-Injected': 'b' } }],
  ['invalid_headers', { headers: { 'X-Name': 'Łódź' } }],
  ['invalid_headers', { headers: { 'X-Name': 'a', 'x-name': 'b' } }],
  ['invalid_headers', { headers: { 'X-Name': 'a'.repeat(9_000) } }],
  ['invalid_headers', { headers: Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`X-${n}`, 'a'])) }],
  ['body_too_large', { body: JSON.stringify('a'.repeat(256 * 1024)) }],
  ['invalid_secret', { secrets: [] }],
  ['invalid_secret', { secrets: ['whsec_short'] }],
])('what cannot be sent is refused here with a sentence: %s, %o', async (code, changes) => {
  const there = await receiver()
  const outcome = await callWebhook(webhookTo(there.url, changes), clientFor(there))
  expect(outcome).toMatchObject({
    kind: 'refused',
    code,
    message: expect.stringMatching(/\.$/),
    detail: { contacted: false },
  })
  expect(there.connections()).toBe(0)
})

test('what a receiver sends back of our secrets is not kept', async () => {
  const there = await receiver((response, { headers }) => response.end(JSON.stringify(headers)))
  const request = webhookTo(there.url, { headers: { Authorization: 'Bearer hunter2-hunter2' } })
  const kept = JSON.stringify(await callWebhook(request, clientFor(there)))
  expect(kept).toContain('[redacted]')
  for (const secret of [
    'hunter2',
    ...there.received.map(({ headers }) => headers['webhook-signature'] as string),
  ]) {
    expect(kept).not.toContain(secret)
  }
})

test('an answer that PostgreSQL could not store is made storable', async () => {
  const there = await receiver(response =>
    response.end('{"a\\u0000b":"\\ud800","__proto__":{"polluted":true}}'),
  )
  const { detail } = await callWebhook(webhookTo(there.url), clientFor(there))
  expect(JSON.stringify(detail.json)).toBe('{"a\ufffdb":"\ufffd","__proto__":{"polluted":true}}')
  expect(Object.prototype).not.toHaveProperty('polluted')
})
