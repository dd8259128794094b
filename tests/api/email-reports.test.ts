import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { loadSecrets } from '../../server/src/config/secrets.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { saveFeedbackKey } from '../../server/src/feedback/set-up.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { liftSuppression } from '../../server/src/suppressions/enter-and-lift.ts'
import { type Api, startApiOn } from '../support/api-on.ts'
import { askPage } from '../support/ask-page.ts'
import {
  type Kind,
  type Request,
  type SentMessage,
  type SimulatedProvider,
  type SimulatedSes,
  simulateMailgun,
  simulatePostmark,
  simulateSendgrid,
  simulateSes,
} from '../support/email-providers.ts'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'

let millrace: TestMillrace
let api: Api
let organisation: TestOrganisation
let other: TestOrganisation
let ses: SimulatedSes
const postmark = simulatePostmark()
const sendgrid = simulateSendgrid()
const mailgun = simulateMailgun()
const all = (): SimulatedProvider[] => [ses, postmark, sendgrid, mailgun]

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  ses = await simulateSes()
  api = await startApiOn(millrace.databaseUrl, undefined, ses.sns)
  organisation = await millrace.organisation()
  other = await millrace.organisation('Other')
  await setUp(organisation, ...all())
})
afterAll(async () => {
  await api.stop()
  await ses.close()
  await millrace.stop()
})

async function setUp({ id }: TestOrganisation, ...given: SimulatedProvider[]) {
  const sealer = createSealer((await loadSecrets(millrace.config)).master)
  for (const { name: provider, key } of given)
    await inTransaction(millrace.database.engine, tx =>
      saveFeedbackKey(tx, sealer, id, 'test', { provider, key }),
    )
}

const query = async <Row>(text: string, values: unknown[] = []) =>
  (await millrace.database.engine.query(text, values)).rows as Row[]

let count = 0
const nextAddress = () => {
  count += 1
  return `Guest-${count}@example.com`
}

interface Sent extends SentMessage {
  readonly id: string
}

async function manyMessages(length: number): Promise<Sent[]> {
  const sent = Array.from({ length }, () => known(newId(), nextAddress()))
  await store(sent, { status: 'sent', attempt: 1, of: organisation.id })
  return sent
}

/** In one statement, however many: a thousand would wait for a connection for longer than one may. */
const store = (
  sent: readonly Sent[],
  { status, attempt, of }: { status: string; attempt: number; of: string },
) =>
  query(
    `INSERT INTO messages (organisation_id, id, run_id, node_id, guest_id, channel, recipient, content, status, attempt,
                           due_at, created_at)
     SELECT $1, id, id, 'n', id, 'email', recipient, '{}', $4, $5, CASE WHEN $4 = 'pending' THEN now() END, now()
     FROM unnest($2::uuid[], $3::text[]) AS sent (id, recipient)`,
    [of, sent.map(({ id }) => id), sent.map(({ to }) => to), status, attempt],
  )

/** A message that was sent, and what a provider knows of it. */
async function message({ status = 'sent', attempt = 1, to = '', of = organisation.id } = {}): Promise<Sent> {
  const one = known(newId(), to === '' ? nextAddress() : to)
  await store([one], { status, attempt, of })
  return one
}

function known(id: string, to: string): Sent {
  const one = (key: string, value: string) => ({ key, originalKey: key, value })
  return {
    id,
    to,
    messageId: `<${id}@example.com>`,
    headers: [
      one('x-pm-metadata-millrace-id', id),
      one('x-smtpapi', JSON.stringify({ unique_args: { millrace_id: id } })),
      one('x-mailgun-variables', JSON.stringify({ millrace_id: id })),
    ],
  }
}

async function post(provider: string, { headers, body }: Request, of = organisation.id) {
  const answer = await askPage('POST', `${api.url}/callbacks/email/${of}/${provider}`, headers, body)
  return { status: answer.status, body: JSON.parse(answer.text) as Record<string, unknown> }
}

