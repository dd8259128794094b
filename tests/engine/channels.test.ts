import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailServer } from '../channels/mail-server.ts'
import { httpReceiver, type Received } from '../channels/receiver.ts'
import { eventually } from '../support/millrace.ts'
import { end, mail, points, reachable, sms, webhook, workflow } from './nodes.ts'
import { type Outside, openOutside } from './outside.ts'

/** A recipient that the mail server does not know. */
const unknown = new Set<string>()
let answer: (response: ServerResponse, received: Received) => void
let outside: Outside
let receiver: Awaited<ReturnType<typeof httpReceiver>>

beforeAll(async () => {
  const server = await mailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(unknown.has(address) ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null),
  })
  receiver = await httpReceiver((response, received) => answer(response, received))
  const provider = await httpReceiver((response, received) => answer(response, received))
  outside = await openOutside({ mail: server, provider, receivers: [receiver] })
})
beforeEach(async () => {
  answer = response => response.writeHead(200).end('{}')
  outside.provider.received.length = 0
  receiver.received.length = 0
  await outside.configure()
})
afterAll(() => outside.close())

const idsOf = (received: readonly Received[]) => received.map(({ headers }) => headers['webhook-id'])

test('an e-mail that the server refuses fails the run; fixed and tried again it goes out under the same id', async () => {
  await outside.workflow(
    workflow('letter', [points('before', 'write', 10), mail('write', 'after'), points('after'), end]),
  )
  unknown.add('old@example.com')
  const guestId = await outside.guest({ ...reachable, email: 'old@example.com' })
  const runId = await outside.event(guestId, 'letter')
  const failed = await outside.until(runId, 'failed')
  expect(failed).toMatchObject({ current_node_id: 'write', error: { node_id: 'write' } })
  expect(failed.error?.message).toMatch(/refused|550|no such/i)
  const [message] = await outside.query<{ id: string; recipient: string }>(
    'SELECT id, recipient FROM messages',
  )

  await outside.query('UPDATE guests SET email = $2 WHERE id = $1', [guestId, 'new@example.com'])
  expect((await outside.retry(runId)).kind).toBe('retried')
  await outside.until(runId, 'completed')
  expect(await outside.path(runId)).toEqual(['before', 'write', 'after', 'end'])
  const got = outside.mail.mails.filter(({ recipients }) => recipients.includes('new@example.com'))
  expect(got).toHaveLength(1)
  expect(got[0]?.parsed.messageId).toContain(message?.id)
  expect(got[0]?.parsed.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain(
    '/unsubscribe/',
  )
  const [guest] = await outside.query('SELECT points FROM guests WHERE id = $1', [guestId])
  expect(guest).toEqual({ points: 11 })
})

test('an SMS that the provider defers is sent at the second attempt, under the same id', async () => {
  await outside.workflow(workflow('text', [sms('write'), end]))
  answer = response =>
    outside.provider.received.length === 1
      ? response.writeHead(429).end('{"code":20429}')
      : response.writeHead(201).end('{"sid":"SM1"}')
  const runId = await outside.event(await outside.guest(reachable), 'text')
  await outside.next(runId, 1)
  await outside.until(runId, 'completed')
  const [first, second] = outside.provider.received
  expect(outside.provider.received).toHaveLength(2)
  expect(new URLSearchParams(first?.body).get('To')).toBe(reachable.phone)
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
  expect(second?.body).toBe(first?.body)
  const [message] = await outside.query(
    'SELECT status, attempt, provider_id FROM messages WHERE run_id = $1',
    [runId],
  )
  expect(message).toEqual({ status: 'sent', attempt: 2, provider_id: 'SM1' })
})

test('a webhook that fails for a while is called again with the same id, and a later branch reads its answer', async () => {
  await outside.workflow(
    workflow('call', [
      webhook('call', `${receiver.url}/hook`, 'check'),
      {
        id: 'check',
        type: 'branch',
        cases: [
          { when: { field: 'webhooks.call.body.tier', operator: 'equals', value: 'gold' }, next: 'gold' },
        ],
        else: 'end',
      },
      points('gold'),
      end,
    ]),
  )
  answer = response =>
    receiver.received.length < 3
      ? response.writeHead(503).end()
      : response.writeHead(200).end('{"tier":"gold","nested":{"a":1}}')
  const runId = await outside.event(await outside.guest(reachable), 'call')
  await outside.next(runId, 1)
  await outside.next(runId, 2)
  await outside.until(runId, 'completed')
  expect(await outside.path(runId)).toEqual(['call', 'check', 'gold', 'end'])
  expect(new Set(idsOf(receiver.received)).size).toBe(1)
  expect(receiver.received).toHaveLength(3)
  const attempts = await outside.query(
    `SELECT a.attempt, a.outcome FROM message_attempts a JOIN messages m ON m.id = a.message_id
     WHERE m.run_id = $1 ORDER BY 1`,
    [runId],
  )
  expect(attempts).toEqual([
    { attempt: 1, outcome: 'retry' },
    { attempt: 2, outcome: 'retry' },
    { attempt: 3, outcome: 'delivered' },
  ])
})

test('a webhook that is refused for good takes the way of failure where there is one, and fails the run otherwise', async () => {
  answer = response => response.writeHead(404).end('{"error":"unknown"}')
  const url = `${receiver.url}/hook`
  await outside.workflow(
    workflow('with a way', [webhook('call', url, 'end', { on_failure: 'sorry' }), points('sorry'), end]),
  )
  await outside.workflow(workflow('without', [webhook('call', url), end]))
  const guestId = await outside.guest(reachable)
  const withWay = await outside.event(guestId, 'with a way')
  const without = await outside.event(guestId, 'without')
  await outside.until(withWay, 'completed')
  expect(await outside.path(withWay)).toEqual(['call', 'sorry', 'end'])
  expect((await outside.steps(withWay))[0]?.detail).toMatchObject({ failed: { code: 'http_404' } })
  expect(await outside.until(without, 'failed')).toMatchObject({
    error: { code: 'http_404', node_id: 'call' },
  })
})

test('without configuration everything is kept, and nobody is called', async () => {
  await outside.query('UPDATE organisations SET settings = $1', ['{}'])
  await outside.workflow(workflow('unconfigured', [mail('write', 'text'), sms('text'), end]))
  const before = [outside.mail.connections(), outside.provider.connections()]
  const runId = await outside.event(await outside.guest(reachable), 'unconfigured')
  await outside.until(runId, 'completed')
  const messages = await outside.query('SELECT channel, status FROM messages WHERE run_id = $1 ORDER BY 1', [
    runId,
  ])
  expect(messages).toEqual([
    { channel: 'email', status: 'kept' },
    { channel: 'sms', status: 'kept' },
  ])
  expect([outside.mail.connections(), outside.provider.connections()]).toEqual(before)
})

test('a host that hangs holds up its own calls alone: no other host, no e-mail, no points', async () => {
  const hanging: ServerResponse[] = []
  answer = (response, { path }) => {
    if (path === '/hang') hanging.push(response)
    else response.writeHead(201).end('{"sid":"SM2"}')
  }
  await outside.workflow(workflow('hangs', [webhook('call', `${receiver.url}/hang`), end]))
  // The provider's port counts as another host.
  await outside.workflow(
    workflow('continues', [
      webhook('call', `${outside.provider.url}/hook`, 'write'),
      mail('write', 'text'),
      sms('text', 'give'),
      points('give'),
      end,
    ]),
  )
  const guestId = await outside.guest(reachable)
  const stuck = await Promise.all(Array.from({ length: 40 }, () => outside.event(guestId, 'hangs')))
  await eventually(
    async () => hanging.length,
    calls => calls >= 8,
  )
  const others = await Promise.all(Array.from({ length: 10 }, () => outside.event(guestId, 'continues')))
  for (const id of others) await outside.until(id, 'completed')
  const still = await outside.query(`SELECT FROM runs WHERE id = ANY($1) AND status = 'waiting'`, [stuck])
  expect(still).toHaveLength(40)
  expect(hanging).toHaveLength(8)
  answer = response => response.writeHead(200).end()
  for (const response of hanging) response.end()
  await outside.query(`UPDATE messages SET due_at = now() WHERE status = 'pending' AND attempt = 0`)
  for (const id of stuck) await outside.until(id, 'completed')
})

test('messages to a host that hangs wait without being tried, and go when it answers', async () => {
  const hanging: ServerResponse[] = []
  answer = response => hanging.push(response)
  await outside.workflow(workflow('waits', [webhook('call', `${receiver.url}/wait`), end]))
  const stuck = await Promise.all(
    Array.from({ length: 120 }, async () => outside.event(await outside.guest({}), 'waits')),
  )
  await eventually(
    async () => hanging.length,
    calls => calls >= 8,
  )
  const heldBack = async () => {
    const metrics = await (await fetch(`${outside.millrace.url}/metrics`)).text()
    return Number(/attempts_total\{channel="webhook",outcome="held_back"\} (\d+)/.exec(metrics)?.[1])
  }
  // Until they count as hanging; then for as long as each of the others was tried twice before.
  await sleep(2_500)
  const before = await heldBack()
  await sleep(4_000)
  expect((await heldBack()) - before).toBeLessThan(30)
  answer = response => response.writeHead(200).end()
  for (const response of hanging) response.end()
  await outside.query(`UPDATE messages SET due_at = now() WHERE status = 'pending' AND attempt = 0`)
  for (const id of stuck) await outside.until(id, 'completed')
})

test('attempts and what waits for one are counted', async () => {
  const metrics = await (await fetch(`${outside.millrace.url}/metrics`)).text()
  const ours = metrics.split('\n').filter(line => line.startsWith('millrace_'))
  for (const line of [
    /millrace_delivery_attempts_total\{channel="webhook",outcome="delivered"\} [1-9]/,
    /millrace_delivery_attempts_total\{channel="webhook",outcome="held_back"\} [1-9]/,
    /millrace_delivery_attempts_total\{channel="email",outcome="refused"\} 1/,
    /millrace_messages_pending 0/,
  ]) {
    expect(ours.join('\n')).toMatch(line)
  }
})
