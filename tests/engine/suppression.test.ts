import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../server/src/db/database.ts'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { exportGuest } from '../../server/src/guests/export-guest.ts'
import { liftSuppression } from '../../server/src/suppressions/enter-and-lift.ts'
import { type Suppressed, suppress } from '../../server/src/suppressions/suppress.ts'
import { mailServer } from '../channels/mail-server.ts'
import { httpReceiver } from '../channels/receiver.ts'
import { eventually } from '../support/millrace.ts'
import { end, mail, reachable, sms, workflow } from './nodes.ts'
import { type Outside, openOutside } from './outside.ts'

/** Recipients that the mail server asks to wait. */
const busy = new Set<string>()
/** What the mail server says to recipients that it refuses. */
const refusals = new Map<string, string>()
let outside: Outside

const answer = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

beforeAll(async () => {
  const server = await mailServer({
    onRcptTo({ address }, _session, done) {
      const refusal = refusals.get(address)
      if (refusal !== undefined) done(answer(550, refusal))
      else done(busy.has(address) ? answer(450, 'later') : null)
    },
  })
  const provider = await httpReceiver(response => response.writeHead(201).end('{"sid":"SM1"}'))
  outside = await openOutside({ mail: server, provider, receivers: [] })
  await outside.workflow(workflow('news', [mail('write'), end]))
  await outside.workflow(
    workflow('booked', [
      { ...mail('confirm', 'text'), class: 'transactional' },
      { ...sms('text'), class: 'transactional' },
      end,
    ]),
  )
})
beforeEach(() => outside.configure())
afterAll(() => outside.close())

const suppressed = (address: string, rest: Partial<Suppressed> = {}) =>
  inTransaction(outside.millrace.database.engine, tx =>
    suppress(tx, outside.organisation.id, [
      { channel: 'email', address, reason: 'hard_bounce', source: 'test', note: null, ...rest },
    ]),
  )
const sentTo = (email: string) => outside.mail.mails.filter(({ recipients }) => recipients.includes(email))
const skipped = { status: 'skipped', detail: { reason: 'suppressed', suppressed_because: 'hard_bounce' } }

test('nothing is sent to a suppressed address or number, marketing or not, however it is written', async () => {
  const email = 'Gone@Example.com'
  await suppressed('gone@example.COM')
  await suppressed('+447700900199', { channel: 'sms' })
  const guestId = await outside.guest({ ...reachable, email, phone: '+447700900199' })
  const calls = outside.provider.received.length
  for (const source of ['news', 'booked']) {
    const runId = await outside.event(guestId, source)
    await outside.until(runId, 'completed')
    const steps = (await outside.steps(runId)).filter(({ node_id }) => node_id !== 'end')
    expect(steps).toMatchObject(steps.map(() => skipped))
  }
  expect(sentTo(email)).toEqual([])
  expect(outside.provider.received).toHaveLength(calls)
})

test('a message that was on its way when its address was suppressed is not sent, and its run continues', async () => {
  const email = 'waiting@example.com'
  busy.add(email)
  const runId = await outside.event(await outside.guest({ ...reachable, email }), 'news')
  await eventually(
    () => outside.query(`SELECT FROM messages WHERE run_id = $1 AND error IS NOT NULL`, [runId]),
    rows => rows.length === 1,
  )
  await suppressed(email)
  busy.delete(email)
  await outside.query(`UPDATE messages SET due_at = now() WHERE run_id = $1`, [runId])
  await outside.until(runId, 'completed')
  expect((await outside.steps(runId))[0]).toMatchObject(skipped)
  expect(sentTo(email)).toEqual([])
  const [message] = await outside.query<{ error: { message: string } }>(
    'SELECT error FROM messages WHERE run_id = $1',
    [runId],
  )
  expect(message?.error.message).toBe(
    'Nothing is sent to this address: the mail server or the provider said that it does not exist.',
  )
})

