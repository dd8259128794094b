import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGuard } from '../../server/src/channels/guard/guard.ts'
import { askServers } from '../../server/src/channels/guard/resolve.ts'
import { createHttpClient } from '../../server/src/channels/http/client.ts'
import { callWebhook } from '../../server/src/channels/webhook/call-webhook.ts'
import { nameServer } from './name-server.ts'
import { httpReceiver, type Receiver } from './receiver.ts'
import { webhookTo } from './webhook-request.ts'

// 127.0.0.2 is allowed here and plays the public address; 127.0.0.1, on the same port, must never be reached.
let allowed: Receiver
let inner: Receiver
beforeAll(async () => {
  inner = await httpReceiver()
  allowed = await httpReceiver(undefined, { host: '127.0.0.2', port: inner.port })
})
afterAll(() => Promise.all([allowed.close(), inner.close()]))

async function callsTo(answer: (query: number) => readonly string[], count: number) {
  const names = await nameServer(answer)
  const policy = { allowPrivate: ['127.0.0.2'], extraPorts: [inner.port] }
  const http = createHttpClient({ guard: createGuard(policy, askServers([names.address])) })
  const outcomes: string[] = []
  for (let n = 0; n < count; n++) {
    const outcome = await callWebhook(webhookTo(`http://rebind.example.com:${inner.port}/`), http)
    outcomes.push(outcome.kind === 'delivered' ? outcome.kind : outcome.code)
  }
  names.close()
  return { outcomes, queries: names.queries() }
}

test('a name that changes its address between look-ups is looked up once for each call, and called where it was checked', async () => {
  const before = allowed.connections()
  const { outcomes, queries } = await callsTo(query => [query % 2 === 1 ? '127.0.0.2' : '127.0.0.1'], 200)
  expect(outcomes).toEqual(Array.from({ length: 100 }, () => ['delivered', 'address_forbidden']).flat())
  expect(queries).toBe(200)
  expect(allowed.connections() - before).toBe(100)
  expect(inner.connections()).toBe(0)
})

test.each([[['127.0.0.2', '127.0.0.1']], [['127.0.0.1', '127.0.0.2']]])(
  'a name with an allowed and a forbidden address is not called at all: %j',
  async addresses => {
    const before = allowed.connections()
    const { outcomes } = await callsTo(() => addresses, 3)
    expect(outcomes).toEqual(['address_forbidden', 'address_forbidden', 'address_forbidden'])
    expect(allowed.connections()).toBe(before)
    expect(inner.connections()).toBe(0)
  },
)

test('a name without an address is tried again later', async () => {
  expect((await callsTo(() => [], 1)).outcomes).toEqual(['dns_failed'])
})
