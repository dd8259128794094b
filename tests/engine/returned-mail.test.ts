import { once } from 'node:events'
import { connect } from 'node:net'
import { createTransport, type Transporter } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReturnAddress } from '../../server/src/channels/email/return-address.ts'
import { loadSecrets } from '../../server/src/config/secrets.ts'
import { readMessages } from '../../server/src/dashboard/outbox/read-messages.ts'
import { inTenant, inTransaction, openDatabase } from '../../server/src/db/database.ts'
import { listenForReturns } from '../../server/src/feedback/returned/listen.ts'
import { absence, exim, postfix } from '../../server/src/feedback/returned/notifications.fixture.ts'
import { saveFeedbackKey } from '../../server/src/feedback/set-up.ts'
import { guestTimeline } from '../../server/src/guests/timeline/guest-timeline.ts'
import { createLogger } from '../../server/src/observability/logger.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { mailServer } from '../channels/mail-server.ts'
import { httpReceiver } from '../channels/receiver.ts'
import { freePort } from '../support/free-port.ts'
import { trials } from '../support/trials.ts'
import { end, mail, reachable, workflow } from './nodes.ts'
import { type Outside, openOutside } from './outside.ts'

/** Mail servers know a message by nothing but the envelope that Millrace has sent it with. */

const domain = 'bounces.example.com'
const gone = postfix('Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 unknown user')
let outside: Outside
let port: number

beforeAll(async () => {
  port = await freePort()
  const provider = await httpReceiver()
  outside = await openOutside({ mail: await mailServer(), provider, receivers: [] }, undefined, {
    returnDomain: domain,
    returnListen: { host: '127.0.0.1', port },
  })
  await outside.configure()
  await outside.workflow(workflow('news', [{ ...mail('write'), label: 'News' }, end]))
})
afterAll(() => outside.close())

async function send(email: string) {
  const guestId = await outside.guest({ ...reachable, email })
  return sendTo(guestId, email)
}

async function sendTo(guestId: string, email: string) {
  const runId = await outside.event(guestId, 'news')
  await outside.until(runId, 'completed')
  const sent = outside.mail.mails.filter(({ recipients }) => recipients.includes(email)).at(-1)
  return { guestId, runId, address: sent?.sender ?? '' }
}

const returning = (to = port) => createTransport({ host: '127.0.0.1', port: to, ignoreTLS: true })

/** What the server answers. */
async function sendBack(raw: string, to: string | string[], by: Transporter = returning()): Promise<string> {
  try {
    return String((await by.sendMail({ envelope: { from: '', to }, raw })).response)
  } catch (error) {
    return (error as { response?: string }).response ?? String(error)
  }
}

const messagesOf = (runId: string) =>
  inTenant(outside.millrace.database, outside.organisation.id, tx =>
    readMessages(tx, outside.organisation.id, { runId }),
  )

const suppressed = (address: string) =>
  outside.query('SELECT reason, source FROM suppressions WHERE address = $1', [address])

async function counted(result: string): Promise<number> {
  const metrics = await (await fetch(`${outside.millrace.url}/metrics`)).text()
  return Number(
    new RegExp(`millrace_returned_emails_total\\{result="${result}"\\} (\\d+)`).exec(metrics)?.[1] ?? 0,
  )
}

