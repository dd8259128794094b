import { dashboard } from '@millrace/contract/operations/dashboard'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import type { Database } from '../../server/src/db/database.ts'
import { countTries } from '../support/access-tries.ts'
import { startApiOn } from '../support/api-on.ts'
import { everyOtherKind, signedIn, type Visitor, visit } from '../support/dashboard.ts'
import { deliver } from '../support/deliver.ts'
import { eventually, startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { rewritingPool } from '../support/rewriting-pool.ts'
import { smallImage } from '../support/small-image.ts'
import { readTableContents } from '../support/table-contents.ts'
import { sendEvent, settled } from './management-ground.ts'

let millrace: TestMillrace
let owner: Visitor
/** Members of ours of every kind, by name. */
let others: [string, Visitor][]
/** One of everything, by what an address calls it. */
let theirs: Record<string, Record<string, string>>

beforeAll(async () => {
  millrace = await startTestMillrace()
  const ours = await millrace.organisation('ours')
  owner = await signedIn(millrace, ours.id)
  others = await everyOtherKind(millrace, ours.id)
  const organisation = await millrace.organisation('theirs')
  const stranger = await signedIn(millrace, organisation.id)
  await organisation.venue('THEIRS')
  const guest = await organisation.guest({ name: 'theirs', email: 'theirs@example.com', email_consent: true })
  const definition = {
    trigger: { source: 'theirs' },
    start: 'mail',
    nodes: [
      { id: 'mail', type: 'send_email' as const, subject: 'theirs', html: 'theirs', next: 'task' },
      { id: 'task', type: 'create_task' as const, title: 'theirs', next: 'end' },
      { id: 'end', type: 'end' as const, outcome: 'success' as const },
    ],
  }
  const workflow = await organisation.workflow(definition, 'theirs')
  const { runId, eventId } = await sendEvent(stranger, guest, 'theirs', { serials: ['THEIRS'] })
  await settled(stranger, runId)
  const kept = await stranger.post<{ simulation: { id: string } }>(`/workflows/${workflow}/simulations`, {
    name: 'theirs',
    script: {
      guest: { invented: {} },
      event: { written: { source: 'theirs' } },
      start_at: '2026-01-01T00:00:00Z',
    },
  })
  if (kept.status !== 201) throw new Error(kept.text)
  const commented = await stranger.post<{ comment: { id: string } }>(`/workflows/${workflow}/comments`, {
    text: 'theirs',
  })
  const started = await stranger.post<{ job: { id: string } }>(`/workflows/${workflow}/comparison`, {
    days: 1,
  })
  const connected = await stranger.post<{ connection: { id: string; url: string }; secret: string }>(
    '/connections',
    { name: 'theirs', vendor: 'json', unknown_guests: 'create' },
  )
  const { connection, secret } = connected.body
  await deliver(connection.url, '{"email":"theirs@example.com"}', { authorization: `Bearer ${secret}` })
  await eventually(
    () => stranger.get<{ deliveries: { done: number } }>(`/connections/${connection.id}`),
    ({ body }) => body.deliveries.done === 1,
  )
  const prepared = await stranger.post<{ guest_import: { id: string } }>('/guest-imports', {
    format: 'csv',
    file_name: 'theirs',
  })
  const saved = await stranger.post<{ segment: { id: string } }>('/segments', {
    name: 'theirs',
    condition: { field: 'guest.name', operator: 'equals', value: 'theirs' },
  })
  const viewed = await stranger.post<{ view: { id: string } }>('/views', {
    list: 'runs',
    name: 'theirs',
    filters: { status: 'failed' },
    shared: true,
  })
  const piece = await stranger.post<{ piece: { key: string } }>('/pieces', {
    name: 'theirs',
    kind: 'blocks',
    content: { blocks: [{ type: 'text', text: 'theirs' }] },
  })
  const uploaded = await stranger.post<{ image: { name: string } }>('/images', smallImage('theirs'))
  const entered = await stranger.post<{ suppression: { id: string } }>('/suppressions', {
    channel: 'email',
    address: 'theirs@example.com',
    note: 'theirs',
  })
  const subscribed = await stranger.post<{ subscription: { id: string } }>('/subscriptions', {
    name: 'theirs',
    url: 'https://example.com/',
    events: ['run.finished'],
  })
  const subscription = subscribed.body.subscription.id
  await stranger.ask('PATCH', `/subscriptions/${subscription}`, { json: { paused: true } })
  const { rows: put } = await millrace.database.engine.query<{ id: string }>(
    `INSERT INTO subscription_deliveries (organisation_id, subscription_id, type, data)
     SELECT organisation_id, id, 'test', '{}' FROM subscriptions WHERE id = $1 RETURNING id`,
    [subscription],
  )
  // Once its guests are counted, and are not to be counted again, only a request can change it.
  await eventually(
    () => stranger.get<{ segment: { is_counting: boolean } }>(`/segments/${saved.body.segment.id}`),
    ({ body }) => !body.segment.is_counting,
  )
  await millrace.database.engine.query(`UPDATE segments SET due_at = 'infinity'`)
  const first = async (path: string) =>
    (await stranger.get<{ data: { id: string }[] }>(path)).body.data[0]?.id as string
  // Not by a request, which would raise an alert that the worker sends meanwhile.
  const { rows: provided } = await millrace.database.engine.query<{ id: string }>(
    `INSERT INTO providers (organisation_id, channel, position, name, connection)
     SELECT organisation_id, 'email', 1, 'theirs', '{"host":"smtp.example.com","port":587,"security":"starttls"}'
     FROM subscriptions WHERE id = $1 RETURNING id`,
    [subscription],
  )
  theirs = {
    workflows: {
      id: workflow,
      version: '1',
      simulationId: kept.body.simulation.id,
      commentId: commented.body.comment.id,
    },
    runs: { id: runId },
    events: { id: eventId },
    guests: { id: guest },
    venues: { serial: 'THEIRS' },
    outbox: { id: await first('/outbox') },
    tasks: { id: await first('/tasks') },
    jobs: { id: started.body.job.id },
    suppressions: { id: entered.body.suppression.id },
    subscriptions: { id: subscription, deliveryId: (put[0] as { id: string }).id },
    'guest-imports': { id: prepared.body.guest_import.id },
    segments: { id: saved.body.segment.id },
    views: { id: viewed.body.view.id },
    images: { name: uploaded.body.image.name },
    pieces: { key: piece.body.piece.key },
    providers: { id: (provided[0] as { id: string }).id },
    connections: { id: connection.id, deliveryId: await first(`/connections/${connection.id}/deliveries`) },
  }
})
const tries = countTries('management-isolation')
afterAll(async () => {
  await millrace.stop()
  tries.keep()
})

const plainMapping = {
  source: 'taken',
  guest: { identifiers: [{ type: 'email', value: { path: '$.email' } }] },
  parameters: {},
}

const pull = {
  url: 'https://example.com/taken',
  every_seconds: 3600,
  auth: 'none',
  header: null,
  cursor_parameter: null,
  cursor_path: null,
}

/** Bodies that would do something, were the id one of ours. */
const bodies: Record<string, object> = {
  '/workflows/:id/draft': { revision: 0, document: { taken: true } },
  '/workflows/:id/publish': { revision: 0, inside: 'end' },
  '/workflows/:id/status': { status: 'cancelled', inside: 'end' },
  '/workflows/:id/broadcasts/:broadcast/state': { state: 'stopped' },
  '/workflows/:id/versions/:version/restore': { revision: 0 },
  '/workflows/:id/simulate': { script: { guest: { invented: {} }, event: null } },
  '/workflows/:id/simulations': {
    name: 'ours',
    script: { guest: { invented: {} }, event: null, start_at: '2026-01-01T00:00:00Z' },
  },
  '/workflows/:id/comments': { text: 'ours' },
  '/workflows/:id/comments/:commentId': { resolved: true },
  '/workflows/:id/replay': { since: '2026-01-01T00:00:00Z' },
  '/workflows/:id/comparison': { days: 1 },
  '/guests/:id': { name: 'taken' },
  '/guests/:id/points': { points: 1, reason: 'taken' },
  '/guests/:id/merge': { organisation_registration_id: newId() },
  '/venues/:serial': { paused: true },
  '/tasks/:id': { status: 'done' },
  '/connections/:id': { name: 'taken' },
  '/connections/:id/secret': { secret: 'taken', keep_previous: false },
  '/connections/:id/aliases': { location: 'taken', venue: null },
  '/connections/:id/preview': { body: '{}' },
  '/connections/:id/pull': pull,
  '/connections/:id/pull/try': pull,
  '/connections/:id/mapping': { mapping: plainMapping, version: 1 },
  '/connections/:id/mapping/check': { mapping: plainMapping },
  '/connections/:id/mappings/:version/restore': { version: 1 },
  '/connections/:id/repair': { apply: false },
  '/subscriptions/:id': { name: 'taken' },
  '/subscriptions/:id/replay': { from: '2026-01-01T00:00:00Z' },
  '/suppressions/:id/lift': { because: 'taken' },
  '/guest-imports/:id/file': { offset: 0, content: 'ZW1haWwK' },
  '/guest-imports/:id/start': { trial: true },
  '/segments/:id': { name: 'ours' },
  '/views/:id': { name: 'ours' },
  '/pieces/:key': { name: 'ours' },
  '/pieces/:key/restore': { version: 1 },
  '/providers/:id': { name: 'ours' },
  '/providers/:id/test': { to: 'ours@example.com' },
}

/** Everything but members, keys, secrets, the sender, reports of providers and sessions, which dashboard-isolation.test.ts asks for. */
const asked = Object.values(dashboard).filter(
  ({ path }) =>
    !/^\/dashboard\/api\/(setup|sessions?|profile|invitation|members|keys|secrets|sender|email-feedback|audit)\b/.test(
      path,
    ),
)

async function findLeaks(
  url: string,
  visitors = [['owner', owner]] as [string, Visitor][],
): Promise<string[]> {
  const before = await readTableContents(millrace.database.engine)
  const leaks = (await Promise.all(visitors.map(([name, { cookie }]) => askAs(name, url, cookie)))).flat()
  const after = await readTableContents(millrace.database.engine)
  // What the worker does by the clock meanwhile.
  const moving =
    /^millrace\.(jobs|sessions|hourly_\w+|undertakings|sources?_?\w*|audit_readers|segment_(changes|progress))$/
  for (const [table, { digest }] of Object.entries(after)) {
    if (!moving.test(table) && digest !== before[table]?.digest) leaks.push(`${table} changed`)
  }
  return leaks
}

async function askAs(caller: string, url: string, cookie: string | undefined): Promise<string[]> {
  const leaks: string[] = []
  const visitor = Object.assign(visit(url), { cookie })
  // Who may not do it at all is refused before anything is looked for.
  const isRefused = (status: number) => status === 404 || (caller !== 'owner' && status === 403)
  const note = (operation: string, status: number) => {
    const cell = { operation, caller, venue: 'any', organisation: 'another' } as const
    // The controls leak on purpose, and are no part of the matrix.
    if (url === millrace.url) tries.note({ ...cell, refused: status >= 400 })
  }
  for (const { method, path: pattern } of asked) {
    const path = pattern.replace('/dashboard/api', '')
    const ids = theirs[path.split('/')[1] as string] ?? {}
    const address = path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] as string)
    const erased = path === '/guests/:id/erase' ? { guest_id: ids.id } : undefined
    if (address === path && method !== 'GET') continue
    const json = method === 'GET' || method === 'DELETE' ? {} : { json: bodies[path] ?? erased ?? {} }
    const { status, text } = await visitor.ask(method, address, json)
    note(`${method} ${path}`, status)
    if (address !== path && !isRefused(status)) leaks.push(`${method} ${path} → ${status}`)
    if (text.includes('theirs')) leaks.push(`${method} ${path} shows`)
  }
  const named = [
    ['POST', '/workflows', { duplicate_of: theirs.workflows?.id }],
    ['POST', '/events', { guest_id: theirs.guests?.id }],
    ['POST', '/runs/bulk-retry', { workflow_id: theirs.workflows?.id }],
    ['POST', '/runs/bulk-cancel', { status: 'waiting', workflow_id: theirs.workflows?.id }],
    ['POST', '/template-preview', { text: 'x', channel: 'text', guest_id: theirs.guests?.id }],
    ['POST', '/template-preview', { text: 'x', channel: 'text', event_id: theirs.events?.id }],
    ['POST', '/template-preview', { text: 'x', channel: 'text', workflow_id: theirs.workflows?.id }],
  ] as const
  for (const [method, path, json] of named) {
    const { status } = await visitor.ask(method, path, { json })
    const naming = `${method} ${path} ${Object.keys(json).at(-1)}`
    note(naming, status)
    // Who is held to venues has to name one of them in an event.
    const isFault = status === 400 && path === '/events' && caller.endsWith(' of A')
    if (!isRefused(status) && !isFault) leaks.push(`${naming} → ${status}`)
  }
  return leaks
}