const report = (provider: SimulatedProvider, kind: Kind, about: Sent) =>
  post(provider.name, provider.send(provider.event(kind, about)))

const stored = async ({ id }: Sent) =>
  (
    await query<{ status: string; error: { code: string; message: string } | null }>(
      'SELECT status, error FROM messages WHERE id = $1',
      [id],
    )
  )[0]

const suppressions = ({ to }: Sent) =>
  query<{ id: string; reason: string; source: string; note: string | null }>(
    `SELECT id, reason, source, note FROM suppressions WHERE address = lower($1) AND lifted_at IS NULL`,
    [to],
  )

const figures = async (provider: string, of = organisation.id) =>
  (
    await query<{ recorded: number; unknown: number; refused: number; refusal: string | null }>(
      'SELECT recorded, unknown, refused, refusal FROM email_feedback WHERE organisation_id = $1 AND provider = $2',
      [of, provider],
    )
  )[0] ?? { recorded: 0, unknown: 0, refused: 0, refusal: null }

const recorded = (n: number) => ({
  status: 200,
  body: { recorded: n, repeated: 0, unknown: 0, ignored: 0 },
})

/** The same providers, with other keys. */
const strangers = {
  ses: () => simulateSes(),
  postmark: () => simulatePostmark('another-password-of-16'),
  sendgrid: () => simulateSendgrid(),
  mailgun: () => simulateMailgun('another-key-of-an-account'),
}

const names = ['ses', 'postmark', 'sendgrid', 'mailgun'] as const
const named = (name: string) => all().find(provider => provider.name === name) as SimulatedProvider

