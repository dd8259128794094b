import type { Provider } from '@millrace/contract/provider'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadSecrets } from '../../server/src/config/secrets.ts'
import { findAttention } from '../../server/src/dashboard/home/attention.ts'
import { readMessages } from '../../server/src/dashboard/outbox/read-messages.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { type Millrace, startMillrace } from '../../server/src/main.ts'
import { addProvider } from '../../server/src/organisations/providers/add-provider.ts'
import { changeProvider } from '../../server/src/organisations/providers/change-provider.ts'
import { listProviders } from '../../server/src/organisations/providers/list-providers.ts'
import { orderProviders } from '../../server/src/organisations/providers/order-providers.ts'
import { removeProvider } from '../../server/src/organisations/providers/remove-provider.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { mailServer } from '../channels/mail-server.ts'
import { httpReceiver, rawReceiver } from '../channels/receiver.ts'
import { eventually, testConfig } from '../support/millrace.ts'
import { end, mail, reachable, sms, workflow } from './nodes.ts'
import { type Outside, openOutside } from './outside.ts'

/** Two mail servers and two SMS providers over sockets, and the whole product between them. */

/** How a mail server behaves: closed to all connections, busy with an answer of 451, not knowing the recipient or the sender. */
type Manner = 'well' | 'closed' | 'busy' | 'unknown' | 'stranger'
const refusal = (text: string, responseCode: number) => Object.assign(new Error(text), { responseCode })

const atSender: Partial<Record<Manner, Error>> = {
  closed: refusal('away', 421),
  busy: refusal('later', 451),
  stranger: refusal('who', 550),
}

async function mannered() {
  let manner: Manner = 'well'
  const server = await mailServer({
    onConnect: (_session, done) => done(manner === 'closed' ? refusal('away', 421) : undefined),
    // Connections are kept, so a server that closes says so on those as well.
    onMailFrom: (_address, _session, done) => done(atSender[manner]),
    onRcptTo: (_address, _session, done) =>
      done(manner === 'unknown' ? refusal('5.1.1 no such user', 550) : undefined),
  })
  return Object.assign(server, { behave: (wanted: Manner) => (manner = wanted) })
}

let outside: Outside
let second: Awaited<ReturnType<typeof mannered>>
let first: Awaited<ReturnType<typeof mannered>>
let texts: Awaited<ReturnType<typeof httpReceiver>>
let parts: Parameters<typeof addProvider>[1]
let place: { organisationId: string; actor: string }
let answers: Record<'first' | 'second', number>
/** A mail server that takes the whole message and hangs up instead of answering; later it hangs up at once. */
let lost: Awaited<ReturnType<typeof rawReceiver>>
let isLostGone = false
const taken: string[] = []

const losing = () =>
  rawReceiver(socket => {
    if (isLostGone) return socket.destroy()
    socket.write('220 here\r\n')
    let inData = false
    socket.on('data', chunk => {
      const text = String(chunk)
      if (inData) {
        if (!text.endsWith('.\r\n')) return
        taken.push(text)
        socket.destroy()
      } else if (/^DATA/m.test(text)) {
        inData = true
        socket.write('354 send it\r\n')
      } else socket.write('250 fine\r\n')
    })
  })

beforeAll(async () => {
  first = await mannered()
  second = await mannered()
  texts = await httpReceiver(response => reply(response, 'second'))
  const provider = await httpReceiver(response => reply(response, 'first'))
  lost = await losing()
  outside = await openOutside({
    mail: first,
    provider,
    receivers: [texts, second, lost] as never,
  })
  await outside.workflow(workflow('letter', [mail('write'), end]))
  await outside.workflow(workflow('text', [sms('write'), end]))
  const sealer = createSealer((await loadSecrets(outside.millrace.config)).master)
  const { allowedPrivateAddresses: allowPrivate, allowedPorts: extraPorts } = outside.millrace.config
  parts = { sealer, policy: { allowPrivate, extraPorts } }
  place = { organisationId: outside.organisation.id, actor: 'test' }
})
afterAll(() => outside.close())

function reply(response: import('node:http').ServerResponse, who: 'first' | 'second') {
  const status = answers[who]
  response.writeHead(status).end(status === 201 ? `{"sid":"SM-${who}-${Math.random()}"}` : '{"code":20500}')
}

