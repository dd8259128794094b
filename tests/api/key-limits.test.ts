import type { ApiKey } from '@millrace/contract/member'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { remindOfEnds } from '../../server/src/access/remind-of-ends.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { signedIn, type Visitor } from '../support/dashboard.ts'
import {
  eventually,
  getToken,
  newAddress,
  request,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let owner: Visitor & { member: { email: string } }
/** Mails that really left. */
const mails: string[] = []
let smtp: SMTPServer
let smtpPort: number

beforeAll(async () => {
  smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', chunk => {
        text += chunk
      })
      stream.on('end', () => {
        mails.push(text)
        done()
      })
    },
  })
  await new Promise<void>(resolve => smtp.listen(0, '127.0.0.1', resolve))
  smtpPort = (smtp.server.address() as { port: number }).port
  millrace = await startTestMillrace({
    config: { allowedPrivateAddresses: ['127.0.0.1'], allowedPorts: [smtpPort] },
  })
  organisation = await millrace.organisation('Harbour')
  for (const serial of ['HARBOUR', 'VINE']) await organisation.venue(serial)
  owner = await signedIn(millrace, organisation.id)
})
afterAll(async () => {
  await millrace?.stop()
  smtp?.close()
})

interface Made {
  key: { client_id: string; client_secret: string }
  code: string
  errors: unknown
}
const create = async (limits: object) => {
  const { status, body } = await owner.post<Made>('/keys', { name: 'till', ...limits })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { clientId: body.key.client_id, clientSecret: body.key.client_secret }
}
const tokenFor = async (limits: object) => getToken(millrace.url, await create(limits))

interface Refused {
  code: string
  errors?: Record<string, string[]>
}
const v1 = <Body = Refused>(path: string, token: string, init: Parameters<typeof request>[1] = {}) =>
  request<Body>(`${millrace.url}/v1${path}`, { token, ...init })

const send = async (token: string, event: { serials?: string[]; source?: string; guest?: string }) =>
  v1('/workflows/incoming-event', token, {
    json: {
      organisation_registration_id: event.guest ?? (await organisation.guest()),
      ...(event.serials === undefined ? {} : { serials: event.serials }),
      parameters: event.source === undefined ? {} : { source: event.source },
    },
  })