describe.each(names)('%s', name => {
  let provider: SimulatedProvider
  beforeEach(() => {
    provider = named(name)
  })

  test('says that an address does not exist: the message is undelivered, and nothing more is sent there', async () => {
    const sent = await message()
    expect(await report(provider, 'hard_bounce', sent)).toEqual(recorded(1))
    expect(await stored(sent)).toMatchObject({
      status: 'undelivered',
      error: {
        code: 'hard_bounce',
        message: expect.stringMatching(
          /^The mail server or the provider said that the address does not exist\. .*unknown user/,
        ),
      },
    })
    expect(await suppressions(sent)).toMatchObject([
      { reason: 'hard_bounce', source: name, note: expect.stringContaining('unknown user') },
    ])
  })

  test('passes a complaint on', async () => {
    const sent = await message()
    await report(provider, 'delivered', sent)
    expect(await stored(sent)).toEqual({ status: 'delivered', error: null })
    expect(await report(provider, 'complaint', sent)).toEqual(recorded(1))
    expect(await stored(sent)).toMatchObject({ status: 'delivered', error: { code: 'complaint' } })
    expect(await suppressions(sent)).toMatchObject([{ reason: 'complaint', source: name }])
  })

  test('reports a delay, which changes nothing yet', async () => {
    const sent = await message()
    expect(await report(provider, 'delayed', sent)).toEqual(recorded(1))
    expect(await stored(sent)).toEqual({ status: 'sent', error: null })
    expect(await suppressions(sent)).toEqual([])
  })

  test('suppresses after three soft bounces in a row', async () => {
    const to = `full-${name}@example.com`
    for (const last of [false, false, true]) {
      const sent = await message({ to })
      expect(await report(provider, 'soft_bounce', sent)).toEqual(recorded(1))
      expect(await stored(sent)).toMatchObject({ status: 'undelivered', error: { code: 'soft_bounce' } })
      expect(await suppressions(sent)).toMatchObject(last ? [{ reason: 'soft_bounces', source: name }] : [])
    }
  })

  test('may say it again, also after the suppression was lifted', async () => {
    const sent = await message()
    const request = provider.send(provider.event('hard_bounce', sent))
    await post(name, request)
    const [entry] = await suppressions(sent)
    await inTransaction(millrace.database.engine, tx =>
      liftSuppression(tx, organisation.id, entry?.id as string, { actor: 'test', because: 'It works again' }),
    )
    expect(await post(name, request)).toEqual({
      status: 200,
      body: { recorded: 0, repeated: 1, unknown: 0, ignored: 0 },
    })
    expect(await suppressions(sent)).toEqual([])
  })

  test('is not believed with another key, and nothing is recorded', async () => {
    const sent = await message()
    const stranger = await strangers[name]()
    const before = await figures(name)
    const request = stranger.send(stranger.event('hard_bounce', sent))
    // The stranger's own certificate is not at the address of SNS; theirs must be signed by the real one.
    const body =
      name === 'ses'
        ? JSON.stringify({
            ...JSON.parse(request.body),
            SigningCertURL: JSON.parse(ses.send({}).body).SigningCertURL,
          })
        : request.body
    const answer = await post(name, { ...request, body })
    if ('close' in stranger) await stranger.close()
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated'])
    expect(answer.body.message).toContain('signature or password is wrong')
    expect(await figures(name)).toEqual({
      ...before,
      refused: before.refused + 1,
      refusal: 'wrong_signature',
    })
    expect(await stored(sent)).toEqual({ status: 'sent', error: null })
    expect(await suppressions(sent)).toEqual([])
  })

  test('is not believed without a proof, nor with one that is about something else', async () => {
    const sent = await message()
    const request = provider.send(provider.event('hard_bounce', sent))
    const proofs = ['authorization', 'x-twilio-email-event-webhook-signature']
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([key]) => !proofs.includes(key)),
    )
    const content = JSON.parse(request.body)
    const without = {
      headers,
      body: JSON.stringify(Array.isArray(content) ? content : { ...content, Signature: '', signature: {} }),
    }
    expect((await post(name, without)).status).toBe(401)
    expect((await figures(name)).refusal).toBe('no_signature')
    if (name === 'ses' || name === 'sendgrid') {
      const changed = { ...request, body: request.body.replace('unknown user', 'nobody there') }
      expect((await post(name, changed)).status).toBe(401)
    }
    expect(await stored(sent)).toMatchObject({ status: 'sent' })
  })

  test('reports about messages of others are counted, and touch neither the message nor its address', async () => {
    const theirs = await message({ of: other.id })
    const never = await message({ status: 'kept', attempt: 0 })
    const nobodys = known(newId(), 'nobody@example.com')
    const without = { ...known('', 'elsewhere@example.com'), headers: [], messageId: '<x@elsewhere.example>' }
    const before = await figures(name)
    for (const sent of [theirs, never, nobodys, without]) {
      expect(await report(provider, 'hard_bounce', sent)).toEqual({
        status: 200,
        body: { recorded: 0, repeated: 0, unknown: 1, ignored: 0 },
      })
      expect(await suppressions(sent)).toEqual([])
    }
    expect(await stored(theirs)).toEqual({ status: 'sent', error: null })
    expect(await stored(never)).toEqual({ status: 'kept', error: null })
    expect(await figures(name)).toMatchObject({ unknown: before.unknown + 4, recorded: before.recorded })
  })

  test('finds nothing at the address of an organisation that has not set it up', async () => {
    const request = provider.send(provider.event('hard_bounce', await message({ of: other.id })))
    for (const id of [other.id, newId(), 'nonsense']) expect((await post(name, request, id)).status).toBe(404)
    expect((await post('pigeon', request)).status).toBe(404)
  })

  test('may send what is of no interest, or no report at all', async () => {
    const odd = [null, 'text', 7, [], {}, { event: 'click' }, { RecordType: 'Open' }, { eventType: 'Click' }]
    for (const event of odd) {
      const { status, body } = await post(name, provider.send(event))
      expect([status, body.recorded, body.ignored]).toEqual([200, 0, 1])
    }
  })
})