beforeEach(async () => {
  answers = { first: 201, second: 201 }
  for (const server of [first, second]) {
    server.behave('well')
    server.mails.length = 0
  }
  outside.provider.received.length = 0
  texts.received.length = 0
  await outside.query('DELETE FROM providers')
  await outside.query(`UPDATE organisations SET settings = '{}'`)
  await outside.configure()
  await add('email', 'second', second.port)
  await add('sms', 'second', texts.port)
})
afterEach(async () => {
  await outside.query(`UPDATE messages SET status = 'cancelled', due_at = NULL WHERE status = 'pending'`)
})

const inEngine = <T>(work: Parameters<typeof inTransaction<T>>[1]) =>
  inTransaction(outside.millrace.database.engine, work)

async function add(channel: 'email' | 'sms', name: string, port: number) {
  const added = await inEngine(tx =>
    addProvider(
      tx,
      parts,
      place,
      channel === 'email'
        ? { channel, name, smtp: { host: '127.0.0.1', port, security: 'none' } }
        : {
            channel,
            name,
            secret: 'token',
            sms: { api_url: `http://127.0.0.1:${port}`, account: 'AC2', from: 'B' },
          },
    ),
  )
  if (added.kind !== 'done') throw new Error(JSON.stringify(added))
  return added.provider.id
}

const providers = (channel = 'email') =>
  inEngine(async tx => (await listProviders(tx, place.organisationId)).filter(one => one.channel === channel))
const statuses = async (channel = 'email') => (await providers(channel)).map(({ status }) => status)
async function change(index: number, given: Parameters<typeof changeProvider>[4], channel = 'email') {
  const { id } = (await providers(channel))[index] as Provider
  const changed = await inEngine(tx => changeProvider(tx, parts, place, id, given))
  if (changed.kind !== 'done') throw new Error(JSON.stringify(changed))
}
const send = async (source = 'letter') => outside.event(await outside.guest(reachable), source)
const sendMany = async (count: number, source = 'letter') => {
  const runs: string[] = []
  for (let index = 0; index < count; index += 1) runs.push(await send(source))
  return runs
}
const messageOf = async (runId: string) => {
  const [message] = await outside.query<Record<string, unknown>>(
    'SELECT id, status, attempt, through, held_by, error, due_at FROM messages WHERE run_id = $1',
    [runId],
  )
  return message
}
/** Everything that waits is due, and providers that are down are tried again. */
const hurry = async () => {
  await outside.query(
    `UPDATE messages SET due_at = now() WHERE status = 'pending' AND due_at > now() + interval '13 seconds'`,
  )
  await outside.query('UPDATE providers SET probe_at = now() WHERE probe_at IS NOT NULL')
}
const idsOf = (mails: readonly { parsed: { messageId?: string | undefined } }[]) =>
  mails.map(({ parsed }) => parsed.messageId)

test('the provider of the settings is the first of the list, and sends what it can', async () => {
  expect(await providers()).toMatchObject([
    { name: '127.0.0.1', first: true, status: 'working', smtp: { port: first.port } },
    { name: 'second', first: false, status: 'working', smtp: { port: second.port } },
  ])
  const runId = await send()
  await outside.until(runId, 'completed')
  expect([first.mails.length, second.mails.length]).toEqual([1, 0])
  expect(await messageOf(runId)).toMatchObject({
    status: 'sent',
    attempt: 1,
    through: '127.0.0.1',
    held_by: null,
  })
})