const awards = (venues?: string[]): WorkflowDefinition => ({
  trigger: { source: `s${Math.random()}`, ...(venues === undefined ? {} : { venues }) },
  start: 'give',
  nodes: [
    { id: 'give', type: 'award_points', points: 1, next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
})

describe('a key that is limited to venues', () => {
  test('sends events of these venues, and of no other, and names the field', async () => {
    const token = await tokenFor({ serials: ['HARBOUR'] })
    expect((await send(token, { serials: ['HARBOUR'] })).status).toBe(200)
    const other = await send(token, { serials: ['HARBOUR', 'VINE'] })
    expect([other.status, other.body.code, Object.keys(other.body.errors ?? {})]).toEqual([
      403,
      'venue_not_allowed',
      ['serials.1'],
    ])
    const none = await send(token, {})
    expect([none.status, none.body.code, Object.keys(none.body.errors ?? {})]).toEqual([
      403,
      'venue_not_allowed',
      ['serials'],
    ])
  })

  test('sees what is at these venues: receipts, guests, runs, workflows, venues', async () => {
    const all = await organisation.token()
    const [here, there] = [await organisation.guest(), await organisation.guest()]
    const id = async (guest: string, serial: string) =>
      ((await send(all, { serials: [serial], guest })).body as unknown as { event: { id: string } }).event.id
    const [own, foreign] = [await id(here, 'HARBOUR'), await id(there, 'VINE')]
    const token = await tokenFor({ serials: ['HARBOUR'] })
    expect((await v1(`/workflows/incoming-event/${own}`, token)).status).toBe(200)
    expect((await v1(`/workflows/incoming-event/${foreign}`, token)).status).toBe(404)
    expect((await v1(`/guests/${here}`, token)).status).toBe(200)
    expect((await v1(`/guests/${there}`, token)).status).toBe(404)
    const listed = (await v1<{ data: { id: string }[] }>('/guests?limit=100', token)).body.data.map(g => g.id)
    expect([listed.includes(here), listed.includes(there)]).toEqual([true, false])
    const venues = (await v1<{ data: { serial: string }[] }>('/venues', token)).body.data
    expect(venues.map(({ serial }) => serial)).toEqual(['HARBOUR'])
    const [atHarbour, atVine, everywhere] = [
      await organisation.workflow(awards(['HARBOUR'])),
      await organisation.workflow(awards(['VINE'])),
      await organisation.workflow(awards()),
    ]
    const workflows = (await v1<{ data: { id: string }[] }>('/workflows?limit=100', token)).body.data.map(
      workflow => workflow.id,
    )
    expect([atHarbour, atVine, everywhere].map(workflow => workflows.includes(workflow))).toEqual([
      true,
      false,
      true,
    ])
  })

  test('finds, lists and changes only what is at these venues, by identifiers too', async () => {
    const all = await organisation.token()
    const token = await tokenFor({ serials: ['HARBOUR'] })
    const guestAt = async (serial: string) => {
      const email = `${crypto.randomUUID()}@example.com`
      const guest = await organisation.guest({ email })
      const sent = await send(all, { serials: [serial], guest })
      return { guest, email, event: (sent.body as unknown as { event: { id: string } }).event.id }
    }
    const [here, there] = [await guestAt('HARBOUR'), await guestAt('VINE')]
    const found = async (email: string) =>
      (await v1<{ data: unknown[] }>(`/guests?email=${email}`, token)).body.data.length
    expect([await found(here.email), await found(there.email)]).toEqual([1, 0])
    const events = (await v1<{ data: { id: string }[] }>('/events?limit=100', token)).body.data.map(e => e.id)
    expect([events.includes(here.event), events.includes(there.event)]).toEqual([true, false])

    expect((await v1(`/guests/${here.guest}/facts?serial=HARBOUR`, token)).status).toBe(200)
    expect((await v1(`/guests/${there.guest}/facts`, token)).status).toBe(404)
    const elsewhere = await v1(`/guests/${here.guest}/facts?serial=VINE`, token)
    expect([elsewhere.status, elsewhere.body.errors]).toEqual([
      403,
      { serial: ['is not a venue of the API key'] },
    ])

    const merge = (into: string, merged: string) =>
      v1(`/guests/${into}/merge`, token, { json: { organisation_registration_id: merged } })
    for (const [into, merged] of [
      [here, there],
      [there, here],
    ] as const)
      expect((await merge(into.guest, merged.guest)).status).toBe(404)
    const both = await guestAt('HARBOUR')
    await send(all, { serials: ['VINE'], guest: both.guest })
    expect((await merge(here.guest, both.guest)).body.code).toBe('venue_not_allowed')
    const twin = await guestAt('HARBOUR')
    expect((await merge(here.guest, twin.guest)).status).toBe(200)
    const undone = await v1(`/guests/${twin.guest}/merge/undo`, token, { method: 'POST' })
    expect(undone.status).toBe(200)

    const patch = (guest: string) => v1(`/guests/${guest}`, token, { method: 'PATCH', json: { name: 'Ada' } })
    expect((await patch(here.guest)).status).toBe(200)
    expect((await patch(there.guest)).status).toBe(404)
    const put = (email: string) =>
      v1('/guests', token, {
        method: 'PUT',
        json: { identifiers: [{ type: 'email', value: email }], name: 'Grace' },
      })
    expect((await put(here.email)).status).toBe(200)
    expect((await put(`${crypto.randomUUID()}@example.com`)).status).toBe(201)
    const refused = await put(there.email)
    expect([refused.status, refused.body.code]).toEqual([403, 'venue_not_allowed'])
    const kept = await v1<{ guest: { name: string | null } }>(`/guests/${there.guest}`, all)
    expect(kept.body.guest.name).not.toBe('Grace')

    const [own, foreign, every] = [
      await organisation.workflow(awards(['HARBOUR'])),
      await organisation.workflow(awards(['VINE'])),
      await organisation.workflow(awards()),
    ]
    const statuses = []
    for (const workflow of [own, foreign, every]) {
      statuses.push((await v1(`/workflows/${workflow}`, token)).status)
    }
    expect(statuses).toEqual([200, 404, 200])
  })

  test('sends several events at once, and each is held to these venues by itself', async () => {
    const token = await tokenFor({ serials: ['HARBOUR'], sources: ['till'] })
    const email = `${crypto.randomUUID()}@example.com`
    const guest = { identifiers: [{ type: 'email', value: email }], create: true }
    const event = (serials: string[], source: string) => ({ guest, serials, parameters: { source } })
    const { status, body } = await v1<{ data: { accepted: boolean; error: Refused | null }[] }>(
      '/events',
      token,
      {
        json: [
          event(['VINE'], 'till'),
          event([], 'till'),
          event(['HARBOUR'], 'other'),
          event(['HARBOUR'], 'till'),
        ],
      },
    )
    expect([status, body.data.map(({ accepted, error }) => [accepted, error?.code])]).toEqual([
      200,
      [
        [false, 'venue_not_allowed'],
        [false, 'venue_not_allowed'],
        [false, 'source_not_allowed'],
        [true, undefined],
      ],
    ])
    const all = await organisation.token()
    await v1('/events', all, { json: event(['HARBOUR'], 'elsewhere') })
    const sources = async (key: string) =>
      new Set(
        (await v1<{ data: { source: string }[] }>('/events?limit=100', key)).body.data.map(e => e.source),
      )
    expect(await sources(token)).toEqual(new Set(['till']))
    expect(await sources(all)).toContain('elsewhere')
  })

  test('stores, reads and cancels runs of workflows that are for these venues only', async () => {
    const token = await tokenFor({ serials: ['HARBOUR'] })
    const all = await organisation.token()
    const guest = await organisation.guest()
    const store = (by: string, workflow: string) =>
      v1<Refused & { workflow_run: { id: string } }>(`/workflows/${workflow}/workflow-runs`, by, {
        json: { org_reg_id: guest },
      })
    const [own, other, every] = [
      await organisation.workflow(awards(['HARBOUR'])),
      await organisation.workflow(awards(['VINE'])),
      await organisation.workflow(awards()),
    ]
    const stored = await store(token, own)
    expect(stored.status).toBe(201)
    const path = `/workflows/${own}/workflow-runs/${stored.body.workflow_run.id}`
    expect((await v1(path, token)).status).toBe(200)
    for (const workflow of [other, every]) {
      const refused = await store(token, workflow)
      expect([refused.status, refused.body.code]).toEqual([403, 'venue_not_allowed'])
      const run = (await store(all, workflow)).body.workflow_run.id
      expect((await v1(`/workflows/${workflow}/workflow-runs/${run}`, token)).status).toBe(404)
      const cancelled = await v1(`/workflows/${workflow}/workflow-runs/${run}/cancel`, token, { json: {} })
      expect(cancelled.status).toBe(404)
      const list = await v1<{ data: unknown[] }>(`/workflows/${workflow}/workflow-runs`, token)
      expect(list.body.data).toEqual([])
    }
  })
})

describe('a key that is limited to sources', () => {
  test('sends events of these sources, and reads those receipts only', async () => {
    const token = await tokenFor({ sources: ['till', 'booking site'] })
    const sent = await send(token, { source: 'booking site' })
    expect(sent.status).toBe(200)
    for (const event of [{ source: 'other' }, { source: 'Till' }, {}]) {
      const { status, body } = await send(token, event)
      expect([status, body.code]).toEqual([403, 'source_not_allowed'])
    }
    const other = (await send(await organisation.token(), { source: 'other' })).body as unknown as {
      event: { id: string }
    }
    expect((await v1(`/workflows/incoming-event/${other.event.id}`, token)).status).toBe(404)
  })
})

describe('a key that is limited to addresses', () => {
  test('gets no token from elsewhere, and says no more than for a wrong secret', async () => {
    const { clientId, clientSecret } = await create({ addresses: ['192.0.2.0/24'] })
    const ask = (ip: string, secret: string) =>
      request(`${millrace.url}/oauth/token`, {
        headers: { 'x-forwarded-for': ip },
        json: { client_id: clientId, client_secret: secret, grant_type: 'client_credentials' },
      })
    const [elsewhere, wrong] = [await ask(newAddress(), clientSecret), await ask(newAddress(), 'wrong')]
    expect([elsewhere.status, elsewhere.text]).toEqual([400, wrong.text])
    const { status, body } = await ask('192.0.2.7', clientSecret)
    expect(status).toBe(200)
    const use = (ip: string) =>
      v1('/venues', body.access_token as string, { headers: { 'x-forwarded-for': ip } })
    expect((await use('192.0.2.8')).status).toBe(200)
    const refused = await use('198.51.100.1')
    expect([refused.status, refused.body.code]).toEqual([403, 'address_not_allowed'])
  })
})

describe('a key with an end', () => {
  test('is refused from then on, and its tokens with it', async () => {
    const key = await create({ ends_at: new Date(Date.now() + 3_600_000).toISOString() })
    const token = await getToken(millrace.url, key)
    expect((await v1('/venues', token)).status).toBe(200)
    await millrace.database.engine.query('UPDATE api_keys SET ends_at = now() WHERE client_id = $1', [
      key.clientId,
    ])
    expect((await v1('/venues', token)).status).toBe(401)
    expect((await send(token, {})).status).toBe(401)
    await expect(getToken(millrace.url, key)).rejects.toThrow('invalid_client')
  })

  test('reminds its owners 14, 3 and 1 days before, once each, by e-mail, and is in the audit', async () => {
    const other = await millrace.organisation('Vine')
    const boss = await signedIn(millrace, other.id)
    await millrace.database.engine.query(
      `UPDATE organisations SET settings = settings || $2::jsonb WHERE id = $1`,
      [
        other.id,
        JSON.stringify({
          email: {
            from_name: 'Vine',
            from_address: 'vine@example.com',
            smtp: { host: '127.0.0.1', port: smtpPort, security: 'none' },
          },
        }),
      ],
    )
    const soon = new Date(Date.now() + 30 * 86_400_000)
    const made = await boss.post<Made>('/keys', { name: 'Reminded till', ends_at: soon.toISOString() })
    const clientId = made.body.key.client_id
    const remind = async (days: number) => {
      await millrace.database.engine.query(
        `UPDATE api_keys SET ends_at = now() + make_interval(mins => $2) WHERE client_id = $1`,
        [clientId, days * 24 * 60 - 5],
      )
      return inTransaction(millrace.database.engine, remindOfEnds)
    }
    expect(await remind(20)).toBe(0)
    const counts = []
    for (const days of [14, 14, 10, 3, 2, 1, 1]) counts.push(await remind(days))
    expect(counts).toEqual([1, 0, 0, 1, 0, 1, 0])
    const audit = await boss.get<{ data: unknown[] }>('/audit?action=key.ending')
    expect(audit.body.data).toHaveLength(3)
    const arrived = () => mails.filter(mail => mail.includes(`To: ${boss.member.email}`))
    await eventually(
      async () => arrived().length,
      count => count === 3,
    )
    expect(arrived()[0]).toContain('The API key Reminded till ends soon')
    const home = await boss.get<{ attention: { kind: string; sentence: string }[] }>('/home')
    expect(home.body.attention.map(({ kind }) => kind)).toEqual(['key_ending'])
  })
})

describe('a test key', () => {
  const sendsAll: WorkflowDefinition = {
    trigger: { source: 'tested' },
    start: 'mail',
    nodes: [
      { id: 'mail', type: 'send_email', subject: 'Hello', html: '<p>Hello</p>', next: 'call' },
      { id: 'call', type: 'call_webhook', url: 'https://receiver.example/', method: 'POST', next: 'task' },
      { id: 'task', type: 'create_task', title: 'Call back', notify: 'staff@example.com', next: 'give' },
      { id: 'give', type: 'award_points', points: 5, next: 'end' },
      { id: 'end', type: 'end', outcome: 'success' },
    ],
  }

  test('runs everything and sends nothing, although there is a mail server', async () => {
    await millrace.database.engine.query(
      `UPDATE organisations SET settings = settings || $2::jsonb WHERE id = $1`,
      [
        organisation.id,
        JSON.stringify({
          email: {
            from_name: 'Harbour',
            from_address: 'harbour@example.com',
            smtp: { host: '127.0.0.1', port: smtpPort, security: 'none' },
          },
        }),
      ],
    )
    const workflow = await organisation.workflow(sendsAll)
    const guest = await organisation.guest({ email: 'maya@example.com', email_consent: true })
    const token = await tokenFor({ test: true })
    const sent = await send(token, { source: 'tested', guest })
    const event = (sent.body as unknown as { event: { warnings: string[]; workflow_runs: { id: string }[] } })
      .event
    expect(event.warnings).toEqual(['The API key is a test key: runs take every step and send nothing.'])
    const stored = await v1<{ workflow_run: { id: string } }>(`/workflows/${workflow}/workflow-runs`, token, {
      json: { org_reg_id: guest },
    })
    for (const run of [event.workflow_runs[0]?.id, stored.body.workflow_run.id]) {
      const done = await eventually(
        () =>
          owner.get<{ run: { status: string }; steps: { node_id: string; status: string }[] }>(
            `/runs/${run}`,
          ),
        ({ body }) => body.run.status === 'completed',
      )
      expect(done.body.steps.map(step => [step.node_id, step.status])).toEqual([
        ['mail', 'completed'],
        ['call', 'completed'],
        ['task', 'completed'],
        ['give', 'completed'],
        ['end', 'completed'],
      ])
    }
    const outbox = await owner.get<{ data: { channel: string; status: string; test: boolean }[] }>('/outbox')
    expect(outbox.body.data.map(({ channel, status, test }) => [channel, status, test]).sort()).toEqual([
      ['email', 'kept', true],
      ['email', 'kept', true],
      ['email', 'kept', true],
      ['email', 'kept', true],
      ['webhook', 'kept', true],
      ['webhook', 'kept', true],
    ])
    expect(mails.filter(mail => mail.includes('maya@example.com') || mail.includes('staff@'))).toEqual([])
  })

  test('holds for the runs that its runs start, and for events that are sent by identifiers', async () => {
    const target = await organisation.workflow({
      ...sendsAll,
      trigger: { source: `s${Math.random()}` },
    })
    await organisation.workflow({
      trigger: { source: 'starts another' },
      start: 'handover',
      nodes: [
        { id: 'handover', type: 'start_workflow', workflow: target, next: 'end' },
        { id: 'end', type: 'end', outcome: 'success' },
      ],
    } as never)
    const email = `${crypto.randomUUID()}@example.com`
    await organisation.guest({ email, email_consent: true })
    const token = await tokenFor({ test: true })
    const sent = await v1<{ data: { event: { warnings: string[] } }[] }>('/events', token, {
      json: {
        guest: { identifiers: [{ type: 'email', value: email }] },
        parameters: { source: 'starts another' },
      },
    })
    expect(sent.body.data[0]?.event.warnings).toEqual([
      'The API key is a test key: runs take every step and send nothing.',
    ])
    await eventually(
      () => v1<{ data: { status: string }[] }>(`/workflows/${target}/workflow-runs`, token),
      ({ body }) => body.data[0]?.status === 'completed',
    )
    expect(mails.filter(mail => mail.includes(email))).toEqual([])
  })

  test('does not wake a real run, which would send; a real event does', async () => {
    const workflow = await organisation.workflow({
      trigger: { source: 'first' },
      start: 'wait',
      nodes: [
        {
          id: 'wait',
          type: 'wait_for_event',
          events: [{ source: 'second', next: 'end' }],
          timeout: { after: { amount: 1, unit: 'hours' }, next: 'end' },
        },
        { id: 'end', type: 'end', outcome: 'success' },
      ],
    } as never)
    const guest = await organisation.guest()
    const real = await organisation.token()
    await send(real, { source: 'first', guest })
    const runs = () =>
      v1<{ data: { id: string; status: string }[] }>(`/workflows/${workflow}/workflow-runs`, real)
    await eventually(runs, ({ body }) => body.data[0]?.status === 'waiting')
    const tested = await send(await tokenFor({ test: true }), { source: 'second', guest })
    expect((tested.body as unknown as { event: { woke: unknown[] } }).event.woke).toEqual([])
    expect((await runs()).body.data[0]?.status).toBe('waiting')
    const woken = await send(real, { source: 'second', guest })
    expect((woken.body as unknown as { event: { woke: unknown[] } }).event.woke).toHaveLength(1)
  })
})

describe('a key is changed', () => {
  const change = (clientId: string, json: object) =>
    owner.patch<Refused & { key: ApiKey }>(`/keys/${clientId}`, json)

  test('and its tokens end when it may do something else, and only then', async () => {
    const key = await create({})
    const token = await getToken(millrace.url, key)
    expect((await change(key.clientId, { name: 'Kiosk', requests_per_minute: 60 })).status).toBe(200)
    expect((await v1('/venues', token)).status).toBe(200)
    const narrowed = await change(key.clientId, { scopes: ['guests:read'] })
    expect(narrowed.body.key).toMatchObject({
      name: 'Kiosk',
      requests_per_minute: 60,
      scopes: ['guests:read'],
    })
    expect((await v1('/guests', token)).status).toBe(401)
    const next = await getToken(millrace.url, key)
    expect((await v1('/guests', next)).status).toBe(200)
    expect((await v1('/venues', next)).status).toBe(403)
    const audit = await owner.get<{ data: { detail: object }[] }>('/audit?action=key.changed&limit=1')
    expect(audit.body.data[0]?.detail).toEqual({ scopes: { before: null, after: ['guests:read'] } })
  })

  test.each<[object, object]>([
    [{ scopes: [] }, { scopes: ['must not be empty'] }],
    [
      { scopes: ['ALL:ALL', 'runs:read'] },
      { scopes: ['has ALL:ALL, which is everything, so it must stand alone'] },
    ],
    [{ serials: [] }, { serials: ['must name a venue; null is all of them'] }],
    [{ serials: ['NOWHERE'] }, { serials: ['has "NOWHERE", which is no venue of this organisation'] }],
    [{ sources: [] }, { sources: ['must name a source; null is any of them'] }],
    [{ addresses: [] }, { addresses: ['must name an address; null is all of them'] }],
    [
      { addresses: ['till.example'] },
      { addresses: ['has "till.example", which is no address or range, as 192.0.2.10 or 192.0.2.0/24'] },
    ],
    [{ ends_at: '2020-01-01T00:00:00Z' }, { ends_at: ['must be in the future'] }],
    [{ ends_at: 'tomorrow' }, { ends_at: ['must be a date-time'] }],
    [{ test: false }, { test: ['is not a field of this request'] }],
  ])('not with faults: %j', async (json, errors) => {
    const key = await create({})
    const { status, body } = await change(key.clientId, json)
    expect([status, body.errors]).toEqual([400, errors])
  })
})

test("the operator's cap holds for every key, also for one without a limit", async () => {
  const capped = await startTestMillrace({ roles: ['api'], config: { mostRequestsPerMinute: 2 } })
  try {
    const { id } = await capped.organisation()
    const boss = await signedIn(capped, id)
    const made = await boss.post<Made>('/keys', { name: 'till', requests_per_minute: 0 })
    expect([made.status, made.body.errors]).toEqual([
      400,
      { requests_per_minute: ['must be from 1 to 2, which is the most on this installation'] },
    ])
    const key = (await boss.post<Made>('/keys', { name: 'till' })).body.key
    await capped.database.engine.query('UPDATE api_keys SET requests_per_minute = 0')
    const token = await getToken(capped.url, { clientId: key.client_id, clientSecret: key.client_secret })
    const statuses = []
    for (let times = 0; times < 3; times++) {
      statuses.push((await request(`${capped.url}/v1/venues`, { token })).status)
    }
    expect(statuses).toEqual([200, 200, 429])
  } finally {
    await capped.stop()
  }
})