test('an address that the mail server does not know is suppressed, and one that it blocks is not', async () => {
  refusals.set('nobody@example.com', '5.1.1 No such user')
  refusals.set('blocked@example.com', '5.7.1 Your network is on a list')
  for (const email of refusals.keys()) {
    const guestId = await outside.guest({ ...reachable, email })
    await outside.until(await outside.event(guestId, 'news'), 'failed')
  }
  const { rows } = await outside.millrace.database.engine.query(
    'SELECT address, reason, source, note FROM suppressions WHERE address = ANY($1)',
    [[...refusals.keys()]],
  )
  expect(rows).toEqual([
    {
      address: 'nobody@example.com',
      reason: 'hard_bounce',
      source: 'mail_server',
      note: expect.stringContaining('5.1.1 No such user'),
    },
  ])
})

test('an address that a step has just given the guest is checked when the message is delivered', async () => {
  const email = 'new@example.com'
  await suppressed(email)
  await outside.workflow(
    workflow('moved', [
      { id: 'change', type: 'update_guest', changes: [{ field: 'email', value: email }], next: 'write' },
      mail('write'),
      end,
    ]),
  )
  const runId = await outside.event(await outside.guest({ ...reachable, email: 'old@example.com' }), 'moved')
  await outside.until(runId, 'completed')
  expect((await outside.steps(runId)).find(({ node_id }) => node_id === 'write')).toMatchObject(skipped)
  expect(sentTo(email)).toEqual([])
})

test('once it is lifted, with a reason, messages are sent again', async () => {
  const email = 'back@example.com'
  const [id] = await suppressed(email)
  const guestId = await outside.guest({ ...reachable, email })
  const { engine } = outside.millrace.database
  const lift = () =>
    inTransaction(engine, tx =>
      liftSuppression(tx, outside.organisation.id, id as string, {
        actor: 'test',
        because: 'The mailbox works again',
      }),
    )
  expect(await lift()).toMatchObject({ lifted_by: 'test', lifted_because: 'The mailbox works again' })
  expect(await lift()).toBeUndefined()
  const runId = await outside.event(guestId, 'news')
  await outside.until(runId, 'completed')
  expect(sentTo(email)).toHaveLength(1)
  const audit = await outside.query<{ detail: object }>(
    `SELECT detail FROM audit_entries WHERE action = 'suppression.lifted' AND subject = $1`,
    [id],
  )
  expect(audit).toEqual([
    { detail: { channel: 'email', reason: 'hard_bounce', because: 'The mailbox works again' } },
  ])
})

test('the same address twice, many at once, and what is no address', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) => ({
    channel: 'email' as const,
    address: `bounced-${index}@example.com`,
    reason: 'complaint' as const,
    source: 'test',
    note: 'x'.repeat(2_000),
  }))
  const odd = ['', 'not an address', '+44', '"a b"@example.com', `${'x'.repeat(300)}@example.com`]
  const entries = [...many, ...many, ...odd.map(address => ({ ...many[0], address }) as Suppressed)]
  const add = () =>
    inTransaction(outside.millrace.database.engine, tx => suppress(tx, outside.organisation.id, entries))
  const [first, second] = await Promise.all([add(), add()])
  expect(first.length + second.length).toBe(1_000)
})

test('is in the guest’s export, and deleted with the guest', async () => {
  const email = 'erased@example.com'
  await suppressed(email)
  const guestId = await outside.guest({ ...reachable, email })
  const { engine, engineSql } = outside.millrace.database
  expect(await exportGuest(engineSql, outside.organisation.id, guestId)).toMatchObject({
    suppressions: [{ address: email, reason: 'hard_bounce' }],
  })
  await inTransaction(engine, tx => eraseGuest(tx, outside.organisation.id, guestId, 'test'))
  expect(await outside.query('SELECT FROM suppressions WHERE address = $1', [email])).toEqual([])
})
