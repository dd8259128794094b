import type { VenueActivity } from '@millrace/contract/dashboard/venues'
import type { ManagedVenue } from '@millrace/contract/venue'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import type { Visitor } from '../support/dashboard.ts'
import { endsAtOnce } from '../support/workflows.ts'
import { download, type Ground, openGround, type Page, readAll, sendEvent } from './management-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(() => ground.millrace.stop())

interface Answer {
  code: string
  errors: Record<string, string[]>
  venue: ManagedVenue
}
const add = (json: object) => ground.editor.post<Answer>('/venues', json)
const change = (serial: string, json: object) => ground.editor.patch<Answer>(`/venues/${serial}`, json)

test('a venue is added, read, changed and listed with all that is set for it', async () => {
  const { status, body } = await add({ serial: 'QUAY-01', name: 'The Quay', time_zone: 'Europe/London' })
  expect([status, body.venue]).toMatchObject([201, { serial: 'QUAY-01', paused: false, opening_hours: null }])
  const changed = await change('QUAY-01', {
    locale: 'en-GB',
    variables: { manager: 'Sam' },
    brand: { accent: '#0b5cad' },
    opening_hours: { weekly: { monday: [{ from: '09:00', to: '17:00' }] } },
  })
  expect(changed.body.venue).toMatchObject({
    brand: { accent: '#0b5cad' },
    name: 'The Quay',
    locale: 'en-GB',
    variables: { manager: 'Sam' },
    opening_hours: { weekly: { monday: [{ from: '09:00', to: '17:00' }] } },
  })
  expect((await ground.viewer.get('/venues/QUAY-01')).body).toEqual(changed.body.venue)
  const list = await ground.viewer.get<Page<ManagedVenue>>('/venues?text=the%20q')
  expect(list.body.data).toEqual([changed.body.venue])
  const audit = await ground.owner.get<Page<object>>('/audit?subject=QUAY-01')
  expect(audit.body.data).toMatchObject([
    { action: 'venue.changed', actor: ground.editor.member.email },
    { action: 'venue.added' },
  ])
})

test('a paused venue starts nothing, and continues when it is not', async () => {
  await add({ serial: 'PAUSED', name: 'Paused', time_zone: 'UTC' })
  await ground.organisation.workflow(endsAtOnce({ source: 'pausing' }), 'Pausing')
  const guest = await ground.organisation.guest()
  const send = async () =>
    (await sendEvent(ground.editor, guest, 'pausing', { serials: ['PAUSED'] })).event.status
  await change('PAUSED', { paused: true })
  expect(await send()).toBe('unrouted')
  await change('PAUSED', { paused: false })
  expect(await send()).toBe('routed')
})

test('venues come in pages', async () => {
  for (const serial of ['P1', 'P2', 'P3']) await add({ serial, name: `Paged ${serial}`, time_zone: 'UTC' })
  const pages = await readAll<ManagedVenue>(ground.viewer, '/venues?text=paged&limit=2')
  expect(pages.map(page => page.map(({ serial }) => serial))).toEqual([['P1', 'P2'], ['P3']])
})

test('venues leave as a file: those that one sees, by the same filter, and never as a formula', async () => {
  for (const [serial, name] of [
    ['F1', '=filed|calc, "x"'],
    ['F2', 'Filed'],
    ['export', 'Called as its address might be'],
  ]) {
    await add({ serial, name, time_zone: 'UTC', variables: { manager: 'Sam' } })
  }
  const file = await download(ground.millrace.url, ground.viewer, '/venues-export?format=csv&text=filed')
  expect([file.status, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8; header=present',
    'attachment; filename="venues.csv"',
  ])
  const lines = file.text.trimEnd().split('\r\n')
  expect(lines[0]).toBe('serial,name,time_zone,locale,paused,opening_hours,variables,created_at')
  expect(lines[1]).toMatch(/^F1,"'=filed\|calc, ""x""",UTC,,false,,"\{""manager"":""Sam""\}",\d{4}-/)
  expect(lines.slice(2)).toEqual([expect.stringMatching(/^F2,Filed,/)])
  const some = await ground.restricted('viewer', ['F2'])
  const seen = await download(ground.millrace.url, some, '/venues-export?format=csv')
  expect(seen.text.trimEnd().split('\r\n').slice(1)).toEqual([expect.stringMatching(/^F2,/)])
  expect((await ground.viewer.get('/venues-export')).status).toBe(400)
  expect((await ground.viewer.get('/venues/export')).body).toMatchObject({ serial: 'export' })
})