const withoutFilter = (statement: string) =>
  statement.replaceAll(/(\w+\.)?organisation_id = \$1/g, '$$1::uuid IS NOT NULL')

async function findLeaksOn(replace: (database: Database) => Pick<Database, 'tenant'>): Promise<string[]> {
  const api = await startApiOn(millrace.databaseUrl, replace)
  try {
    return await findLeaks(api.url)
  } finally {
    await api.stop()
  }
}

test('what belongs to another organisation does not exist, for reading or for changing', async () => {
  expect(await findLeaks(millrace.url)).toEqual([])
})

test('nor does it for members of any other kind', async () => {
  expect(await findLeaks(millrace.url, others)).toEqual([])
})

test("nor does it when the application's own filter is gone", async () => {
  const leaks = await findLeaksOn(({ tenant }) => ({ tenant: rewritingPool(tenant, withoutFilter) }))
  expect(leaks).toEqual([])
})

test('and the mutant that sees all rows is found out: the control', async () => {
  const leaks = await findLeaksOn(({ engine }) => ({ tenant: rewritingPool(engine, withoutFilter) }))
  expect(leaks).toContain('GET /runs shows')
  expect(leaks).toContain('GET /workflows/:id → 200')
  expect(leaks).toContain('PATCH /tasks/:id → 200')
  expect(leaks).toContain('millrace.tasks changed')
})
