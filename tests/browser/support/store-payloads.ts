import { createSetupLink } from '../../../server/src/members/setup-link.ts'
import { exchange, type PageAnswer } from '../../support/dashboard.ts'
import { eventually, getToken, newAddress, type TestMillrace } from '../../support/millrace.ts'
import {
  documentWithPlaces,
  emailWithPlaces,
  guestWithPlaces,
  scriptWithPlaces,
  venueWithPlaces,
} from './payload-bodies.ts'
import { createStore, type Store, place as X } from './payloads.ts'

/** An organisation in which everything that can be written is a payload. */
export interface Ground {
  readonly store: Store
  /** Of its owner, as name=value. */
  readonly cookie: string
  get<Body = Record<string, unknown>>(path: string): Promise<Body>
  readonly organisationId: string
  readonly guests: readonly string[]
  readonly workflow: string
  /** Made from a file. */
  readonly fileWorkflow: string
  /** Its draft has markup even where a published one could not. */
  readonly wildWorkflow: string
  readonly serial: string
  readonly runs: readonly string[]
  readonly clientId: string
  /** What is behind the # of links that were not used. */
  readonly links: { readonly invitation: string; readonly reset: string }
}

const api = (path: string) => `/dashboard/api${path}`

export async function storePayloads(millrace: TestMillrace): Promise<Ground> {
  const address = newAddress()
  let cookie: string | undefined
  let token: string | undefined
  const send = async (method: string, path: string, json?: unknown): Promise<PageAnswer> => {
    const answer = await exchange(
      millrace.url + path,
      method,
      json === undefined ? undefined : JSON.stringify(json),
      {
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': path.startsWith('/oauth') ? newAddress() : address,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie === undefined ? {} : { cookie }),
        ...(token === undefined || !path.startsWith('/v1') ? {} : { authorization: `Bearer ${token}` }),
      },
    )
    const [set] = answer.headers['set-cookie'] ?? []
    if (set !== undefined && !set.startsWith(`${set.split('=', 1)}=;`)) cookie = set.split(';', 1)[0]
    return answer
  }
  const get = async <Body>(path: string) => {
    const { status, text, body } = await send('GET', api(path))
    if (status !== 200) throw new Error(`${path}: ${text}`)
    return body as Body
  }
  const keep = createStore(send)
  const store = async <Body = never>(...given: Parameters<Store['store']>) =>
    (await keep.store(...given)).body as Body
  const { refuse } = keep

  // The first member, of an organisation of their making.
  await store(
    'POST /dashboard/api/setup',
    {},
    {
      token: await createSetupLink(millrace.database.engine, null),
      email: X,
      name: X,
      password: X,
      organisation_name: X,
    },
  )
  const password = keep.textOf('POST /dashboard/api/setup password')
  await refuse('POST /dashboard/api/session', {}, { email: X, password: X })
  await refuse('POST /dashboard/api/session/confirm', {}, { password: X })
  const { session } = await get<{ session: { organisation: { id: string } } }>('/session')
  await store('PATCH /dashboard/api/session', {}, { organisation_id: session.organisation.id })
  await refuse(
    'PATCH /dashboard/api/profile',
    {},
    { current_password: X, new_password: 'gulls sleep on slates' },
  )
  await store('PATCH /dashboard/api/profile', {}, { name: X, current_password: password, new_password: X })

  // Venues.
  await store('POST /dashboard/api/venues', {}, { ...venueWithPlaces(), serial: X })
  const serial = keep.textOf('POST /dashboard/api/venues serial')
  await store(
    'POST /dashboard/api/venues',
    {},
    { serial: 'QUAY', name: X, time_zone: 'UTC' },
    { probe: false },
  )
  await store('PATCH /dashboard/api/venues/:serial', { serial: 'QUAY' }, venueWithPlaces())

  // People: one who joined, one who has not, one who forgot their password.
  const inviting = { email: X, role: 'editor', serials: [serial] }
  const invited = await store<{ link: string }>('POST /dashboard/api/members/invitations', {}, inviting)
  const ownCookie = cookie as string
  cookie = undefined
  await store('POST /dashboard/api/invitation', {}, { token: behind(invited.link), name: X, password: X })
  cookie = ownCookie
  const waiting = await store<{ link: string }>(
    'POST /dashboard/api/members/invitations',
    {},
    {
      ...inviting,
      email: `waits-${keep.textOf('POST /dashboard/api/members/invitations email')}`,
    },
  )
  const { data: members } = await get<{ data: { id: string; role: string }[] }>('/members')
  const joined = members.find(({ role }) => role === 'editor')?.id as string
  await store('PATCH /dashboard/api/members/:id', { id: joined }, { role: 'viewer', serials: [serial] })
  const reset = async () =>
    (await send('POST', api(`/members/${joined}/reset-link`))).body as { link: string }
  await store('POST /dashboard/api/session/reset', {}, { token: behind((await reset()).link), password: X })

  // Keys.
  type Secret = { key: { client_id: string; client_secret: string } }
  const { key } = await store<Secret>('POST /dashboard/api/keys', {}, { name: X })
  const name = keep.textOf('POST /dashboard/api/keys name')
  const other = await store<Secret>('POST /dashboard/api/keys', {}, { name })
  await store('POST /dashboard/api/keys/:clientId/revoke', { clientId: other.key.client_id }, { name })
  const credentials = { clientId: key.client_id, clientSecret: key.client_secret }
  token = await getToken(millrace.url, credentials)
  const known = { client_id: key.client_id, client_secret: key.client_secret }
  await refuse('POST /oauth/token', {}, { ...known, client_id: X, grant_type: 'client_credentials' })
  await refuse('POST /oauth/token', {}, { ...known, client_secret: X, grant_type: 'client_credentials' })
  for (const route of ['POST /oauth/revoke', 'POST /oauth/introspect']) {
    await store(route, {}, { ...known, token: X, token_type_hint: X })
  }

  // Guests, by the dashboard and by an integration.
  type Made = { guest: { id: string } }
  const first = await store<Made>('POST /dashboard/api/guests', {}, guestWithPlaces('+442079460001'))
  const second = await store<Made>('POST /v1/guests', {}, guestWithPlaces('+442079460002'))
  const third = await store<Made>('POST /v1/guests', {}, { name: X })
  const guests = [first, second, third].map(({ guest }) => guest.id) as [string, string, string]
  await store(
    'PATCH /dashboard/api/guests/:id',
    { id: guests[2] },
    {
      ...guestWithPlaces('+442079460003'),
      reason: X,
    },
  )
  await store('POST /dashboard/api/guests/:id/points', { id: guests[2] }, { points: 5, reason: X })
  const erased = await store<Made>('POST /v1/guests', {}, { name: X })
  await store('POST /dashboard/api/guests/:id/erase', { id: erased.guest.id }, { guest_id: erased.guest.id })

  // Workflows: as a file, as a draft that is published, and as one that is beyond publishing.
  type Workflow = { workflow: { id: string }; draft: { revision: number } }
  const file = {
    $schema: X,
    millrace: 1,
    name: X,
    description: X,
    definition: documentWithPlaces({ serial }),
  }
  const read = await store<Workflow>('POST /dashboard/api/workflows', {}, { file })
  await refuse('POST /dashboard/api/workflows', {}, { name: 'x', template: X })
  const made = await store<Workflow>('POST /dashboard/api/workflows', {}, { name: X, description: X })
  const workflow = made.workflow.id
  await store('POST /dashboard/api/workflows', {}, { duplicate_of: workflow })
  const wild = await store<Workflow>('POST /dashboard/api/workflows', {}, { name: X })
  await store(
    'PUT /dashboard/api/workflows/:id/draft',
    { id: wild.workflow.id },
    {
      revision: wild.draft.revision,
      document: documentWithPlaces({ serial: X, id: X, key: X, header: X, moment: X, time: X }),
      name: X,
      description: X,
    },
  )
  const document = documentWithPlaces({ serial })
  const saved = await store<Workflow & { faults: unknown[] }>(
    'PUT /dashboard/api/workflows/:id/draft',
    { id: workflow },
    { revision: made.draft.revision, document },
    { probe: false },
  )
  if (saved.faults.length > 0) throw new Error(`the document has faults: ${JSON.stringify(saved.faults)}`)
  const source = keep.textOf('PUT /dashboard/api/workflows/:id/draft document.trigger.source')
  await store('POST /dashboard/api/workflows/:id/validate', { id: workflow }, { document })
  const script = scriptWithPlaces(source, serial)
  await store('POST /dashboard/api/workflows/:id/simulate', { id: workflow }, { script, document })
  await store('POST /dashboard/api/workflows/:id/simulations', { id: workflow }, { name: X, script })
  await store(
    'POST /dashboard/api/workflows/:id/publish',
    { id: workflow },
    {
      revision: saved.draft.revision,
      inside: 'finish',
    },
  )
  await store(
    'PUT /dashboard/api/venues/:serial/workflows/:id',
    { serial, id: workflow },
    { values: { offer: X } },
  )

  // Events: those that no workflow takes, and those that go all the way.
  type Sent = { event: { id: string; workflow_runs: { id: string }[] } }
  const event = (parameters: object) => ({ serials: [serial], parameters })
  await store(
    'POST /v1/workflows/incoming-event',
    {},
    {
      organisation_registration_id: guests[1],
      ...event({ source: X, [X]: X }),
    },
  )
  await store('POST /dashboard/api/events', {}, { guest_id: guests[0], ...event({ source: X, [X]: X }) })
  // One that started nothing, and for which there is a workflow by now.
  const early = keep.textOf('POST /dashboard/api/workflows file.definition.trigger.source')
  await store('POST /dashboard/api/events', {}, { guest_id: guests[0], ...event({ source: early }) })
  const publishing = { revision: read.draft.revision, inside: 'finish' }
  await store('POST /dashboard/api/workflows/:id/publish', { id: read.workflow.id }, publishing)
  const runs: string[] = []
  let taken = ''
  for (const more of [{ call: true }, {}]) {
    const sent = await store<Sent>(
      'POST /dashboard/api/events',
      {},
      { guest_id: guests[0], ...event({ source, [X]: X, ...more }) },
    )
    taken = sent.event.id
    runs.push(...sent.event.workflow_runs.map(({ id }) => id))
  }
  await store(
    'POST /dashboard/api/workflows/:id/simulate',
    { id: workflow },
    {
      script: { guest: { known: guests[0] }, event: { stored: taken } },
    },
  )
  await store(
    'POST /dashboard/api/template-preview',
    {},
    {
      text: X,
      channel: 'html',
      guest_id: guests[0],
      event_id: taken,
      workflow_id: workflow,
    },
  )
  const direct = { org_reg_id: guests[1] }
  await store('POST /v1/workflows/:workflowId/workflow-runs', { workflowId: workflow }, direct)
  await store(
    'POST /dashboard/api/workflows/:id/push',
    { id: workflow },
    {
      since: new Date(Date.now() - 60_000).toISOString(),
      until: new Date().toISOString(),
    },
  )
  const nobody = { workflow_id: workflow, guest_id: erased.guest.id, node: X, error: X }
  const long = { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' }
  for (const [route, body] of [
    ['POST /dashboard/api/runs/bulk-retry', { ...nobody, ...long }],
    ['POST /dashboard/api/runs/bulk-cancel', { status: 'paused', ...nobody, ...long }],
  ] as const) {
    await store(route, {}, body)
    await refuse(route, {}, { ...body, node: 'x', error: 'x', cursor: X })
  }

  // What is learnt of a source a minute after it came.
  await millrace.database.engine.query(
    `WITH learnt AS (
       INSERT INTO sources (organisation_id, source, events, first_seen_at, last_seen_at)
       VALUES ($1, $2, 3, now(), now())
     )
     INSERT INTO source_fields (organisation_id, source, key, type, seen, first_seen_at, last_seen_at, example)
     VALUES ($1, $2, $3, 'text', 3, now(), now(), NULL)`,
    [
      session.organisation.id,
      keep.textOf('POST /dashboard/api/events parameters.source'),
      keep.textOf('POST /dashboard/api/events parameters key'),
    ],
  )

  // A task, when the runs have come to it.
  type Tasks = { data: { id: string }[] }
  const tasks = await eventually(
    () => get<Tasks>('/tasks'),
    ({ data }) => data.length >= 2,
    60_000,
  )
  await store('PATCH /dashboard/api/tasks/:id', { id: tasks.data[0]?.id as string }, { assignee: X })
  // Settings, and messages to see whether they work.
  const { settings, revision } = await get<{ settings: object; revision: string }>('/settings')
  const smtp = { host: 'smtp.example.com', port: 587, security: 'starttls', user: X }
  const sms = { api_url: 'https://sms.example.com', account: 'AC1', from: '+442079460000' }
  const nowhere = { host: X, port: 1, security: 'none', user: X }
  await store(
    'POST /dashboard/api/settings/test-email',
    {},
    {
      to: X,
      email: emailWithPlaces(X, nowhere),
      smtp_password: X,
    },
  )
  await store(
    'POST /dashboard/api/settings/test-sms',
    {},
    {
      to: '+442079460001',
      sms: { api_url: X, account: X, from: X },
      sms_token: X,
    },
  )
  await store('POST /dashboard/api/settings/test-webhook', {}, { url: X })
  await store(
    'PUT /dashboard/api/settings',
    {},
    {
      revision,
      settings: {
        ...settings,
        quiet_hours: [{ from: '03:00', to: '03:01' }],
        email: emailWithPlaces('hello@example.com', smtp),
        sms,
      },
      smtp_password: X,
      sms_token: X,
    },
  )

  return {
    store: keep,
    cookie: cookie as string,
    get,
    organisationId: session.organisation.id,
    guests,
    workflow,
    fileWorkflow: read.workflow.id,
    wildWorkflow: wild.workflow.id,
    serial,
    runs,
    clientId: key.client_id,
    links: { invitation: behind(waiting.link), reset: behind((await reset()).link) },
  }
}

const behind = (link: string) => new URL(link).hash.slice(1)
