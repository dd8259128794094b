import type { Role } from '@millrace/contract/member'
import { dashboard } from '@millrace/contract/operations/dashboard'
import type { Operation } from '@millrace/contract/operations/operation'
import { defaultSettings } from '@millrace/contract/settings'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { mailServer } from '../channels/mail-server.ts'
import { countTries } from '../support/access-tries.ts'
import { signedIn, type Visitor } from '../support/dashboard.ts'
import { smallImage } from '../support/small-image.ts'
import { endsAtOnce, waits } from '../support/workflows.ts'
import { type Ground, openGround, type Page, sendEvent, settled } from './management-ground.ts'

/**
 * Every operation as every kind of member, on something that belongs to venue A. One that is not a read and is added to
 * the catalogue has to be added to the table below: what it may reach is decided, and not forgotten.
 */

let ground: Ground
let mails: Awaited<ReturnType<typeof mailServer>>
let owner: Visitor
interface Kind {
  readonly name: string
  readonly role: Role
  readonly serials: readonly string[] | null
  visitor?: Visitor
}
const kinds: Kind[] = []
const roles: readonly Role[] = ['staff', 'viewer', 'editor', 'owner']
for (const role of roles) {
  // An owner cannot be held to venues; see below.
  for (const serials of role === 'owner' ? [null] : [null, ['A'], ['B']]) {
    kinds.push({ name: `${role} of ${serials ?? 'all venues'}`, role, serials })
  }
}

beforeAll(async () => {
  mails = await mailServer()
  ground = await openGround({
    config: { allowedPrivateAddresses: ['127.0.0.0/8'], allowedPorts: [mails.port] },
  })
  const smtp = { host: '127.0.0.1', port: mails.port, security: 'none' }
  await ground.millrace.database.engine.query(
    'UPDATE organisations SET settings = settings || $2 WHERE id = $1',
    [ground.organisation.id, { email: { ...defaultSettings.email, smtp } }],
  )
  owner = ground.owner
  for (const serial of ['A', 'B']) await ground.organisation.venue(serial)
  for (const kind of kinds) {
    kind.visitor =
      kind.role === 'owner' ? owner : await signedIn(ground.millrace, ground.organisation.id, kind)
  }
})
const tries = countTries('dashboard-reach')
afterAll(async () => {
  await ground.millrace.stop()
  await mails.close()
  tries.keep()
})
const note = (operation: string, { name, serials }: Kind, refused: boolean) => {
  const venue = serials === null ? 'any' : serials.includes('A') ? 'own' : 'another'
  tries.note({ operation, caller: name, venue, organisation: 'own', refused })
}

interface Attempt {
  /** What stands in the address, in its order. */
  readonly ids?: readonly string[]
  readonly json?: object
}
interface Row {
  /** What the people of the venue are answered, and those of another one. */
  readonly here: string
  readonly elsewhere: string
  attempt(visitor: Visitor): Promise<Attempt>
}

const DONE = 'done'
const NOTHING = 'nothing to do'
const trigger = () => ({ source: newId(), venues: ['A'] })
const script = { guest: { invented: {} }, event: null, start_at: '2026-01-05T12:00:00.000Z' }

async function workflow(definition: WorkflowDefinition = endsAtOnce(trigger())) {
  const id = await ground.organisation.workflow(definition, newId())
  const { body } = await owner.get<{ draft: { revision: number } }>(`/workflows/${id}`)
  return { id, definition, revision: body.draft.revision }
}

async function guestAtA(): Promise<string> {
  const guest = await ground.organisation.guest()
  await sendEvent(owner, guest, null, { serials: ['A'] })
  return guest
}

async function run(make: (on: ReturnType<typeof trigger>) => WorkflowDefinition) {
  const on = trigger()
  const { id } = await workflow(make(on))
  const guest = await ground.organisation.guest()
  const { runId } = await sendEvent(owner, guest, on.source, { serials: ['A'] })
  await settled(owner, runId)
  return { id, runId }
}