test('an e-mail that comes back is on the message, its run and the guest’s activity, and the next is not sent', async () => {
  const { guestId, runId, address } = await send('gone@example.com')
  expect(address).toMatch(/^[0-9a-z]{63}@bounces\.example\.com$/)
  expect(await sendBack(gone, address.toUpperCase())).toMatch(/^250/)
  expect(await sendBack(gone, address)).toMatch(/^250/)
  expect(await messagesOf(runId)).toMatchObject([
    {
      status: 'undelivered',
      error: { code: 'hard_bounce' },
      reports: [{ kind: 'hard_bounce', provider: 'mail_server', note: '550 5.1.1 unknown user' }],
    },
  ])
  const activity = await inTenant(outside.millrace.database, outside.organisation.id, tx =>
    guestTimeline(tx, outside.organisation.id, guestId, { after: undefined, limit: 100 }),
  )
  expect(activity.map(({ entry }) => entry.sentence)).toContainEqual(
    expect.stringMatching(/^The e-mail “News” was not delivered: The mail server or the provider said/),
  )
  expect(await suppressed('gone@example.com')).toEqual([{ reason: 'hard_bounce', source: 'mail_server' }])
  expect([await counted('recorded'), await counted('repeated')]).toEqual([1, 1])
  const next = await outside.event(guestId, 'news')
  await outside.until(next, 'completed')
  expect((await outside.steps(next))[0]).toMatchObject({
    status: 'skipped',
    detail: { reason: 'suppressed', suppressed_because: 'hard_bounce' },
  })
})

test('a full mailbox is suppressed after three, and neither a delay nor an absence note says anything', async () => {
  const email = 'full@example.com'
  const { guestId, runId, address } = await send(email)
  expect(await sendBack(absence, address)).toMatch(/^250/)
  expect(await sendBack(postfix('Action: delayed\nStatus: 4.4.1'), address)).toMatch(/^250/)
  expect(await messagesOf(runId)).toMatchObject([{ status: 'sent', reports: [{ kind: 'delayed' }] }])
  expect(await counted('ignored')).toBe(1)
  const full = postfix('Action: failed\nStatus: 5.2.2')
  await sendBack(full, address)
  await sendBack(full, (await sendTo(guestId, email)).address)
  expect(await suppressed(email)).toEqual([])
  await sendBack(full, (await sendTo(guestId, email)).address)
  expect(await suppressed(email)).toEqual([{ reason: 'soft_bounces', source: 'mail_server' }])
})

test('a bounce counts for the message of its address only, whatever it says', async () => {
  const mine = await send('mine@example.com')
  const other = await send('other@example.com')
  const id = (await messagesOf(other.runId))[0]?.id
  const about = exim.replaceAll('guest@example.com', 'other@example.com').replace(/<0198c0de[^@]*/, `<${id}`)
  expect(await sendBack(about, mine.address)).toMatch(/^250/)
  expect(await messagesOf(mine.runId)).toMatchObject([{ status: 'undelivered' }])
  expect(await messagesOf(other.runId)).toMatchObject([{ status: 'sent', reports: [] }])
  expect(await suppressed('other@example.com')).toEqual([])
})

test('what is not for an address of ours is refused, and so is what is too large', async () => {
  const { runId, address } = await send('safe@example.com')
  const forged = address.replace(/^./, first => (first === '0' ? '1' : '0'))
  for (const wrong of [forged, 'guest@example.com', address.replace(domain, 'example.com')])
    expect(await sendBack(gone, wrong)).toMatch(/^550 5\.1\.1/)
  expect(await sendBack(gone + 'x'.repeat(5 * 1024 * 1024), address)).toMatch(/^552/)
  expect(await messagesOf(runId)).toMatchObject([{ status: 'sent', reports: [] }])
  const trying = returning()
  const { rejected } = await trying.sendMail({
    envelope: { from: '', to: [address, ...Array.from({ length: 3 }, (_, n) => `guest${n}@${domain}`)] },
    raw: absence,
  })
  expect(rejected).toHaveLength(3)
})

test('a message of an organisation that is gone, or deleted, is taken and changes nothing', async () => {
  const { unsubscribe } = await loadSecrets(outside.millrace.config)
  const nobody = '0198c0de-0000-7000-8000-000000000001'
  for (const organisation of [nobody, outside.organisation.id])
    expect(await sendBack(gone, createReturnAddress(domain, unsubscribe)(organisation, nobody))).toMatch(
      /^250/,
    )
  expect(await counted('unknown')).toBe(2)
})