test('a provider that refuses connections gives way within the attempt, rests after three, and is used again when it answers', async () => {
  first.behave('closed')
  for (const runId of await sendMany(5)) await outside.until(runId, 'completed')
  expect(second.mails).toHaveLength(5)
  expect(first.mails).toHaveLength(0)
  expect(await statuses()).toEqual(['down', 'working'])
  const connections = first.connections()
  for (const runId of await sendMany(3)) await outside.until(runId, 'completed')
  // It rests: nobody asks it until it is due.
  expect(first.connections()).toBe(connections)
  expect(second.mails).toHaveLength(8)
  const attention = await findAttention(
    outside.millrace.database.engine,
    place.organisationId,
    new Date(),
    null,
    true,
  )
  expect(attention.find(({ kind }) => kind === 'provider_down')?.sentence).toMatch(
    /^"127\.0\.0\.1" does not send e-mails: .* They go through "second" instead\.$/,
  )

  await hurry()
  const probe = await send()
  await outside.until(probe, 'completed')
  expect(await messageOf(probe)).toMatchObject({ status: 'sent', attempt: 1, through: 'second' })
  expect(first.connections()).toBeGreaterThan(connections)
  first.behave('well')
  await hurry()
  await outside.until(await send(), 'completed')
  await outside.until(await send(), 'completed')
  expect(first.mails).toHaveLength(2)
  expect(await statuses()).toEqual(['working', 'working'])
})

test('temporary answers in a row take a provider out of use, and its messages go to the next', async () => {
  first.behave('busy')
  const runs = await sendMany(4)
  await eventually(
    () => statuses(),
    found => found[0] === 'down',
  )
  await hurry()
  await outside.query(`UPDATE providers SET probe_at = now() + interval '1 hour' WHERE probe_at IS NOT NULL`)
  await eventually(
    async () => {
      await outside.query(
        `UPDATE messages SET due_at = now() WHERE status = 'pending' AND due_at > now() + interval '14 seconds'`,
      )
      return second.mails.length
    },
    count => count === 4,
  )
  for (const runId of runs) await outside.until(runId, 'completed')
  expect(new Set(idsOf(second.mails)).size).toBe(4)
})

test('what a provider says about the recipient counts for all: nobody else is asked', async () => {
  first.behave('unknown')
  const runId = await send()
  await outside.until(runId, 'failed')
  expect(second.mails).toHaveLength(0)
  expect(await messageOf(runId)).toMatchObject({
    status: 'failed',
    through: '127.0.0.1',
    error: { code: 'unknown_address' },
  })
  expect(await statuses()).toEqual(['working', 'working'])
  await outside.query('DELETE FROM suppressions')
})

test('a provider that does not know the sender gives way, and is not down for it', async () => {
  first.behave('stranger')
  const runId = await send()
  await outside.until(runId, 'completed')
  expect(second.mails).toHaveLength(1)
  expect(await statuses()).toEqual(['working', 'working'])
})

test('with both down messages wait, say so, and all go out once when one is back', async () => {
  first.behave('closed')
  second.behave('closed')
  const runs = await sendMany(12)
  await eventually(
    () => statuses(),
    found => found.every(status => status === 'down'),
  )
  await eventually(
    () => outside.query(`SELECT FROM messages WHERE status = 'pending' AND run_id = ANY ($1)`, [runs]),
    rows => rows.length === 12,
  )
  const attention = await findAttention(
    outside.millrace.database.engine,
    place.organisationId,
    new Date(),
    null,
    true,
  )
  expect(attention.find(({ kind }) => kind === 'provider_down')?.sentence).toMatch(
    /^"127\.0\.0\.1" and "second" do not send e-mails: .* 12 wait and go out when a provider answers again\.$/,
  )
  const [shown] = await readMessages(outside.millrace.database.engine, place.organisationId, {
    runId: runs[11] as string,
  })
  expect(shown?.waits_for).toBe('All 2 providers are down. It goes out when one of them answers again.')
  // More probes than a message has attempts: none is given up.
  for (let round = 0; round < 8; round += 1) {
    await hurry()
    await eventually(
      () => outside.query('SELECT FROM providers WHERE probe_at <= now()'),
      rows => rows.length === 0,
    )
  }
  expect(
    await outside.query(`SELECT FROM messages WHERE status = 'failed' AND run_id = ANY ($1)`, [runs]),
  ).toEqual([])

  second.behave('well')
  await eventually(
    async () => {
      await hurry()
      return second.mails.length
    },
    count => count >= 12,
  )
  for (const runId of runs) await outside.until(runId, 'completed')
  expect(second.mails).toHaveLength(12)
  expect(new Set(idsOf(second.mails)).size).toBe(12)
  expect(first.mails).toHaveLength(0)
})