test.each<[object, object]>([
  [{}, { serial: ['is required'], name: ['is required'], time_zone: ['is required'] }],
  [{ serial: 'x'.repeat(13), name: 'x', time_zone: 'UTC' }, { serial: ['must have at most 12 characters'] }],
  [
    { serial: 'x', name: 'x', time_zone: 'Mars/Base', locale: 'zz-zz-zz' },
    { time_zone: [expect.stringContaining('time zone')], locale: [expect.stringContaining('locale')] },
  ],
  [
    { serial: 'x', name: 'x', time_zone: 'UTC', brand: { accent: 'red', logo: { url: 'x', alt: '' } } },
    {
      'brand.accent': ['does not have the right form'],
      'brand.logo.url': ['does not have the right form'],
      'brand.logo.alt': ['must not be empty'],
    },
  ],
  [
    { serial: 'x', name: 'x', time_zone: 'UTC', brand: { footer: '{{ guest.name }}' } },
    { 'brand.footer': [expect.stringContaining('same for everyone')] },
  ],
  [{ serial: 'x', name: 'x', time_zone: 'UTC', id: 1 }, { id: ['is not a field of this request'] }],
])('a venue is not added with faults: %j', async (json, errors) => {
  const { status, body } = await add(json)
  expect([status, body.errors]).toEqual([400, errors])
})

test('a serial is taken once', async () => {
  await add({ serial: 'TAKEN', name: 'x', time_zone: 'UTC' })
  const { status, body } = await add({ serial: 'TAKEN', name: 'y', time_zone: 'UTC' })
  expect([status, body.code]).toEqual([409, 'venue_exists'])
})

test.each(['NONE', '%00', 'x'.repeat(300), '%F0%9F%92%A9'])(
  'a venue that there is not is 404: %s',
  async serial => {
    expect((await ground.viewer.get(`/venues/${serial}`)).status).toBe(404)
    const { status, body } = await change(serial, { paused: true })
    expect([status, body.code]).toEqual([404, 'venue_not_found'])
  },
)

