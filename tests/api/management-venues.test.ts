import type { ManagedVenue } from '@millrace/contract/venue'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endsAtOnce } from '../support/workflows.ts'
import { type Ground, openGround, type Page, readAll, sendEvent } from './management-ground.ts'

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
    opening_hours: { weekly: { monday: [{ from: '09:00', to: '17:00' }] } },
  })
  expect(changed.body.venue).toMatchObject({
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

test('a paused venue starts nothing, and goes on when it is not', async () => {
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

test.each<[object, object]>([
  [{}, { serial: ['is required'], name: ['is required'], time_zone: ['is required'] }],
  [{ serial: 'x'.repeat(13), name: 'x', time_zone: 'UTC' }, { serial: ['must have at most 12 characters'] }],
  [
    { serial: 'x', name: 'x', time_zone: 'Mars/Base', locale: 'zz-zz-zz' },
    { time_zone: [expect.stringContaining('time zone')], locale: [expect.stringContaining('locale')] },
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
        { id: 'task', type: 'create_task' as const, title: 'Do', notify: 'staff@example.com', next: 'end' },
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
    await expect
      .poll(async () => (await ground.viewer.get<Page<object>>('/tasks')).body.data.length, {
        timeout: 10_000,
      })
      .toBe(4)
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
    expect((await ground.viewer.post(`/workflows/${workflow}/simulate`, { script })).status).toBe(200)
    const foreign = await some.post<Answer>('/events', { guest_id: guest, serials: ['SOUTH'] })
    expect([foreign.status, foreign.body.errors]).toEqual([
      400,
      { serials: ['has "SOUTH", which is no venue of yours'] },
    ])
  })
})