describe('the status of a message', () => {
  test.each<[kind: Kind[], status: string, code: string | undefined]>([
    [['delivered', 'hard_bounce'], 'undelivered', 'hard_bounce'],
    [['hard_bounce', 'delivered'], 'undelivered', 'hard_bounce'],
    [['soft_bounce', 'delivered'], 'delivered', undefined],
    [['delivered', 'soft_bounce'], 'delivered', undefined],
    [['complaint', 'delivered'], 'delivered', 'complaint'],
    [['delayed', 'soft_bounce', 'delayed'], 'undelivered', 'soft_bounce'],
  ])('after %j is %s, in whatever order they come', async (kind, status, code) => {
    const sent = await message()
    for (const one of kind) await report(sendgrid, one, sent)
    expect(await stored(sent)).toMatchObject({ status, error: code === undefined ? null : { code } })
  })

  test('follows a report that comes before the sending is recorded', async () => {
    const sent = await message({ status: 'pending' })
    await report(postmark, 'hard_bounce', sent)
    expect(await stored(sent)).toMatchObject({ status: 'pending' })
    await query(`UPDATE messages SET status = 'sent', due_at = NULL, error = NULL WHERE id = $1`, [sent.id])
    expect(await stored(sent)).toMatchObject({ status: 'undelivered', error: { code: 'hard_bounce' } })
  })

  test.each(['failed', 'cancelled'])(
    'of a message that %s here stays, and its address is suppressed',
    async status => {
      const sent = await message({ status })
      await query(`UPDATE messages SET error = '{"code": "ours"}' WHERE id = $1`, [sent.id])
      expect(await report(postmark, 'hard_bounce', sent)).toEqual(recorded(1))
      expect(await stored(sent)).toEqual({ status, error: { code: 'ours' } })
      expect(await suppressions(sent)).toHaveLength(1)
    },
  )

  test('of a message that its id at Amazon SES names, where the headers were not included', async () => {
    const sent = await message()
    const id = '0102018f0c5f3a2b-6c7d8e9f-0a1b-4c2d-8e3f-4a5b6c7d8e9f-000000'
    await query('UPDATE messages SET provider_id = $2 WHERE id = $1', [
      sent.id,
      `<${id}@eu-west-1.amazonses.com>`,
    ])
    const event = ses.event('hard_bounce', sent) as { mail: object }
    const bare = { ...event, mail: { messageId: id, destination: [sent.to] } }
    expect(await post('ses', ses.send(bare))).toEqual(recorded(1))
    expect(await stored(sent)).toMatchObject({ status: 'undelivered' })
  })
})

describe('soft bounces', () => {
  const to = () => `soft-${newId()}@example.com`
  const soft = async (address: string) => report(sendgrid, 'soft_bounce', await message({ to: address }))

  test('of one message count once, also if several providers report them', async () => {
    const sent = await message({ to: to() })
    for (const provider of [sendgrid, postmark, mailgun, sendgrid])
      await report(provider, 'soft_bounce', sent)
    expect(await suppressions(sent)).toEqual([])
  })

  test('before a message that was delivered do not count, nor those of more than thirty days ago', async () => {
    const address = to()
    await soft(address)
    await soft(address)
    await report(sendgrid, 'delivered', await message({ to: address }))
    await soft(address)
    await soft(address)
    const last = await message({ to: address })
    expect(await suppressions(last)).toEqual([])
    await query(
      `UPDATE message_reports SET received_at = received_at - interval '31 days' WHERE address = lower($1)`,
      [address],
    )
    await report(sendgrid, 'soft_bounce', last)
    expect(await suppressions(last)).toEqual([])
  })

  test('start again once the suppression is lifted', async () => {
    const address = to()
    for (let n = 0; n < 3; n++) await soft(address)
    const next = await message({ to: address })
    const [entry] = await suppressions(next)
    await inTransaction(millrace.database.engine, tx =>
      liftSuppression(tx, organisation.id, entry?.id as string, { actor: 'test', because: 'Tidied up' }),
    )
    await report(sendgrid, 'soft_bounce', next)
    expect(await suppressions(next)).toEqual([])
  })

  test('that come at the same moment see each other', async () => {
    const addresses = Array.from({ length: 5 }, to)
    const about = await Promise.all(
      addresses.flatMap(address => Array.from({ length: 3 }, () => message({ to: address }))),
    )
    await Promise.all(about.map(sent => report(postmark, 'soft_bounce', sent)))
    for (const sent of about) expect(await suppressions(sent)).toHaveLength(1)
  })
})