describe("a workflow's variables", () => {
  interface AtVenue {
    workflow_id: string
    name: string
    unpublished: boolean
    variables: { key: string; value: unknown; own?: unknown }[]
  }
  const definition = (source: string, trigger: object = {}) => ({
    ...endsAtOnce({ source, ...trigger }),
    variables: [
      { key: 'offer', value: 'tea' },
      { key: 'discount', value: 5, venues: { 'V-OTHER': 7 } },
    ],
  })
  const at = async (serial: string, visitor = ground.viewer) =>
    (await visitor.get<{ data: AtVenue[] }>(`/venues/${serial}/workflows`)).body.data
  const set = (serial: string, id: string, values: object, visitor: Visitor = ground.editor) =>
    visitor.ask<Answer>('PUT', `/venues/${serial}/workflows/${id}`, { json: { values } })
  const documentOf = async (id: string) =>
    (await ground.viewer.get<{ draft: { revision: number; document: object } }>(`/workflows/${id}`)).body
      .draft

  test('get values of the venue in the draft, which are cleared again, and nothing else changes', async () => {
    for (const serial of ['V-ONE', 'V-OTHER']) await add({ serial, name: serial, time_zone: 'UTC' })
    const id = await ground.organisation.workflow(definition('own'), 'Own values')
    await ground.organisation.workflow(definition('not-here', { venues: ['V-OTHER'] }), 'Not here')
    await ground.organisation.workflow(endsAtOnce({ source: 'plain' }), 'Without variables')
    expect(await at('V-ONE')).toMatchObject([
      {
        workflow_id: id,
        name: 'Own values',
        unpublished: false,
        variables: [
          { key: 'offer', value: 'tea' },
          { key: 'discount', value: 5 },
        ],
      },
    ])
    expect((await at('V-OTHER')).map(({ name }) => name)).toEqual(['Not here', 'Own values'])

    const saved = await set('V-ONE', id, { offer: 'cake', discount: null })
    expect([saved.status, saved.body]).toMatchObject([200, { message: expect.stringContaining('published') }])
    const [own] = await at('V-ONE')
    expect(own).toMatchObject({ unpublished: true })
    expect(own?.variables).toEqual([
      { key: 'offer', value: 'tea', own: 'cake' },
      { key: 'discount', value: 5, own: null },
    ])
    const changed = await documentOf(id)
    expect(changed.document).toEqual({
      ...definition('own'),
      variables: [
        { key: 'offer', value: 'tea', venues: { 'V-ONE': 'cake' } },
        { key: 'discount', value: 5, venues: { 'V-OTHER': 7, 'V-ONE': null } },
      ],
    })
    const audit = await ground.owner.get<Page<object>>('/audit?subject=V-ONE&limit=1')
    expect(audit.body.data).toMatchObject([
      { action: 'venue.changed', actor: ground.editor.member.email, detail: { workflow_id: id } },
    ])

    // What is as it was is no new draft, at which others would be stopped.
    await set('V-ONE', id, { offer: 'cake', discount: null })
    expect(await documentOf(id)).toEqual(changed)
    await set('V-ONE', id, {})
    expect((await documentOf(id)).document).toEqual(definition('own'))
  })

  test('are set by editors who see the venue, for what there is', async () => {
    for (const serial of ['V-MINE', 'V-HIDDEN']) await add({ serial, name: serial, time_zone: 'UTC' })
    const id = await ground.organisation.workflow(definition('whose'), 'Whose')
    const some = await ground.restricted('editor', ['V-MINE'])
    const stranger = await ground.stranger()
    await stranger.post('/venues', { serial: 'V-MINE', name: 'x', time_zone: 'UTC' })
    expect((await set('V-MINE', id, { offer: 'x' }, some)).status).toBe(200)
    for (const [serial, workflow, visitor, code] of [
      ['V-HIDDEN', id, some, 'venue_not_found'],
      ['NONE', id, ground.editor, 'venue_not_found'],
      ['V-MINE', 'nonsense', ground.editor, 'workflow_not_found'],
      ['V-MINE', id, stranger, 'workflow_not_found'],
      ['V-MINE', id, ground.viewer, 'role_needed'],
    ] as const) {
      expect((await set(serial, workflow, { offer: 'y' }, visitor)).body.code).toBe(code)
    }
    expect((await some.get('/venues/V-HIDDEN/workflows')).status).toBe(404)
    expect(await at('V-MINE', stranger)).toEqual([])
    expect((await at('V-MINE')).find(({ name }) => name === 'Whose')?.variables).toContainEqual({
      key: 'offer',
      value: 'tea',
      own: 'x',
    })
  })

  test.each<[object, object]>([
    [{ values: { unknown: 1 } }, { 'values.unknown': ['is no variable of this workflow'] }],
    [{}, { values: ['is required'] }],
    [{ values: { offer: { a: 1 } } }, { 'values.offer': ['must be a string, a number, a boolean or null'] }],
    [{ values: { offer: 'a\u0000b' } }, { 'values.offer': ['must not contain the NUL character'] }],
  ])('are not set with faults: %j', async (json, errors) => {
    await add({ serial: 'V-FAULT', name: 'x', time_zone: 'UTC' })
    const id = await ground.organisation.workflow(definition(newId()), 'Faulty')
    const path = `/venues/V-FAULT/workflows/${id}`
    const { status, body } = await ground.editor.ask<Answer>('PUT', path, { json })
    expect([status, body.errors]).toEqual([400, errors])
  })
})

