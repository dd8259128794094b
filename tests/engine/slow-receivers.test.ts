import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailServer } from '../channels/mail-server.ts'
import { httpReceiver } from '../channels/receiver.ts'
import { end, mail, points, reachable, webhook, workflow } from './nodes.ts'
import { type Outside, openOutside } from './outside.ts'

/** Longer than the lease of a message, 13 seconds, and shorter than a mail server may take. */
const LONG_MS = 15_000

let outside: Outside
let receiver: Awaited<ReturnType<typeof httpReceiver>>
beforeAll(async () => {
  const server = await mailServer({
    onMailFrom: (_address, _session, done) => void sleep(LONG_MS).then(() => done()),
  })
  // It acts on every call and never answers the first.
  receiver = await httpReceiver(response => {
    if (receiver.received.length > 1) response.writeHead(200).end()
  })
  outside = await openOutside({ mail: server, provider: await httpReceiver(), receivers: [receiver] })
  await outside.configure()
})
afterAll(() => outside.close())

describe.concurrent('a receiver that takes its time', () => {
  test('gets an e-mail once, although it takes longer than a dead worker goes unnoticed', async () => {
    await outside.workflow(workflow('slow', [mail('write', 'after'), points('after'), end]))
    const guestId = await outside.guest(reachable)
    const runId = await outside.event(guestId, 'slow')
    await outside.until(runId, 'completed')
    expect(outside.mail.mails).toHaveLength(1)
    const [message] = await outside.query('SELECT status, attempt FROM messages WHERE run_id = $1', [runId])
    expect(message).toEqual({ status: 'sent', attempt: 1 })
  })

  test('and acted before the time was up sees the same id when it is called again', async () => {
    await outside.workflow(workflow('late', [webhook('call', `${receiver.url}/hook`), end]))
    const runId = await outside.event(await outside.guest(reachable), 'late')
    await outside.next(runId, 1)
    await outside.until(runId, 'completed')
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBe(ids[1])
    expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body)
    const [first] = await outside.query(
      `SELECT a.outcome, a.detail->>'code' AS code FROM message_attempts a JOIN messages m ON m.id = a.message_id
       WHERE m.run_id = $1 AND a.attempt = 1`,
      [runId],
    )
    expect(first).toEqual({ outcome: 'retry', code: 'timeout' })
  })
})
