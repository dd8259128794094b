import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createGuard } from '../../server/src/channels/guard/guard.ts'
import { createHttpClient } from '../../server/src/channels/http/client.ts'
import { HTTP_LIMITS } from '../../server/src/channels/http/exchange.ts'
import { callWebhook } from '../../server/src/channels/webhook/call-webhook.ts'
import { selfSigned } from './certificate.ts'
import { clientFor, loopbackPolicy, rawReceiver, tlsReceiver } from './receiver.ts'
import { webhookTo } from './webhook-request.ts'

const OK = 'HTTP/1.1 200 OK\r\n'
const hasty = { limits: { ...HTTP_LIMITS, totalMs: 300 } }

/** Writes for as long as the other side takes it. */
function pour(socket: Socket, chunk: Buffer): void {
  while (!socket.destroyed && socket.write(chunk)) {}
  socket.once('drain', () => pour(socket, chunk))
}

/** Writes a byte now and then, for ever. */
function trickle(socket: Socket, beginning: string): void {
  socket.write(beginning)
  const timer = setInterval(() => socket.write('a'), 20)
  socket.on('close', () => clearInterval(timer))
}

async function callTo(handle: (socket: Socket) => void, options = {}) {
  const there = await rawReceiver(handle)
  onTestFinished(there.close)
  return callWebhook(webhookTo(there.url), clientFor(there, options))
}

test('of an endless body 64 KiB are kept, and the connection is closed', async () => {
  const closed = Promise.withResolvers<void>()
  const outcome = await callTo(socket => {
    socket.on('close', () => closed.resolve())
    socket.write(`${OK}\r\n`)
    pour(socket, Buffer.alloc(64 * 1024, 'a'))
  })
  await closed.promise
  expect(outcome).toMatchObject({ kind: 'delivered', detail: { status: 200, responseCut: true } })
  expect(outcome.detail.response).toHaveLength(64 * 1024)
})

test('an endless JSON answer is text', async () => {
  const outcome = await callTo(socket => {
    socket.write(`${OK}content-type: application/json\r\n\r\n[1`)
    pour(socket, Buffer.from(',1'.repeat(10_000)))
  })
  expect(outcome.detail.json).toBeUndefined()
  expect(outcome.detail.response).toContain('[1,1,1')
})

test.each([
  ['says nothing', () => {}],
  ['sends its status line byte by byte', (socket: Socket) => trickle(socket, 'HTTP/1.1 200 ')],
  ['sends its body byte by byte', (socket: Socket) => trickle(socket, `${OK}\r\n`)],
  ['sends less than it promised', (socket: Socket) => void socket.write(`${OK}content-length: 9\r\n\r\na`)],
  [
    'answers 100 without end',
    (socket: Socket) => pour(socket, Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000))),
  ],
])('a receiver that %s is given up in time', async (_what, handle) => {
  const outcome = await callTo(handle, hasty)
  expect(outcome).toMatchObject({ kind: 'retry', code: 'timeout', detail: { contacted: true } })
})

test.each([
  [
    'has 10 MB of headers',
    (socket: Socket) => pour(socket, Buffer.from(`x: ${'a'.repeat(5_000_000)}\r\n`)),
    OK,
  ],
  ['has headers without end', (socket: Socket) => pour(socket, Buffer.from('x: a\r\n'.repeat(1_000))), OK],
  ['does not speak HTTP', (socket: Socket) => void socket.end('220 mail.example.com ESMTP\r\n'), ''],
  [
    'has two lengths',
    (socket: Socket) => void socket.end('\r\na'),
    `${OK}content-length: 1\r\ncontent-length: 2\r\n`,
  ],
])('an answer that %s is refused', async (_what, handle, beginning) => {
  const outcome = await callTo(socket => {
    socket.write(beginning)
    handle(socket)
  })
  expect(outcome).toMatchObject({ kind: 'retry', code: 'bad_response' })
})

test.each([
  ['resets the connection', (socket: Socket) => void socket.resetAndDestroy()],
  ['hangs up', (socket: Socket) => void socket.end()],
  [
    'resets within the body',
    (socket: Socket) => {
      socket.write(`${OK}content-length: 9\r\n\r\na`, () => socket.resetAndDestroy())
    },
  ],
  [
    'changes to another protocol',
    (socket: Socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n')
    },
  ],
])('a receiver that %s is tried again', async (_what, handle) => {
  expect(await callTo(handle)).toMatchObject({ kind: 'retry', code: 'connection_failed' })
})

test('nothing that listens is tried again', async () => {
  const there = await rawReceiver()
  await there.close()
  const outcome = await callWebhook(webhookTo(there.url), clientFor(there))
  expect(outcome).toMatchObject({
    kind: 'retry',
    code: 'connection_failed',
    message: expect.stringContaining('nothing listens'),
  })
})

test('a JSON answer that is nested too deeply to be stored is text', async () => {
  const outcome = await callTo(
    socket => void socket.end(`${OK}\r\n${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  )
  expect(outcome.kind).toBe('delivered')
  expect(outcome.detail.json).toBeUndefined()
})

test('endless bodies, eight at a time and two hundred in all, take little memory', async () => {
  const there = await rawReceiver(socket => {
    socket.write(`${OK}\r\n`)
    pour(socket, Buffer.alloc(1024 * 1024, 'a'))
  })
  onTestFinished(there.close)
  const http = clientFor(there)
  const call = () => callWebhook(webhookTo(there.url), http)
  await Promise.all(Array.from({ length: 8 }, call))
  let largest = 0
  for (let round = 0; round < 25; round++) {
    await Promise.all(Array.from({ length: 8 }, call))
    largest = Math.max(largest, process.memoryUsage().external)
  }
  // Eight at a time keep 64 KiB each; one that was read to its end would be without bound.
  expect(largest).toBeLessThan(100 * 1024 * 1024)
})

const certificate = selfSigned('receiver.example.com')
const answerOk = (socket: Socket) => void socket.end(`${OK}content-length: 0\r\n\r\n`)

async function secureCall(name: string, { trusted }: { trusted: boolean }) {
  const there = await tlsReceiver(certificate, answerOk)
  onTestFinished(there.close)
  const guard = createGuard(loopbackPolicy(there), async () => ['127.0.0.1'])
  const http = createHttpClient({ guard, tls: trusted ? { ca: certificate.cert } : {} })
  return callWebhook(webhookTo(`https://${name}:${there.port}/`), http)
}

test('a receiver with a good certificate is called', async () => {
  expect(await secureCall('receiver.example.com', { trusted: true })).toMatchObject({ kind: 'delivered' })
})

test.each([
  ['of nobody we trust', 'receiver.example.com', false],
  ['for another name', 'other.example.com', true],
  ['for a name, where the address is a number', '127.0.0.1', true],
])('a certificate %s is no secure connection', async (_what, name, trusted) => {
  expect(await secureCall(name, { trusted })).toMatchObject({ kind: 'retry', code: 'tls_failed' })
})

test('a receiver that answers TLS with something else is no secure connection', async () => {
  const there = await rawReceiver(socket => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  onTestFinished(there.close)
  const outcome = await callWebhook(webhookTo(there.url.replace('http', 'https')), clientFor(there))
  expect(outcome).toMatchObject({ kind: 'retry', code: 'tls_failed' })
})