describe('many', () => {
  test('a thousand in one request, with repetitions and strangers among them', async () => {
    const sent = await manyMessages(1_000)
    const events = sent.map((one, n) => sendgrid.event(n % 2 === 0 ? 'hard_bounce' : 'complaint', one))
    const strangers = Array.from({ length: 50 }, (_, n) =>
      sendgrid.event('hard_bounce', known(newId(), `stranger-${n}@example.com`)),
    )
    const request = sendgrid.send(...events, ...events.slice(0, 100), ...strangers, { event: 'open' })
    expect(await post('sendgrid', request)).toEqual({
      status: 200,
      body: { recorded: 1_000, repeated: 100, unknown: 50, ignored: 1 },
    })
    const [entries] = await query<{ entries: number }>(
      'SELECT count(*) AS entries FROM suppressions WHERE address = ANY ($1)',
      [sent.map(({ to }) => to.toLowerCase())],
    )
    expect(entries).toEqual({ entries: 1_000 })
  })

  test('requests at the same moment about the same messages, in any order: each is recorded once', async () => {
    const sent = await manyMessages(100)
    const events = sent.map(one => sendgrid.event('hard_bounce', one))
    const before = await figures('sendgrid')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const turned = [...events.slice(n * 5), ...events.slice(0, n * 5)]
        return post('sendgrid', sendgrid.send(...(n % 2 === 0 ? turned : turned.reverse())))
      }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers.reduce((sum, { body }) => sum + Number(body.recorded), 0)).toBe(100)
    expect(await figures('sendgrid')).toMatchObject({ recorded: before.recorded + 100 })
    for (const one of sent.slice(0, 5)) expect(await suppressions(one)).toHaveLength(1)
  })
})

describe('Mailgun, which signs no body', () => {
  test('a signature counts for one report only', async () => {
    const [one, two] = [await message(), await message()]
    const token = newId()
    expect(
      await post('mailgun', mailgun.sendAt(mailgun.event('hard_bounce', one), new Date(), token)),
    ).toEqual(recorded(1))
    const again = await post('mailgun', mailgun.sendAt(mailgun.event('hard_bounce', two), new Date(), token))
    expect([again.status, again.body.message]).toEqual([
      401,
      'The signature of this report was used before, for another one.',
    ])
    expect(await stored(two)).toMatchObject({ status: 'sent' })
  })

  test.each([
    [-25, 'The report was signed too long ago.'],
    [25, 'The report was signed in the future: one of the clocks is wrong.'],
  ])('a signature of %s hours from now is refused', async (hours, sentence) => {
    const at = new Date(Date.now() + hours * 3_600_000)
    const answer = await post('mailgun', mailgun.sendAt(mailgun.event('hard_bounce', await message()), at))
    expect([answer.status, answer.body.message]).toEqual([401, sentence])
  })
})