test('a message that may have been taken is tried again where it was, and nowhere else', async () => {
  await change(0, { smtp: { host: '127.0.0.1', port: lost.port, security: 'none' } })
  const runId = await send()
  await eventually(
    () => messageOf(runId),
    message => typeof message?.held_by === 'string' && message.error !== null,
  )
  expect(taken).toHaveLength(1)
  expect(second.mails).toHaveLength(0)
  const [{ detail } = {}] = await outside.query<{ detail: Record<string, unknown> }>(
    'SELECT a.detail FROM message_attempts a JOIN messages m ON m.id = a.message_id WHERE m.run_id = $1',
    [runId],
  )
  expect(detail).toMatchObject({
    code: 'connection_failed',
    detail: { uncertain: true, through: '127.0.0.1' },
  })
  // Now it cannot be reached at all: that does not say that it has not got it.
  isLostGone = true
  await hurry()
  await eventually(
    () => messageOf(runId),
    message =>
      message?.attempt === 2 &&
      message?.held_by !== null &&
      Number(new Date(message.due_at as string)) > Date.now() + 15_000,
  )
  expect(second.mails).toHaveLength(0)
  // Messages that nobody has begun to take do go to the other.
  await outside.until(await send(), 'completed')
  expect(second.mails).toHaveLength(1)
  // The same server, elsewhere: it is the same provider.
  await change(0, { smtp: { host: '127.0.0.1', port: first.port, security: 'none' } })
  await hurry()
  await outside.until(runId, 'completed')
  expect(first.mails).toHaveLength(1)
  expect(await messageOf(runId)).toMatchObject({ status: 'sent', held_by: null })
})

test('the pace is held over two workers, and holds up nobody else', async () => {
  const { allowedPrivateAddresses, allowedPorts } = outside.millrace.config
  const config = {
    ...(await testConfig(outside.millrace.databaseUrl)),
    allowedPrivateAddresses,
    allowedPorts,
  }
  const other: Millrace = await startMillrace(config, { roles: ['worker'], progress: () => {} })
  try {
    await change(0, { pace: { most: 5, per: 'second' } })
    const began: number[] = []
    const runs = await sendMany(20)
    const textRun = await send('text')
    await outside.until(textRun, 'completed')
    for (const runId of runs) await outside.until(runId, 'completed')
    expect(first.mails).toHaveLength(20)
    expect(second.mails).toHaveLength(0)
    const rows = await outside.query<{ at: Date }>(
      `SELECT m.settled_at AS at FROM messages m WHERE m.run_id = ANY ($1) ORDER BY m.settled_at`,
      [runs],
    )
    began.push(...rows.map(({ at }) => at.getTime()))
    // Twenty at five a second are nineteen gaps of 200 ms.
    expect((began.at(-1) as number) - (began[0] as number)).toBeGreaterThan(19 * 200 - 400)
    const attempts = await outside.query('SELECT FROM messages WHERE run_id = ANY ($1) AND attempt > 1', [
      runs,
    ])
    expect(attempts).toEqual([])
  } finally {
    await other.stop()
  }
})

test('a warm-up grows after days on which something was sent, and the rest goes to the next', async () => {
  await change(0, { most_a_day: 8, warm_up: { start: 2, factor: 2 } })
  const sentOn = async (count: number) => {
    const before = [first.mails.length, second.mails.length] as const
    for (const runId of await sendMany(count)) await outside.until(runId, 'completed')
    return [first.mails.length - before[0], second.mails.length - before[1]]
  }
  const nextDay = () => outside.query(`UPDATE providers SET day = day - 1 WHERE day > '-infinity'`)
  expect(await sentOn(5)).toEqual([2, 3])
  expect((await providers())[0]).toMatchObject({ today: 2, limit_today: 2 })
  await nextDay()
  expect((await providers())[0]).toMatchObject({ today: 0, limit_today: 4 })
  expect(await sentOn(5)).toEqual([4, 1])
  await nextDay()
  expect(await sentOn(1)).toEqual([1, 0])
  // A week without a message warms nothing up.
  await outside.query(`UPDATE providers SET day = day - 7 WHERE day > '-infinity'`)
  expect((await providers())[0]).toMatchObject({ limit_today: 8 })
  await nextDay()
  expect((await providers())[0]).toMatchObject({ limit_today: 8 })
})