// `npm run prove -- crowds` has a thousand.
const CROWD = trials(150, 1_000)

test('a crowd at once, on more connections than are allowed: none is lost', async () => {
  const { runId } = await send('crowd@example.com')
  const ids = await outside.query<{ id: string }>(
    `INSERT INTO messages
     SELECT (jsonb_populate_record(m, jsonb_build_object(
       'id', gen_random_uuid(), 'run_id', gen_random_uuid(), 'recipient', format('crowd-%s@example.com', n)))).*
     FROM messages m, generate_series(1, ${CROWD}) AS n WHERE m.run_id = $1 RETURNING id`,
    [runId],
  )
  const { unsubscribe } = await loadSecrets(outside.millrace.config)
  const addressOf = createReturnAddress(domain, unsubscribe)
  const crowd = createTransport({
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    pool: true,
    maxConnections: 30,
    maxMessages: Number.POSITIVE_INFINITY,
  })
  let waiting = ids.map(({ id }) => addressOf(outside.organisation.id, id))
  let rounds = 0
  for (; waiting.length > 0 && rounds < 50; rounds += 1) {
    const answers = await Promise.all(waiting.map(address => sendBack(gone, address, crowd)))
    expect(answers.filter(answer => /^5/.test(answer))).toEqual([])
    waiting = waiting.filter((_, index) => !answers[index]?.startsWith('250'))
  }
  crowd.close()
  expect(waiting).toEqual([])
  expect(await counted('later')).toBeGreaterThan(0)
  expect(
    await outside.query(
      `SELECT count(*)::integer AS bounced FROM messages WHERE recipient LIKE 'crowd-%' AND status = 'undelivered'`,
    ),
  ).toEqual([{ bounced: CROWD }])
})

test('without a database senders are asked to come back, and a stop sends away those who are silent', async () => {
  const logger = createLogger({ level: 'silent', destination: '/dev/null' })
  const away = openDatabase(
    { connectionString: 'postgresql://nobody@127.0.0.1:1/nothing' },
    { applicationName: 'away', tenantConnections: 1, engineConnections: 1, onError: () => {} },
  )
  const key = Buffer.alloc(32, 7)
  const results: string[] = []
  const returns = await listenForReturns(
    { database: away, domain, key, logger, count: result => results.push(result) },
    { host: '127.0.0.1', port: 0 },
  )
  const address = createReturnAddress(domain, key)(outside.organisation.id, outside.organisation.id)
  expect(await sendBack(gone, address, returning(returns.port))).toMatch(/^451/)
  expect(results).toEqual(['later'])
  const silent = connect(returns.port, '127.0.0.1')
  let heard = ''
  silent.on('data', chunk => {
    heard += chunk
  })
  const left = once(silent, 'close')
  await once(silent, 'data')
  const began = performance.now()
  await returns.close()
  expect(performance.now() - began).toBeLessThan(5_000)
  await left
  expect(heard).toMatch(/^220 .*\r\n421 /)
  expect(await sendBack(gone, address, returning(returns.port))).toContain('ECONNREFUSED')
  await away.close()
})

test('the port is taken: the start says so', async () => {
  const parts = { ...outside.millrace, domain, key: Buffer.alloc(32), count: () => {} }
  const logger = createLogger({ level: 'silent', destination: '/dev/null' })
  await expect(listenForReturns({ ...parts, logger }, { host: '127.0.0.1', port })).rejects.toThrow(
    `MILLRACE_RETURN_LISTEN is 127.0.0.1:${port}`,
  )
})

test('with a provider that reports, the sender stays as it is', async () => {
  const sealer = createSealer((await loadSecrets(outside.millrace.config)).master)
  await inTransaction(outside.millrace.database.engine, tx =>
    saveFeedbackKey(tx, sealer, outside.organisation.id, 'test', {
      provider: 'postmark',
      key: 'p'.repeat(20),
    }),
  )
  expect((await send('provided@example.com')).address).not.toContain(domain)
})
