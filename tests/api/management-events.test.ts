import type { EventDetail, EventInList, UnroutedSource } from '@millrace/contract/dashboard/events'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { eventually } from '../support/millrace.ts'
import { endsAtOnce, spentAtLeast } from '../support/workflows.ts'
import {
  download,
  type Ground,
  openGround,
  type Page,
  readAll,
  sendEvent,
  settled,
} from './management-ground.ts'

let ground: Ground
let guest: string
beforeAll(async () => {
  ground = await openGround()
  guest = await ground.organisation.guest({ name: 'Ada' })
  await ground.organisation.venue('QUAY')
})
afterAll(() => ground.millrace.stop())

const read = async (id: string) => (await ground.viewer.get<EventDetail>(`/events/${id}`)).body

describe('a test event', () => {
  test('is a real one: it is stored, starts a run, and the audit knows who sent it', async () => {
    const workflow = await ground.organisation.workflow(endsAtOnce({ source: 'tested' }), 'Tested')
    const { eventId, runId, sentences } = await sendEvent(ground.editor, guest, 'tested')
    expect(sentences).toEqual(['It started a run of "Tested".'])
    const { run } = await settled<{ run: { status: string; outcome: string; waiting_for: null } }>(
      ground.viewer,
      runId,
    )
    expect(run).toMatchObject({ workflow_id: workflow, outcome: 'success', event_id: eventId })
    const audit = await ground.owner.get<Page<object>>(`/audit?subject=${eventId}`)
    expect(audit.body.data).toMatchObject([{ actor: ground.editor.member.email, action: 'event.sent' }])
  })

  test('can be tried without storing anything', async () => {
    await ground.organisation.workflow(endsAtOnce({ source: 'dry' }), 'Dry')
    const { eventId, sentences } = await sendEvent(ground.editor, guest, 'dry', { dry_run: true })
    expect(sentences).toEqual(['It started a run of "Dry".'])
    expect((await ground.viewer.get(`/events/${eventId}`)).status).toBe(404)
    expect((await ground.owner.get<Page<object>>(`/audit?subject=${eventId}`)).body.data).toEqual([])
  })

  test.each<[object, number, object | string]>([
    [{}, 400, { guest_id: ['is required'] }],
    [{ guest_id: 'x' }, 400, { guest_id: ['must be a UUID'] }],
    [{ guest_id: newId(), parameters: { a: [] } }, 400, { 'parameters.a': expect.anything() }],
    [{ guest_id: newId(), parameters: { source: '' } }, 400, { 'parameters.source': ['must not be empty'] }],
    [{ guest_id: newId(), source: 'x' }, 400, { source: ['is not a field of this request'] }],
    [{ guest_id: newId() }, 404, 'guest_not_found'],
  ])('is not sent with faults: %j', async (json, status, expected) => {
    const answer = await ground.editor.post<{ code: string; errors: object }>('/events', json)
    expect([answer.status, typeof expected === 'string' ? answer.body.code : answer.body.errors]).toEqual([
      status,
      expected,
    ])
  })
})

describe('an event is described in sentences', () => {
  test('with the reason of every workflow that did not match', async () => {
    await ground.organisation.workflow(endsAtOnce({ source: 'till', when: spentAtLeast(50) }), 'Big spenders')
    const { eventId } = await sendEvent(ground.editor, guest, 'till', {
      parameters: { spend: 10 },
      serials: ['QUAY', 'NOWHERE'],
    })
    expect(await read(eventId)).toMatchObject({
      event: { id: eventId, status: 'unrouted', serials: ['QUAY', 'NOWHERE'] },
      guest_name: 'Ada',
      effects: [],
      sentences: [
        '"Big spenders" did not match: it requires that the event\'s spend is at least 50 (found 10).',
        'No venue has the serial "NOWHERE".',
      ],
    })
    const lonely = await sendEvent(ground.editor, guest, 'nobody')
    expect((await read(lonely.eventId)).sentences).toEqual([
      'No active workflow listens to the source "nobody".',
    ])
    const sourceless = await sendEvent(ground.editor, guest, null)
    expect((await read(sourceless.eventId)).sentences).toEqual([
      'No active workflow listens to events without a source.',
    ])
  })

  test('and with the runs that waited for it', async () => {
    const waitsForReview: WorkflowDefinition = {
      trigger: { source: 'visit' },
      start: 'review',
      nodes: [
        {
          id: 'review',
          type: 'wait_for_event',
          events: [{ source: 'review', next: 'end' }],
          timeout: { after: { amount: 1, unit: 'days' }, next: 'end' },
        },
        { id: 'end', type: 'end', outcome: 'success' },
      ],
    }
    await ground.organisation.workflow(waitsForReview, 'Reviews')
    const { runId, eventId: began } = await sendEvent(ground.editor, guest, 'visit')
    await settled(ground.viewer, runId)
    const { eventId } = await sendEvent(ground.editor, guest, 'review')
    const found = await eventually(
      () => read(eventId),
      ({ effects }) => effects[0]?.status === 'completed',
    )
    expect(found.effects).toMatchObject([{ run_id: runId, did: 'woke', workflow_name: 'Reviews' }])
    expect(found.sentences).toEqual(['It resumed a run of "Reviews", which is completed.'])
    expect((await read(began)).effects).toMatchObject([{ run_id: runId, did: 'started' }])
  })

  test.each(['nonsense', '%00', 'ffffffff-0000-7000-8000-000000000000'])('and none is 404: %s', async id => {
    expect((await ground.viewer.get(`/events/${id}`)).status).toBe(404)
  })
})