test('at the end of every daily limit messages wait for the next day', async () => {
  await change(0, { most_a_day: 1 })
  await change(1, { most_a_day: 1 })
  const runs = await sendMany(3)
  await eventually(
    () => outside.query(`SELECT FROM messages WHERE status = 'sent' AND run_id = ANY ($1)`, [runs]),
    rows => rows.length === 2,
  )
  const waiting = (
    await outside.query<{ run_id: string }>(
      `SELECT run_id FROM messages WHERE status = 'pending' AND run_id = ANY ($1)`,
      [runs],
    )
  )[0] as { run_id: string }
  const [shown] = await readMessages(outside.millrace.database.engine, place.organisationId, {
    runId: waiting.run_id,
  })
  expect(shown?.waits_for).toMatch(/^The daily limit is used up/)
  await outside.query(`UPDATE providers SET day = day - 1 WHERE day > '-infinity'`)
  await outside.until(waiting.run_id, 'completed')
  expect(first.mails).toHaveLength(2)
})

test('SMS go to the next provider when the first answers 503 in a row, and a country it does not send to at once', async () => {
  answers.first = 503
  const runs = await sendMany(4, 'text')
  // What is seen last says which message did not go, and why.
  await eventually(
    async () => {
      await outside.query(
        `UPDATE messages SET due_at = now() WHERE status = 'pending' AND due_at > now() + interval '14 seconds'`,
      )
      return Promise.all(runs.map(messageOf))
    },
    messages => messages.every(message => message?.status === 'sent'),
  )
  expect(texts.received).toHaveLength(4)
  for (const runId of runs) await outside.until(runId, 'completed')
  expect(await statuses('sms')).toEqual(['down', 'working'])
  expect(new URLSearchParams(texts.received[0]?.body).get('From')).toBe('B')
  expect(await messageOf(runs[0] as string)).toMatchObject({ status: 'sent', through: 'second' })
})

test('an SMS that the first answers with 500 may have been taken: the other is not given it', async () => {
  answers.first = 500
  const runId = await send('text')
  await eventually(
    () => messageOf(runId),
    message => typeof message?.held_by === 'string' && message.error !== null,
  )
  await hurry()
  await eventually(
    () => messageOf(runId),
    message => message?.attempt === 2,
  )
  expect(texts.received).toHaveLength(0)
  answers.first = 201
  await eventually(
    async () => {
      await hurry()
      return (await messageOf(runId))?.status
    },
    status => status === 'sent',
  )
  expect(texts.received).toHaveLength(0)
})

test('the one that is put first is in the settings, with its secret; and the next follows when it is removed', async () => {
  const [one, two] = (await providers()) as [Provider, Provider]
  expect(await inEngine(tx => orderProviders(tx, parts.sealer, place, 'email', [two.id, one.id]))).toBe(true)
  const stored = () =>
    outside.query<{ port: number | null }>(
      `SELECT (settings #>> '{email,smtp,port}')::integer AS port FROM organisations WHERE id = $1`,
      [place.organisationId],
    )
  expect(await stored()).toEqual([{ port: second.port }])
  expect(await providers()).toMatchObject([
    { id: two.id, first: true },
    { id: one.id, first: false, smtp: { port: first.port } },
  ])
  await outside.until(await send(), 'completed')
  expect(second.mails).toHaveLength(1)
  expect(await inEngine(tx => removeProvider(tx, parts.sealer, place, two.id))).toBe('second')
  expect(await stored()).toEqual([{ port: first.port }])
  await outside.until(await send(), 'completed')
  expect(first.mails).toHaveLength(1)
  expect(await inEngine(tx => removeProvider(tx, parts.sealer, place, one.id))).toBe('127.0.0.1')
  expect(await stored()).toEqual([{ port: null }])
  expect(await providers()).toEqual([])
  const texting = (await providers('sms')) as [Provider, Provider]
  await inEngine(tx => orderProviders(tx, parts.sealer, place, 'sms', [texting[1].id, texting[0].id]))
  expect((await providers('sms')).map(({ has_secret }) => has_secret)).toEqual([true, true])
  await outside.until(await send('text'), 'completed')
  expect(String(texts.received[0]?.headers.authorization)).toBe(
    `Basic ${Buffer.from('AC2:token').toString('base64')}`,
  )
})