describe('who sees some venues only', () => {
  test('sees and changes those, and no others', async () => {
    for (const serial of ['MINE', 'OTHER']) await add({ serial, name: serial, time_zone: 'UTC' })
    const some = await ground.restricted('editor', ['MINE'])
    const list = await some.get<Page<ManagedVenue>>('/venues')
    expect(list.body.data.map(({ serial }) => serial)).toEqual(['MINE'])
    expect((await some.patch('/venues/MINE', { paused: true })).status).toBe(200)
    expect((await some.get('/venues/OTHER')).status).toBe(404)
    expect((await some.patch('/venues/OTHER', { paused: true })).status).toBe(404)
    const added = await some.post<Answer>('/venues', { serial: 'NEW', name: 'x', time_zone: 'UTC' })
    expect([added.status, added.body.code]).toEqual([403, 'every_venue_needed'])
  })

  test('sees what happened there or nowhere, in every list and by every id', async () => {
    for (const serial of ['NORTH', 'SOUTH']) await ground.organisation.venue(serial)
    const definition = {
      trigger: { source: 'seen' },
      start: 'task',
      nodes: [
        {
          id: 'task',
          type: 'create_task' as const,
          title: 'Do',
          notify: ground.owner.member.email,
          next: 'end',
        },
        { id: 'end', type: 'end' as const, outcome: 'success' as const },
      ],
    }
    await ground.organisation.workflow(definition, 'Seen')
    const guest = await ground.organisation.guest()
    const sent: Record<string, { eventId: string; runId: string }> = {}
    for (const [name, serials] of Object.entries({
      north: ['NORTH'],
      south: ['SOUTH'],
      both: ['NORTH', 'SOUTH'],
      none: [],
    })) {
      sent[name] = await sendEvent(ground.editor, guest, 'seen', { serials })
    }
    const some = await ground.restricted('editor', ['NORTH'])
    const seen = ['north', 'both', 'none'].map(name => sent[name]?.runId).toSorted()
    const { south } = sent
    await expect.poll(async () => (await ground.viewer.get<Page<object>>('/tasks')).body.data.length).toBe(4)
    const list = async <Row>(path: string) => (await some.get<Page<Row>>(path)).body.data
    expect((await list<{ id: string }>('/runs')).map(({ id }) => id).toSorted()).toEqual(seen)
    expect((await list<{ run_id: string }>('/tasks')).map(({ run_id }) => run_id).toSorted()).toEqual(seen)
    expect((await list<{ run_id: string }>('/outbox')).map(({ run_id }) => run_id).toSorted()).toEqual(seen)
    expect(await list<{ id: string }>(`/events?guest_id=${guest}`)).toHaveLength(3)
    expect(JSON.stringify(await list(`/guests/${guest}/timeline`))).not.toContain(south?.eventId)
    expect(JSON.stringify(await list(`/guests/${guest}/timeline`))).not.toContain(south?.runId)
    const [task] = (await ground.viewer.get<Page<{ id: string; run_id: string }>>('/tasks')).body.data.filter(
      ({ run_id }) => run_id === south?.runId,
    )
    const [message] = (await ground.viewer.get<Page<{ id: string }>>(`/outbox?run_id=${south?.runId}`)).body
      .data
    expect((await some.get(`/runs/${south?.runId}`)).status).toBe(404)
    expect((await some.post(`/runs/${south?.runId}/cancel`, {})).status).toBe(404)
    expect((await some.post(`/runs/${south?.runId}/retry`, {})).status).toBe(404)
    expect((await some.get(`/events/${south?.eventId}`)).status).toBe(404)
    expect((await some.get(`/outbox/${message?.id}`)).status).toBe(404)
    expect((await some.patch(`/tasks/${task?.id}`, { status: 'done' })).status).toBe(404)
    const workflow = await ground.organisation.workflow(endsAtOnce({ source: 'tried' }), 'Tried')
    const previewed = { text: 'x', channel: 'text', event_id: south?.eventId }
    expect((await some.post('/template-preview', previewed)).status).toBe(404)
    const script = { guest: { known: guest }, event: { stored: south?.eventId } }
    expect((await some.post(`/workflows/${workflow}/simulate`, { script })).status).toBe(404)
    expect(await ground.viewer.post(`/workflows/${workflow}/simulate`, { script })).toMatchObject({
      status: 200,
    })
    const foreign = await some.post<Answer>('/events', { guest_id: guest, serials: ['SOUTH'] })
    expect([foreign.status, foreign.body.errors]).toEqual([
      400,
      { serials: ['has "SOUTH", which is no venue of yours'] },
    ])
  })
})