describe('events are listed', () => {
  test('by source, status, guest, venue and time, in pages', async () => {
    const other = await ground.organisation.guest()
    await ground.organisation.workflow(endsAtOnce({ source: 'listed' }), 'Listed')
    const routed = (await sendEvent(ground.editor, other, 'listed', { serials: ['QUAY'] })).eventId
    const unrouted = (await sendEvent(ground.editor, other, 'unlisted')).eventId
    const sourceless = (await sendEvent(ground.editor, other, null)).eventId
    const ask = async (query: string) =>
      (await readAll<EventInList>(ground.viewer, `/events?guest_id=${other}&${query}`))
        .flat()
        .map(({ id }) => id)
    expect(await ask('limit=1')).toEqual([sourceless, unrouted, routed])
    expect(await ask('source=listed')).toEqual([routed])
    expect(await ask('sourceless=true')).toEqual([sourceless])
    expect(await ask('status=unrouted&limit=1')).toEqual([sourceless, unrouted])
    expect(await ask('status=routed')).toEqual([routed])
    expect(await ask('serial=QUAY')).toEqual([routed])
    const later = encodeURIComponent(new Date(Date.now() + 60_000).toISOString())
    expect(await ask(`since=${later}`)).toEqual([])
    expect(await ask(`until=${later}`)).toHaveLength(3)
    const { data } = (await ground.viewer.get<Page<EventInList>>(`/events?guest_id=${other}&source=listed`))
      .body
    expect(data[0]).toMatchObject({ runs: 1, skipped: 0, status: 'routed', parameters: { source: 'listed' } })
  })

  test('as a file, in which nothing is a formula', async () => {
    const ada = await ground.organisation.guest({ name: '=cmd|calc' })
    const { eventId } = await sendEvent(ground.editor, ada, '@filed', { serials: ['QUAY', 'BAY'] })
    await sendEvent(ground.editor, ada, 'another')
    const path = `/events/export?format=csv&guest_id=${ada}&source=${encodeURIComponent('@filed')}`
    const { status, headers, text } = await download(ground.millrace.url, ground.viewer, path)
    expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="events.csv"'])
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(new RegExp(`^${eventId},.*,'=cmd\\|calc,'@filed,"QUAY, BAY",unrouted,0,0,`))
    expect((await ground.viewer.get('/events/export')).status).toBe(400)
  })

  test('and unmatched ones by their source, with who would take them now', async () => {
    const source = 'forgotten'
    await sendEvent(ground.editor, guest, source)
    await sendEvent(ground.editor, await ground.organisation.guest(), source)
    const find = async () => {
      const { body } = await ground.viewer.get<{ data: UnroutedSource[]; more: boolean }>('/events/unrouted')
      expect(body.more).toBe(false)
      return body.data.find(group => group.source === source)
    }
    expect(await find()).toMatchObject({ events: 2, guests: 2, workflow_id: null })
    const id = await ground.organisation.workflow(endsAtOnce({ source }), 'Remembered')
    expect(await find()).toMatchObject({ workflow_id: id, workflow_name: 'Remembered', pushed: 0 })
    const since = new Date(Date.now() - 3_600_000).toISOString()
    expect((await ground.editor.post(`/workflows/${id}/replay`, { since })).status).toBe(201)
    await eventually(find, group => group?.pushed === 2)
    expect(await find()).toMatchObject({ events: 2 })
    const later = encodeURIComponent(new Date(Date.now() + 60_000).toISOString())
    const none = await ground.viewer.get<{ data: object[] }>(`/events/unrouted?since=${later}`)
    expect(none.body.data).toEqual([])
  })
})