/** Its call is to a private address, which is refused at once, so every run fails there. */
const failing = (on: ReturnType<typeof trigger>): WorkflowDefinition => ({
  trigger: on,
  start: 'call',
  nodes: [
    { id: 'call', type: 'call_webhook', url: 'http://10.0.0.1/', method: 'POST', next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
})
const makesTask = (on: ReturnType<typeof trigger>): WorkflowDefinition => ({
  trigger: on,
  start: 'task',
  nodes: [
    { id: 'task', type: 'create_task', title: 'Do it', next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
})

/** An import whose file has arrived, and whose job, if it has one, is as it is said here, whatever the worker does. */
async function importOf(job?: 'running' | 'done'): Promise<string> {
  const { body } = await owner.post<{ guest_import: { id: string } }>('/guest-imports', { format: 'csv' })
  const { id } = body.guest_import
  const content = Buffer.from('email\nada@example.com\n').toString('base64')
  await owner.ask('PUT', `/guest-imports/${id}/file`, { json: { offset: 0, content } })
  if (job === undefined) return id
  await owner.post(`/guest-imports/${id}/start`, {})
  await ground.millrace.database.engine.query(
    `UPDATE undertakings SET status = $2, finished_at = NULL, result = NULL, leased_until = now() + interval '1 hour'
     WHERE request ->> 'import_id' = $1`,
    [id, job],
  )
  return id
}

const condition = { field: 'guest.points', operator: 'at_least', value: 1 }

async function segment(): Promise<string> {
  const { body } = await owner.post<{ segment: { id: string } }>('/segments', { name: newId(), condition })
  return body.segment.id
}

/** A broadcast for guests of A that a member sends. */
async function broadcasting(): Promise<string> {
  const broadcast = { segment: await segment() }
  const { id } = await workflow({
    trigger: { broadcast, venues: ['A'] },
    start: 'mail',
    nodes: [
      { id: 'mail', type: 'send_email', subject: 'News', html: '<p>News</p>', next: 'end' },
      { id: 'end', type: 'end', outcome: 'success' },
    ],
  })
  return id
}

const view = { list: 'runs', name: 'Failed', filters: { status: 'failed' }, shared: false }
const viewOf = async (visitor: Visitor) =>
  (await visitor.post<{ view: { id: string } }>('/views', view)).body.view.id

const piece = { kind: 'blocks', content: { blocks: [{ type: 'divider' }] } }
async function savedPiece(): Promise<string> {
  const { body } = await owner.post<{ piece: { key: string } }>('/pieces', { ...piece, name: newId() })
  return body.piece.key
}

async function image(): Promise<string> {
  const { body } = await owner.post<{ image: { name: string } }>('/images', smallImage('a.png'))
  return body.image.name
}

const ofWorkflow = (attempt: Row['attempt']): Row => ({ here: DONE, elsewhere: 'own_venues_needed', attempt })
const ofGuest = (attempt: Row['attempt']): Row => ({ here: DONE, elsewhere: 'own_guest_needed', attempt })
/** They change nothing that is stored, or only what is the member's own. */
const ofAnyone = (attempt: Row['attempt']): Row => ({ here: DONE, elsewhere: DONE, attempt })
const ofWhole = (attempt: Row['attempt']): Row => ({
  here: 'every_venue_needed',
  elsewhere: 'every_venue_needed',
  attempt,
})

/** A comment on a workflow, by the visitor where they may, and otherwise by an owner. */
async function comment(visitor: Visitor = owner): Promise<string[]> {
  const { id } = await workflow()
  const add = (by: Visitor) =>
    by.post<{ comment?: { id: string } }>(`/workflows/${id}/comments`, { text: 'Why?' })
  const { body } = await add(visitor)
  const made = body.comment ?? (await add(owner)).body.comment
  return [id, made?.id ?? '']
}

const table: Record<string, Row> = {
  previewTemplate: ofAnyone(async () => ({ json: { text: 'x', channel: 'text' } })),
  validateDraft: ofAnyone(async () => ({ ids: [(await workflow()).id], json: {} })),
  simulate: ofAnyone(async () => ({ ids: [(await workflow()).id], json: { script } })),
  // A guest who has been nowhere is everybody's.
  registerGuest: ofAnyone(async () => ({ json: { name: 'Ada' } })),

  saveView: ofAnyone(async () => ({ json: view })),
  changeView: ofAnyone(async visitor => ({ ids: [await viewOf(visitor)], json: { name: 'Renamed' } })),
  deleteView: ofAnyone(async visitor => ({ ids: [await viewOf(visitor)] })),

  createPiece: ofAnyone(async () => ({ json: { ...piece, name: newId() } })),
  changePiece: ofWhole(async () => ({ ids: [await savedPiece()], json: { name: newId() } })),
  restorePiece: ofWhole(async () => ({ ids: [await savedPiece()], json: { version: 1 } })),
  deletePiece: ofWhole(async () => ({ ids: [await savedPiece()] })),

  uploadImage: ofAnyone(async () => ({ json: smallImage('a.png') })),
  deleteImage: ofWhole(async () => ({ ids: [await image()] })),

  createWorkflow: ofWorkflow(async () => {
    const { id } = await workflow()
    const file = JSON.parse((await owner.get(`/workflows/${id}/file`)).text)
    return { json: { file } }
  }),
  saveDraft: ofWorkflow(async () => {
    const { id, definition, revision } = await workflow()
    return { ids: [id], json: { revision, document: definition } }
  }),
  publishDraft: ofWorkflow(async () => {
    const { id, revision } = await workflow()
    return { ids: [id], json: { revision, inside: 'finish' } }
  }),
  setWorkflowStatus: ofWorkflow(async () => ({ ids: [(await workflow()).id], json: { status: 'paused' } })),
  sendBroadcast: ofWorkflow(async () => ({ ids: [await broadcasting()] })),
  testBroadcast: ofWorkflow(async () => ({ ids: [await broadcasting()] })),
  checkLinks: ofAnyone(async () => ({ json: { urls: ['http://127.0.0.1:9/'] } })),
  testMessage: ofWorkflow(async () => ({
    ids: [(await workflow()).id],
    json: { node: { id: 'mail', type: 'send_email', subject: 'Hello', html: '<p>Hello</p>', next: 'end' } },
  })),
  setBroadcastState: ofWorkflow(async () => {
    const id = await broadcasting()
    const { body } = await owner.post<{ id: string }>(`/workflows/${id}/broadcasts`, {})
    return { ids: [id, body.id], json: { state: 'stopped' } }
  }),
  placeWorkflow: ofWorkflow(async () => ({
    ids: [(await workflow()).id],
    json: { folder: 'Spring', tags: ['news'] },
  })),
  decideMissedGuests: ofWorkflow(async () => ({
    ids: [(await workflow()).id],
    json: { decision: 'let_go' },
  })),
  restoreVersion: ofWorkflow(async () => {
    const { id, revision } = await workflow()
    return { ids: [id, '1'], json: { revision } }
  }),
  startComparison: ofWorkflow(async () => ({ ids: [(await workflow()).id], json: { days: 1 } })),
  keepSimulation: ofWorkflow(async () => ({ ids: [(await workflow()).id], json: { name: 'Kept', script } })),
  deleteSimulation: ofWorkflow(async () => {
    const { id } = await workflow()
    const { body } = await owner.post<{ simulation: { id: string } }>(`/workflows/${id}/simulations`, {
      name: 'Kept',
      script,
    })
    return { ids: [id, body.simulation.id] }
  }),
  addComment: ofWorkflow(async () => ({ ids: [(await workflow()).id], json: { text: 'Why two days?' } })),
  changeComment: ofWorkflow(async () => ({ ids: await comment(), json: { resolved: true } })),
  // An owner deletes any comment, everyone else their own.
  deleteComment: ofWorkflow(async visitor => ({ ids: await comment(visitor) })),
  cancelJob: ofWorkflow(async () => {
    const { id } = await workflow()
    const { body } = await owner.post<{ job: { id: string } }>(`/workflows/${id}/comparison`, { days: 1 })
    // One that is not over within this test, whatever the worker does.
    await ground.millrace.database.engine.query(
      `UPDATE undertakings SET status = 'running', finished_at = NULL, result = NULL,
         leased_until = now() + interval '1 hour' WHERE id = $1`,
      [body.job.id],
    )
    return { ids: [body.job.id] }
  }),

  changeGuest: ofGuest(async () => ({ ids: [await guestAtA()], json: { email_consent: true } })),
  adjustPoints: ofGuest(async () => ({ ids: [await guestAtA()], json: { points: 5, reason: 'x' } })),
  mergeGuests: ofGuest(async () => ({
    ids: [await guestAtA()],
    json: { organisation_registration_id: await guestAtA() },
  })),
  undoMerge: ofGuest(async () => {
    const [into, merged] = [await guestAtA(), await guestAtA()]
    await owner.post(`/guests/${into}/merge`, { organisation_registration_id: merged })
    return { ids: [merged] }
  }),
  sendTestEvent: {
    here: DONE,
    elsewhere: 'validation_failed',
    attempt: async () => ({ json: { guest_id: await guestAtA(), serials: ['A'] } }),
  },

  cancelRun: {
    here: DONE,
    elsewhere: 'run_not_found',
    attempt: async () => ({ ids: [(await run(waits)).runId], json: {} }),
  },
  retryRun: {
    here: DONE,
    elsewhere: 'run_not_found',
    attempt: async () => ({ ids: [(await run(failing)).runId], json: {} }),
  },
  cancelRuns: {
    here: DONE,
    elsewhere: NOTHING,
    attempt: async () => ({ json: { workflow_id: (await run(waits)).id, status: 'waiting' } }),
  },
  retryRuns: {
    here: DONE,
    elsewhere: NOTHING,
    attempt: async () => ({ json: { workflow_id: (await run(failing)).id } }),
  },
  changeTask: {
    here: DONE,
    elsewhere: 'task_not_found',
    async attempt() {
      const { runId } = await run(makesTask)
      const { body } = await owner.get<Page<{ id: string; run_id: string }>>('/tasks?limit=100')
      const task = body.data.find(({ run_id }) => run_id === runId)
      return { ids: [task?.id as string], json: { status: 'done' } }
    },
  },
  changeVenue: {
    here: DONE,
    elsewhere: 'venue_not_found',
    attempt: async () => ({ ids: ['A'], json: { name: 'The A' } }),
  },
  // The values of one's own venue, in any workflow: they hold when someone publishes it.
  setOwnValues: {
    here: DONE,
    elsewhere: 'venue_not_found',
    async attempt() {
      const variables = [{ key: 'offer', value: 'tea' }]
      const { id } = await workflow({ ...endsAtOnce({ source: newId() }), variables })
      return { ids: ['A', id], json: { values: { offer: 'cake' } } }
    },
  },
  addVenue: ofWhole(async () => ({ json: { serial: newId().slice(-12), name: 'New', time_zone: 'UTC' } })),
  declareSource: ofWhole(async () => ({ json: { source: newId(), meaning: { kind: 'visit' } } })),
  rebuildVisits: ofWhole(async () => ({ json: { source: newId() } })),
  prepareImport: ofWhole(async () => ({ json: { format: 'csv' } })),
  addImportPart: ofWhole(async () => ({ ids: [await importOf()], json: { offset: 0, content: 'ZW1haWwK' } })),
  startImport: ofWhole(async () => ({ ids: [await importOf()], json: { trial: true } })),
  cancelImport: ofWhole(async () => ({ ids: [await importOf('running')] })),
  undoImport: ofWhole(async () => ({ ids: [await importOf('done')] })),
  createSegment: ofWhole(async () => ({ json: { name: newId(), condition } })),
  previewSegment: ofWhole(async () => ({ json: { condition } })),
  changeSegment: ofWhole(async () => ({ ids: [await segment()], json: { name: newId() } })),
  deleteSegment: ofWhole(async () => ({ ids: [await segment()] })),
  startReplay: ofWhole(async () => ({
    ids: [(await workflow()).id],
    json: { since: new Date(Date.now() - 1000).toISOString() },
  })),
}

/** What leaves no entry in the audit log, and why. */
const unaudited: Readonly<Record<string, string>> = {
  previewTemplate: 'changes nothing',
  validateDraft: 'changes nothing',
  simulate: 'changes nothing',
  startComparison: 'changes nothing',
  previewSegment: 'changes nothing',
  decideMissedGuests: 'nobody was missed',
  uploadImage: 'the image is there already',
  saveDraft: 'the versions are audited',
  prepareImport: 'its start is audited',
  addImportPart: 'its start is audited',
  saveView: 'nobody else sees it',
  changeView: 'nobody else sees it',
  deleteView: 'nobody else sees it',
  changeGuest: 'it is kept with the guest',
  adjustPoints: 'it is kept with the guest',
}
const auditedOf = async (actor: string) =>
  (
    await ground.millrace.database.engine.query<{ entries: number }>(
      'SELECT count(*)::integer AS entries FROM millrace_audit.entries WHERE organisation_id = $1 AND actor = $2',
      [ground.organisation.id, actor],
    )
  ).rows[0]?.entries as number

type OfMember = Extract<Operation, { access: 'member' }>
const writes = Object.entries<Operation>(dashboard).filter(
  (entry): entry is [string, OfMember] => entry[1].access === 'member' && entry[1].method !== 'GET',
)
const shared = writes.filter(([, { role }]) => role !== 'owner')
const ownersOnly = writes.filter(([, { role }]) => role === 'owner')

async function outcome(visitor: Visitor, { method, path }: Operation, { ids = [], json }: Attempt) {
  const left = [...ids]
  const address = path.replace('/dashboard/api', '').replaceAll(/:\w+/g, () => left.shift() ?? newId())
  const { status, body } = await visitor.ask<{ code?: string; done?: number }>(
    method,
    address,
    json === undefined ? {} : { json },
  )
  if (status >= 400) return body.code
  return body.done === 0 ? NOTHING : DONE
}

test('every operation that is not a read has its row, and nothing else has', () => {
  expect(Object.keys(table).toSorted()).toEqual(shared.map(([name]) => name).toSorted())
  expect(ownersOnly.length).toBeGreaterThan(10)
})

describe.each(shared)('%s', (name, operation) => {
  test.each(kinds)('$name', async kind => {
    const { role, serials, visitor } = kind
    const row = table[name] as Row
    if (roles.indexOf(role) < roles.indexOf(operation.role)) {
      note(name, kind, true)
      expect(await outcome(visitor as Visitor, operation, { json: {} })).toBe('role_needed')
      return
    }
    const expected = serials === null ? DONE : serials.includes('A') ? row.here : row.elsewhere
    note(name, kind, expected !== DONE)
    const attempt = await row.attempt(visitor as Visitor)
    const actor = ground.owner.member.email
    const before = await auditedOf(actor)
    expect(await outcome(visitor as Visitor, operation, attempt)).toBe(expected)
    if (role === 'owner') expect((await auditedOf(actor)) > before).toBe(!Object.hasOwn(unaudited, name))
  })
})

describe.each(ownersOnly)('%s is for owners', (name, operation) => {
  test.each(kinds)('$name', async kind => {
    const { role, visitor } = kind
    note(name, kind, role !== 'owner')
    const answer = await outcome(visitor as Visitor, operation, { json: {} })
    if (role === 'owner') expect(answer).not.toBe('role_needed')
    else expect(answer).toBe('role_needed')
  })
})

describe('every read', () => {
  const CANARY = 'Canary of the quay'
  const reads = Object.entries<Operation>(dashboard).filter(
    (entry): entry is [string, OfMember] => entry[1].access === 'member' && entry[1].method === 'GET',
  )
  /** One of everything that happened at A, by what an address calls it. */
  let atA: Record<string, Record<string, string>>

  beforeAll(async () => {
    const guest = await ground.organisation.guest({
      ...{ name: CANARY, email: 'canary@example.com', email_consent: true },
    })
    const on = trigger()
    const { id: workflowId } = await workflow({
      trigger: on,
      start: 'mail',
      nodes: [
        { id: 'mail', type: 'send_email', subject: 'For {{ guest.name }}', html: '<p>x</p>', next: 'task' },
        { id: 'task', type: 'create_task', title: 'Call {{ guest.name }}', next: 'end' },
        { id: 'end', type: 'end', outcome: 'success' },
      ],
    })
    const { runId, eventId } = await sendEvent(owner, guest, on.source, { serials: ['A'] })
    await settled(owner, runId)
    const first = async (path: string) =>
      (await owner.get<Page<{ id: string }>>(path)).body.data[0]?.id as string
    atA = {
      workflows: { id: workflowId, version: '1' },
      runs: { id: runId },
      events: { id: eventId },
      guests: { id: guest },
      venues: { serial: 'A' },
      outbox: { id: await first(`/outbox?run_id=${runId}`) },
      tasks: { id: await first('/tasks') },
    }
  })

  /** The reads that show who it was, or what happened to them, by the name of the operation. */
  async function showing(kind: Kind): Promise<string[]> {
    const shown: string[] = []
    const words = [CANARY, 'canary@example.com', atA.runs?.id, atA.events?.id] as string[]
    for (const [name, { path, query }] of reads) {
      const pattern = path.replace('/dashboard/api', '')
      const ids = atA[pattern.split('/')[1] as string] ?? {}
      const address = pattern.replaceAll(/:(\w+)/g, (_, param: string) => ids[param] ?? newId())
      const format = query !== undefined && 'format' in query.properties ? '?format=csv' : ''
      const { status, text } = await (kind.visitor as Visitor).get(address + format)
      note(name, kind, status >= 400)
      // What is asked for by an id may name it in saying that there is no such thing.
      if (status < 400 && words.some(word => text.includes(word))) shown.push(name)
    }
    return shown
  }

  test('of what happened at a venue shows it to who sees the venue, and nothing of it to others', async () => {
    const found = Object.fromEntries(
      await Promise.all(kinds.map(async kind => [kind.name, await showing(kind)] as const)),
    )
    for (const { name } of kinds.filter(({ serials }) => serials?.includes('B'))) {
      expect([name, found[name]]).toEqual([name, []])
    }
    // The control: the same reads do show it.
    for (const name of ['viewer of A', 'viewer of all venues', 'owner of all venues'])
      expect(found[name]?.length, name).toBeGreaterThan(8)
    // Staff have their tasks, which name the guest.
    for (const name of ['staff of A', 'staff of all venues'])
      expect([name, found[name]]).toEqual([name, ['listTasks']])
  })
})

test('an owner cannot be held to venues, whatever writes the membership', async () => {
  await expect(ground.restricted('owner', ['A'])).rejects.toThrow('memberships_check')
})

describe('an editor of one venue', () => {
  const editor = () => kinds.find(({ name }) => name === 'editor of A')?.visitor as Visitor
  const code = async (path: string, json: object, method = 'POST') =>
    (await editor().ask<{ code?: string }>(method, path, { json })).body.code

  test.each([
    ['another venue', ['B']],
    ['theirs and another', ['A', 'B']],
    ['every venue', undefined],
    ['no venue', []],
    ['what is no list', 'A'],
  ])('does not lead a workflow to %s, by a draft or by a file', async (_name, venues) => {
    const { id, definition, revision } = await workflow()
    const document = { ...definition, trigger: { source: newId(), ...(venues && { venues }) } }
    expect(await code(`/workflows/${id}/draft`, { revision, document }, 'PUT')).toBe('own_venues_needed')
    const { body } = await owner.get<{ draft: { document: object; revision: number } }>(`/workflows/${id}`)
    expect(body.draft).toMatchObject({ document: definition, revision })
  })

  test('neither publishes nor restores what someone else led elsewhere', async () => {
    const { id, revision } = await workflow()
    const everywhere = endsAtOnce({ source: newId() })
    const json = { revision, document: everywhere }
    expect((await owner.ask('PUT', `/workflows/${id}/draft`, { json })).status).toBe(200)
    const published = { revision: revision + 1, inside: 'finish' }
    expect(await code(`/workflows/${id}/publish`, published)).toBe('own_venues_needed')
    expect(await code(`/workflows/${id}/versions/1/restore`, { revision: revision + 1 })).toBe(
      'own_venues_needed',
    )
    expect((await owner.post(`/workflows/${id}/publish`, published)).status).toBe(200)
    expect(await code(`/workflows/${id}/status`, { status: 'paused' })).toBe('own_venues_needed')
    expect(await code('/workflows', { duplicate_of: id })).toBe('own_venues_needed')
  })

  test('starts from a template or from nothing, with their own venue named', async () => {
    for (const json of [{ name: 'Blank' }, { template: await firstTemplate() }]) {
      const { status, body } = await editor().post<{
        draft: { document: { trigger: { venues?: string[] } } }
      }>('/workflows', json)
      expect([status, body.draft.document.trigger.venues]).toEqual([201, ['A']])
    }
    const all = await ground.editor.post<{ draft: { document: unknown } }>('/workflows', { name: 'Blank' })
    expect(all.body.draft.document).toBe(null)
  })
  const firstTemplate = async () =>
    (await owner.get<{ data: { key: string }[] }>('/workflow-templates')).body.data[0]?.key

  test('merges only guests who were at no other venue, and undoes only such a merge', async () => {
    const [here, there, both] = [await guestAtA(), await ground.organisation.guest(), await guestAtA()]
    await sendEvent(owner, there, null, { serials: ['B'] })
    await sendEvent(owner, both, null, { serials: ['A', 'B'] })
    const merge = (into: string, merged: string) =>
      code(`/guests/${into}/merge`, { organisation_registration_id: merged })
    for (const [into, merged] of [
      [here, there],
      [there, here],
    ] as const)
      expect(await merge(into, merged)).toBe('own_guest_needed')
    expect(await merge(here, both)).toBe('wholly_own_guest_needed')
    expect(await merge(both, here)).toBe('wholly_own_guest_needed')
    await owner.post(`/guests/${here}/merge`, { organisation_registration_id: both })
    expect(await code(`/guests/${both}/merge/undo`, {})).toBe('wholly_own_guest_needed')
    expect((await owner.post(`/guests/${both}/merge/undo`, {})).status).toBe(200)
    // Of a guest of other venues they do not learn who was merged.
    const gone = await ground.organisation.guest({ name: 'Canary' })
    await owner.post(`/guests/${there}/merge`, { organisation_registration_id: gone })
    const { body, text } = await editor().get<{ merges: object[] }>(`/guests/${gone}/merges`)
    expect([body.merges, text.includes('Canary')]).toEqual([[], false])
    expect((await owner.get<{ merges: object[] }>(`/guests/${gone}/merges`)).body.merges).toHaveLength(1)
  })

  test('makes nobody a guest of their venue by sending an event, nor sends one without a venue', async () => {
    const guest = await ground.organisation.guest()
    await sendEvent(owner, guest, null, { serials: ['B'] })
    for (const dry_run of [true, false]) {
      expect(await code('/events', { guest_id: guest, serials: ['A'], dry_run })).toBe('own_guest_needed')
    }
    expect(await code('/events', { guest_id: guest })).toBe('validation_failed')
    expect(await code(`/guests/${guest}`, { do_not_contact: true }, 'PATCH')).toBe('own_guest_needed')
    await sendEvent(owner, guest, null, { serials: ['A'] })
    expect(await code(`/guests/${guest}`, { do_not_contact: true }, 'PATCH')).toBe(undefined)
  })
})