test('a venue says what happened there, what is to do, and who looks after it', async () => {
  const serial = 'ACTIVE'
  expect((await add({ serial, name: 'The Active', time_zone: 'Europe/Lisbon' })).status).toBe(201)
  const read = async (visitor: Visitor) =>
    (await visitor.get<VenueActivity>(`/venues/${serial}/activity`)).body
  const nothing = await read(ground.viewer)
  expect(nothing.days).toHaveLength(28)
  expect(nothing.visits).toEqual({ count: 0, spend: [] })
  expect(nothing).toMatchObject({ sources: [], members: [], open_tasks: 0, overdue_tasks: 0 })
  expect(nothing.members_of_all).toBe(3)

  await ground.organisation.workflow(endsAtOnce({ source: 'active' }))
  const guest = await ground.organisation.guest()
  for (const serials of [[serial], [serial], ['QUAY-01']])
    await sendEvent(ground.editor, guest, 'active', { serials })
  await expect
    .poll(async () => (await read(ground.viewer)).days.at(-1))
    .toMatchObject({ events: 2, runs: 2, success: 2 })

  // What a till says about visits and refunds, here and elsewhere, lately and long ago.
  for (const [source, kind] of [
    ['bills', 'visit'],
    ['returns', 'refund'],
  ] as const) {
    const meaning = { kind, amount: 'total', currency: 'currency' }
    expect((await ground.owner.ask('PUT', '/sources/meaning', { json: { source, meaning } })).status).toBe(
      200,
    )
  }
  for (const [source, total, currency, at] of [
    ['bills', 40.5, 'EUR', serial],
    ['bills', 9.5, 'EUR', serial],
    ['bills', 12, 'GBP', serial],
    ['bills', 1_000, 'EUR', 'QUAY-01'],
    ['returns', 9.5, 'EUR', serial],
  ] as const)
    await sendEvent(ground.editor, guest, source, { serials: [at], parameters: { total, currency } })
  await ground.millrace.database.engine.query(
    `INSERT INTO visits (organisation_id, guest_id, event_id, kind, source, serial, occurred_at, amount, currency)
     VALUES ($1, $2, gen_random_uuid(), 'visit', 'bills', $3, now() - interval '29 days', 77, 'EUR')`,
    [ground.organisation.id, guest, serial],
  )
  expect((await read(ground.viewer)).visits).toEqual({
    count: 3,
    spend: [
      { amount: 40.5, currency: 'EUR' },
      { amount: 12, currency: 'GBP' },
    ],
  })

  const here = await ground.restricted('viewer', [serial])
  expect((await read(here)).members).toMatchObject([{ role: 'viewer', email: expect.stringContaining('@') }])
  const elsewhere = await ground.restricted('viewer', ['QUAY-01'])
  expect((await elsewhere.get(`/venues/${serial}/activity`)).status).toBe(404)
})