describe('Amazon SNS', () => {
  const notification = (change: Record<string, string> = {}) => ({
    Type: 'Notification',
    MessageId: newId(),
    TopicArn: ses.key,
    Message: 'Successfully validated SNS topic for Amazon SES event publishing.',
    Timestamp: new Date().toISOString(),
    ...change,
  })

  test('a subscription to the topic is confirmed, and only once SNS has agreed', async () => {
    const before = ses.asked.length
    expect(await post('ses', ses.confirmation())).toEqual(recorded(0))
    expect(ses.asked.slice(before).at(-1)).toContain('Action=ConfirmSubscription')
    ses.confirms = 500
    const failed = await post('ses', ses.confirmation())
    ses.confirms = 200
    expect([failed.status, failed.body.code]).toEqual([503, 'unavailable'])
  })

  test.each([
    'https://sns.eu-west-1.amazonaws.com.example.com/?Action=ConfirmSubscription',
    'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription',
    'http://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription',
    'https://sns.eu-west-1.amazonaws.com:8443/?Action=ConfirmSubscription',
    'https://169.254.169.254/latest/meta-data',
    'not an address',
  ])('nothing is opened at %s', async url => {
    const before = ses.asked.length
    expect((await post('ses', ses.confirmation(url))).status).toBe(401)
    expect(ses.asked.slice(before).filter(path => !path.endsWith('.pem'))).toEqual([])
  })

  test.each([
    'https://example.com/SimpleNotificationService-1.pem',
    'https://amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.eu-west-1.amazonaws.com@example.com/SimpleNotificationService-1.pem',
    'https://mybucket.s3.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem?x=.exe/../other',
    'file:///etc/passwd',
  ])('a certificate at %s is not believed', async certificate => {
    const before = ses.asked.length
    const { status } = await post('ses', ses.sign(notification(), { certificate }))
    expect(status).toBe(401)
    expect(ses.asked).toHaveLength(before)
  })

  test('both versions of the signature, with a subject and without, and the sentence that tries the topic', async () => {
    for (const version of ['1', '2'] as const)
      for (const subject of [{}, { Subject: 'Amazon SES Email Event Notification' }])
        expect(await post('ses', ses.sign(notification(subject), { version }))).toEqual({
          status: 200,
          body: { recorded: 0, repeated: 0, unknown: 0, ignored: 1 },
        })
  })

  test('another topic is refused, also one of the same account, before anything is asked', async () => {
    const before = ses.asked.length
    const answer = await post('ses', ses.sign(notification({ TopicArn: `${ses.key}-2` })))
    expect([answer.status, answer.body.message]).toEqual([
      401,
      'The report is from another SNS topic than the one that is set up.',
    ])
    expect(ses.asked).toHaveLength(before)
  })

  test('a certificate that has expired is not believed, and one that cannot be had is asked for later', async () => {
    const expired = await simulateSes({ until: new Date(Date.now() - 1_000) })
    const there = await startApiOn(millrace.databaseUrl, undefined, expired.sns)
    const ask = async () =>
      (
        await askPage(
          'POST',
          `${there.url}/callbacks/email/${organisation.id}/ses`,
          {},
          expired.send('Hello').body,
        )
      ).status
    expect(await ask()).toBe(401)
    await expired.close()
    const gone = expired.sign(notification(), {
      certificate: 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-gone.pem',
    })
    const late = await askPage('POST', `${there.url}/callbacks/email/${organisation.id}/ses`, {}, gone.body)
    expect([late.status, late.headers['retry-after']]).toEqual([503, '60'])
    await there.stop()
  })
})

describe('what cannot be read', () => {
  test('signed, and not JSON', async () => {
    const { headers } = postmark.send({})
    const answer = await post('postmark', { headers, body: '{"RecordType":' })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_json'])
  })

  test('more than a mebibyte, which is counted as refused', async () => {
    const before = await figures('postmark')
    const answer = await post('postmark', postmark.send({ Details: 'x'.repeat(1_100_000) }))
    expect(answer.status).toBe(413)
    expect(await figures('postmark')).toMatchObject({ refused: before.refused + 1, refusal: 'too_large' })
    expect((await post('postmark', postmark.send({ Details: 'x'.repeat(1_100_000) }), other.id)).status).toBe(
      413,
    )
  })

  test('a note with control characters, and one without an end', async () => {
    const sent = await message()
    const event = {
      ...(postmark.event('hard_bounce', sent) as object),
      Details: `\0\u{d800}${'é\n'.repeat(5_000)}`,
    }
    expect(await post('postmark', postmark.send(event))).toEqual(recorded(1))
    const [entry] = await suppressions(sent)
    expect(entry?.note?.length).toBeLessThanOrEqual(300)
  })

  test('nothing at all', async () => {
    for (const name of names)
      expect([400, 401]).toContain((await post(name, { headers: {}, body: '' })).status)
  })
})
