import type { Subscription, WholeSubscriptionDelivery } from '@millrace/contract/subscription'
import { subscriptionMessages } from '@millrace/contract/subscription-message'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { webhooks } from '../../sdk/src/webhooks.ts'
import { createKey } from '../../server/src/access/keys.ts'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { type Replayed, replayDeliveries } from '../../server/src/subscriptions/deliveries.ts'
import { maintain } from '../../server/src/worker/maintain.ts'
import { mailServer } from '../channels/mail-server.ts'
import { httpReceiver, type Received } from '../channels/receiver.ts'
import { signedIn } from '../support/dashboard.ts'
import {
  eventually,
  getToken,
  request,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let token: string
let receiver: Awaited<ReturnType<typeof httpReceiver>>
let mail: Awaited<ReturnType<typeof mailServer>>
/** What the receiver answers; by what it got. */
let answer: (received: Received) => number
beforeAll(async () => {
  receiver = await httpReceiver((response, received) => {
    response.statusCode = answer(received)
    response.end('said')
  })
  mail = await mailServer()
  millrace = await startTestMillrace({
    config: { allowedPrivateAddresses: ['127.0.0.1'], allowedPorts: [receiver.port, mail.port] },
  })
})
afterAll(async () => {
  await millrace.stop()
  await receiver.close()
  await mail.close()
})
beforeEach(async () => {
  receiver.received.length = 0
  answer = () => 200
  organisation = await millrace.organisation()
  token = await organisation.token()
})

interface Answer {
  readonly code: string
  readonly message: string
  readonly errors: Record<string, string[]>
  readonly subscription: Subscription
  readonly secret: string
  readonly delivery_id: string
  readonly deliveries: number
  readonly data: WholeSubscriptionDelivery[]
}
const ask = <Body = Answer>(method: string, path = '', json?: object, bearer = token) =>
  request<Body>(`${millrace.url}/v1/subscriptions${path}`, {
    method,
    token: bearer,
    ...(json === undefined ? {} : { json }),
  })
const everything = [
  'run.finished',
  'consent.changed',
  'guest.merged',
  'guest.merge_undone',
  'message.bounced',
]
async function subscribe(events: readonly string[] = everything, name = 'Warehouse') {
  const { status, body } = await ask('POST', '', { name, url: `${receiver.url}/in`, events })
  expect([status, body.message]).toEqual([201, `"${name}" is subscribed.`])
  return { id: body.subscription.id, secret: body.secret }
}
const guestCall = (method: string, path: string, json?: object) =>
  request<{ guest: { id: string } }>(`${millrace.url}/v1/guests${path}`, {
    method,
    token,
    ...(json === undefined ? {} : { json }),
  })
/** As a workflow does it. */
const consent = (guestId: string, value: boolean) =>
  query('UPDATE guests SET email_consent = $2 WHERE id = $1', [guestId, value])
const forms = new Map(Object.entries(subscriptionMessages).map(([type, schema]) => [type, Compile(schema)]))
/** Each as the OpenAPI document describes it. */
const bodies = () =>
  receiver.received.map(({ body }) => {
    const read = JSON.parse(body)
    expect([...(forms.get(read.type)?.Errors(read) ?? [`no form for ${read.type}`])], body).toEqual([])
    return read
  })
const arrived = (count: number) =>
  eventually(
    async () => bodies(),
    seen => seen.length >= count,
  )
const query = async <Row>(text: string, values: unknown[] = []) =>
  (await millrace.database.engine.query(text, values)).rows as Row[]
/** As if the pause after a failed attempt were over. */
const hurry = () => query(`UPDATE subscription_deliveries SET due_at = now() WHERE state = 'waiting'`)

test('of runs that end in one transaction, each is sent whose organisation has subscribed', async () => {
  const without = await millrace.organisation()
  await subscribe(['run.finished'])
  const runs = [without.id, organisation.id, without.id, organisation.id].map(organisationId => ({
    organisationId,
    id: newId(),
  }))
  await inTransaction(millrace.database.engine, async tx => {
    for (const { organisationId, id } of runs) {
      await tx.query(
        `INSERT INTO runs (organisation_id, id, workflow_id, workflow_version, guest_id, trigger, input, created_at)
         VALUES ($1, $2, gen_random_uuid(), 1, gen_random_uuid(), 'api', '{"serials": []}', now())`,
        [organisationId, id],
      )
      await tx.query(`UPDATE runs SET status = 'completed', outcome = 'success' WHERE id = $1`, [id])
    }
  })
  const sent = await arrived(2)
  expect(sent.map(({ data }) => data.run_id).toSorted()).toEqual([runs[1]?.id, runs[3]?.id])
  expect(await query('SELECT FROM subscription_deliveries WHERE organisation_id = $1', [without.id])).toEqual(
    [],
  )
})

test('what happens is posted once, signed as Standard Webhooks says, and the attempts are kept', async () => {
  const guest = await organisation.guest({ email: 'ada@example.com' })
  const other = await organisation.guest()
  const workflow = await organisation.workflow({
    trigger: { source: 'till' },
    start: 'end',
    nodes: [{ id: 'end', type: 'end', outcome: 'success' }],
  })
  const { id, secret } = await subscribe()
  await request(`${millrace.url}/v1/workflows/${workflow}/workflow-runs`, {
    token,
    json: { org_reg_id: guest },
    headers: { 'millrace-hops': '2' },
  })
  await arrived(1)
  await consent(guest, true)
  await arrived(2)
  await guestCall('POST', `/${guest}/merge`, { organisation_registration_id: other })
  await arrived(3)
  await guestCall('POST', `/${other}/merge/undo`)
  await arrived(4)
  expect(bodies()).toEqual([
    {
      type: 'run.finished',
      timestamp: expect.stringMatching(/^20.*Z$/),
      data: {
        run_id: expect.any(String),
        workflow_id: workflow,
        workflow_version: 1,
        organisation_registration_id: guest,
        event_id: null,
        serials: [],
        trigger: 'api',
        status: 'completed',
        outcome: 'success',
        error_code: null,
      },
    },
    {
      type: 'consent.changed',
      timestamp: expect.any(String),
      data: { organisation_registration_id: guest, field: 'email_consent', value: true, how: 'workflow' },
    },
    {
      type: 'guest.merged',
      timestamp: expect.any(String),
      data: { organisation_registration_id: guest, merged_id: other },
    },
    {
      type: 'guest.merge_undone',
      timestamp: expect.any(String),
      data: { organisation_registration_id: guest, merged_id: other },
    },
  ])
  for (const { body, headers } of receiver.received)
    expect((await webhooks.verify(body, headers, secret)).payload).toEqual(JSON.parse(body))
  const listed = await eventually(
    () => ask('GET', `/${id}/deliveries?state=delivered`),
    ({ body }) => body.data.length === 4,
  )
  const [newest] = listed.body.data as [WholeSubscriptionDelivery]
  expect(newest.id).toBe(receiver.received[3]?.headers['webhook-id'])
  const whole = await ask<WholeSubscriptionDelivery>('GET', `/${id}/deliveries/${newest.id}`)
  expect(whole.body).toMatchObject({ type: 'guest.merge_undone', attempts: 1, body: bodies()[3] })
  expect(whole.body.log).toMatchObject([{ attempt: 1, status: 200, error: null, response: 'said' }])
})

test('messages that bounce are posted: by a report of the provider, and by the mail server or the provider of SMS', async () => {
  const guest = await organisation.guest()
  await subscribe(['message.bounced'])
  const message = async (channel: string) => {
    const [row] = await query<{ id: string }>(
      `INSERT INTO messages (organisation_id, id, run_id, node_id, guest_id, channel, recipient, content, status, created_at)
       VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'n', $2, $3, 'x', '{}', 'sent', now()) RETURNING id`,
      [organisation.id, guest, channel],
    )
    return (row as { id: string }).id
  }
  const [reported, unknown, sms] = [await message('email'), await message('email'), await message('sms')]
  for (const kind of ['delivered', 'soft_bounce'])
    await query(
      `INSERT INTO message_reports (organisation_id, message_id, kind, provider, address) VALUES ($1, $2, $3, 'ses', 'x')`,
      [organisation.id, reported, kind],
    )
  await query(`UPDATE messages SET status = 'failed', error = '{"code": "unknown_address"}' WHERE id = $1`, [
    unknown,
  ])
  await query(`UPDATE messages SET status = 'undelivered' WHERE id = $1`, [sms])
  await arrived(3)
  expect(bodies().map(({ data }) => [data.message_id, data.channel, data.kind])).toEqual([
    [reported, 'email', 'soft_bounce'],
    [unknown, 'email', 'hard_bounce'],
    [sms, 'sms', 'undelivered'],
  ])
})

test('what fails is tried again, and nothing about the same guest overtakes it', async () => {
  const [ada, ben] = [await organisation.guest(), await organisation.guest()]
  const { id } = await subscribe(['consent.changed'])
  let broken = true
  answer = ({ body }) => (broken && body.includes(ada) ? 500 : 200)
  await consent(ada, true)
  await arrived(1)
  await consent(ada, false)
  await consent(ben, true)
  await arrived(2)
  expect(bodies().map(({ data }) => data.organisation_registration_id)).toEqual([ada, ben])
  await eventually(
    () => ask('GET', `/${id}`),
    ({ body }) => body.subscription.waiting === 2 && body.subscription.status === 'active',
  )
  broken = false
  await eventually(
    async () => {
      await hurry()
      return ask('GET', `/${id}`)
    },
    ({ body }) => body.subscription.waiting === 0,
  )
  // To hurry an attempt in progress is to have it made again.
  const values = bodies()
    .filter(({ data }) => data.organisation_registration_id === ada)
    .map(({ data }) => data.value)
  expect(values.slice(0, 2)).toEqual([true, true])
  expect(values.indexOf(false)).toBe(values.lastIndexOf(true) + 1)
  const ids = receiver.received
    .filter(({ body }) => body.includes(ada))
    .map(({ headers }) => headers['webhook-id'])
  expect(ids[0]).toBe(ids[1])
})

test('one delivery or those of a time are sent again, with the same webhook-id', async () => {
  const guest = await organisation.guest()
  const { id } = await subscribe(['consent.changed'])
  for (const value of [true, false]) await consent(guest, value)
  await arrived(2)
  const { body } = await eventually(
    () => ask('GET', `/${id}/deliveries?state=delivered`),
    seen => seen.body.data.length === 2,
  )
  const ids = body.data.map(one => one.id)
  expect((await ask('POST', `/${id}/replay`, { delivery_id: ids[0] as string })).body.deliveries).toBe(1)
  await arrived(3)
  expect(receiver.received[2]?.headers['webhook-id']).toBe(ids[0])
  await eventually(
    () => ask('GET', `/${id}/deliveries?state=delivered`),
    seen => seen.body.data.length === 2,
  )
  const from = new Date(Date.now() - 60_000).toISOString()
  expect((await ask('POST', `/${id}/replay`, { from })).body.deliveries).toBe(0)
  expect((await ask('POST', `/${id}/replay`, { from, state: 'all' })).body.message).toBe(
    '2 deliveries are sent again.',
  )
  await arrived(5)
  expect(receiver.received.slice(3).map(({ headers }) => headers['webhook-id'])).toEqual(ids.toReversed())
  expect((await ask('POST', `/${id}/replay`, {})).body.errors).toHaveProperty('from')
})

test('so many are sent again at a time, the oldest first, and the answer says where the rest begins', async () => {
  const { id } = await subscribe(['consent.changed'])
  expect((await ask('PATCH', `/${id}`, { paused: true })).status).toBe(200)
  await query(
    `INSERT INTO subscription_deliveries (organisation_id, subscription_id, type, data, state, settled_at, occurred_at)
     SELECT $1, $2, 'test', '{}', 'delivered', now(), timestamptz '2026-01-01Z' + n * interval '1 hour'
     FROM generate_series(1, 5) AS n`,
    [organisation.id, id],
  )
  const replay = (from: Date) =>
    inTransaction(millrace.database.engine, tx =>
      replayDeliveries(
        tx,
        { organisationId: organisation.id, id },
        'test',
        { from: from.toISOString(), state: 'all' },
        2,
      ),
    )
  const portions: number[] = []
  for (let from: Date | null = new Date('2026-01-01T00:00:00Z'); from !== null; ) {
    const { deliveries, nextFrom }: Replayed = await replay(from)
    portions.push(deliveries)
    from = nextFrom
  }
  expect(portions).toEqual([2, 2, 1])
  const waiting = await query(
    `SELECT count(*)::int AS n FROM subscription_deliveries WHERE subscription_id = $1 AND state = 'waiting'`,
    [id],
  )
  expect(waiting[0]).toEqual({ n: 5 })
})

test('after two days of failure it is paused, owners get an e-mail, and what waited is sent when it is resumed', async () => {
  const owner = await signedIn(millrace, organisation.id)
  const smtp = { host: '127.0.0.1', port: mail.port, security: 'none' }
  const email = { from_name: 'Vine', from_address: 'vine@example.com', smtp }
  await query('UPDATE organisations SET settings = settings || $2::jsonb WHERE id = $1', [
    organisation.id,
    JSON.stringify({ email }),
  ])
  const guest = await organisation.guest()
  const { id } = await subscribe(['consent.changed'])
  answer = () => 503
  await consent(guest, true)
  await eventually(
    () => ask('GET', `/${id}`),
    ({ body }) => body.subscription.status === 'failing',
  )
  await query(`UPDATE subscriptions SET failing_since = now() - interval '49 hours' WHERE id = $1`, [id])
  await hurry()
  const paused = await eventually(
    () => ask('GET', `/${id}`),
    ({ body }) => body.subscription.status === 'paused',
  )
  expect(paused.body.subscription).toMatchObject({ paused_because: 'failing', waiting: 1 })
  expect(
    await query(`SELECT detail FROM audit_entries WHERE action = 'subscription.paused' AND subject = $1`, [
      id,
    ]),
  ).toEqual([{ detail: { name: 'Warehouse', because: 'failing' } }])
  await eventually(
    async () => mail.mails,
    mails => mails.length === 1,
  )
  expect(mail.mails[0]?.recipients).toEqual([owner.member.email])
  expect(mail.mails[0]?.parsed.subject).toContain('The subscription "Warehouse" is paused')
  expect((await ask('POST', `/${id}/test`)).body.code).toBe('subscription_paused')
  answer = () => 200
  await consent(guest, false)
  receiver.received.length = 0
  expect((await ask('PATCH', `/${id}`, { paused: false })).body.message).toBe(
    'Subscription resumed. What waits is sent now.',
  )
  await arrived(2)
  expect(bodies().map(({ data }) => data.value)).toEqual([true, false])
})

test('a receiver that is gone is not called again', async () => {
  const guest = await organisation.guest()
  const { id } = await subscribe(['consent.changed'])
  answer = () => 410
  await consent(guest, true)
  await eventually(
    () => ask('GET', `/${id}`),
    ({ body }) => body.subscription.paused_because === 'gone',
  )
})

test('a new secret signs beside the previous one, also when the request was repeated', async () => {
  const { id, secret } = await subscribe()
  await ask('POST', `/${id}/secret`)
  const changed = await ask('POST', `/${id}/secret`)
  expect(changed.body.subscription.previous_secret_until).not.toBeNull()
  const tested = await ask('POST', `/${id}/test`)
  await arrived(1)
  const [{ body, headers }] = receiver.received as [Received]
  expect(headers['webhook-id']).toBe(tested.body.delivery_id)
  expect(JSON.parse(body)).toMatchObject({ type: 'test' })
  for (const one of [secret, changed.body.secret]) await webhooks.verify(body, headers, one)
  const [stored] = await query<{ sealed_secret: string }>(
    'SELECT sealed_secret FROM subscriptions WHERE id = $1',
    [id],
  )
  expect(stored?.sealed_secret).not.toContain(changed.body.secret.slice(6))
})

test('a name is taken once, an address has to be public, and a key needs to be allowed to read what it gets', async () => {
  const { id } = await subscribe(['run.finished'])
  const again = { name: 'WAREHOUSE', url: receiver.url, events: ['run.finished'] }
  expect((await ask('POST', '', again)).body.code).toBe('subscription_exists')
  const inside = { name: 'Inside', url: 'http://10.0.0.1/', events: ['run.finished'] }
  expect((await ask('POST', '', inside)).body.errors).toHaveProperty('url')
  const key = async (scopes: string[], serials?: string[]) => {
    const made = await inTransaction(millrace.database.engine, tx =>
      createKey(tx, organisation.id, 'test', {
        name: scopes.join(),
        scopes: scopes as never,
        ...(serials === undefined ? {} : { serials }),
      } as never),
    )
    return getToken(millrace.url, made)
  }
  const writer = await key(['subscriptions:write', 'subscriptions:read'])
  for (const [method, path, json] of [
    ['POST', '', { ...again, name: 'Mine' }],
    ['PATCH', `/${id}`, { url: receiver.url }],
    ['POST', `/${id}/secret`, undefined],
    ['GET', `/${id}/deliveries`, undefined],
  ] as const)
    expect((await ask(method, path, json, writer)).body.code).toBe('scope_needed')
  const reader = await key(['subscriptions:write', 'runs:read'])
  expect((await ask('PATCH', `/${id}`, { name: 'Renamed' }, reader)).status).toBe(200)
  expect((await ask('PATCH', `/${id}`, { events: ['consent.changed'] }, reader)).body.code).toBe(
    'scope_needed',
  )
})

test('of a deleted guest nothing is left, and a deleted subscription goes with what was sent', async () => {
  const guest = await organisation.guest()
  const { id } = await subscribe(['consent.changed', 'run.finished'])
  await consent(guest, true)
  await arrived(1)
  await inTransaction(millrace.database.engine, tx => eraseGuest(tx, organisation.id, guest, 'test'))
  const left = () =>
    query<{ count: number }>(
      'SELECT count(*)::int AS count FROM subscription_deliveries WHERE subscription_id = $1',
      [id],
    )
  expect(await left()).toEqual([{ count: 0 }])
  await ask('POST', `/${id}/test`)
  expect((await ask('DELETE', `/${id}`)).body.message).toBe('The subscription "Warehouse" is deleted.')
  expect((await ask('GET', `/${id}`)).body.code).toBe('subscription_not_found')
  await eventually(
    async () => {
      await maintain(millrace.database.engine)
      return query('SELECT FROM subscriptions WHERE id = $1', [id])
    },
    rows => rows.length === 0,
  )
})
