import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStaples, reachableGuest, type Staples } from './staples.ts'

/** Thank-you, points and review are three workflows, built by three people, all hearing of the same bill. */
const end = { id: 'end', type: 'end', outcome: 'success' } as const
const thanks: WorkflowDefinition = {
  trigger: { source: 'till' },
  start: 'text',
  nodes: [{ id: 'text', type: 'send_sms', body: 'Thank you, {{ guest.name }}', next: 'end' }, end],
}
const points: WorkflowDefinition = {
  trigger: { source: 'till', listener: true },
  start: 'give',
  nodes: [
    {
      id: 'give',
      type: 'award_points',
      points: { field: 'event.parameters.spend', round: 'down' },
      next: 'end',
    },
    end,
  ],
}
const review: WorkflowDefinition = {
  trigger: {
    source: 'till',
    listener: true,
    when: { field: 'event.parameters.spend', operator: 'at_least', value: 30 },
    re_entry: { within: { amount: 90, unit: 'days' }, per: 'guest' },
  },
  start: 'pause',
  nodes: [{ id: 'pause', type: 'wait', until: { after: { amount: 2, unit: 'hours' } }, next: 'end' }, end],
}

let staples: Staples
let ids: { thanks: string; points: string; review: string }
beforeAll(async () => {
  staples = await openStaples()
  // The listeners are older, and still named after the workflow that the bill is directed to.
  ids = {
    review: await staples.publish('Review', review),
    points: await staples.publish('Points', points),
    thanks: await staples.publish('Thank-you', thanks),
  }
})
afterAll(() => staples.stop())

test('one bill starts all three, and the receipt names the directed one first', async () => {
  const guest = await staples.guest(reachableGuest)
  const receipt = await staples.send(guest, 'till', { spend: 42.5 })
  expect(receipt.workflow_runs.map(run => run.workflow_id)).toEqual([ids.thanks, ids.review, ids.points])
  expect(receipt).toMatchObject({
    status: 'routed',
    skipped: [],
    message: 'Event accepted; it started 3 runs.',
  })
  for (const run of receipt.workflow_runs) await staples.settled(run)
  expect(await staples.texts(guest)).toEqual(['Thank you, Ada\nReply STOP to opt out'])
  const [row] = await staples.query<{ points: number }>('SELECT points FROM guests WHERE id = $1', [guest])
  expect(row?.points).toBe(42)
})

test('each that did not take the bill says why, in the same order', async () => {
  const guest = await staples.guest(reachableGuest)
  const small = await staples.send(guest, 'till', { spend: 12 })
  expect(small.workflow_runs.map(run => run.workflow_id)).toEqual([ids.thanks, ids.points])
  expect(small.skipped).toMatchObject([{ workflow_id: ids.review, reason: 'condition_failed' }])

  await staples.send(guest, 'till', { spend: 50 })
  await staples.editor.post(`/workflows/${ids.points}/status`, { status: 'paused' })
  await staples.editor.post(`/workflows/${ids.thanks}/status`, { status: 'paused' })
  const again = await staples.send(guest, 'till', { spend: 60 })
  expect(again).toMatchObject({
    status: 'unrouted',
    workflow_runs: [],
    skipped: [
      { workflow_id: ids.thanks, reason: 'workflow_paused' },
      { workflow_id: ids.review, reason: 're_entry_limited' },
      { workflow_id: ids.points, reason: 'workflow_paused' },
    ],
  })
  for (const id of [ids.points, ids.thanks]) {
    const active = await staples.editor.post(`/workflows/${id}/status`, { status: 'active' })
    expect(active.status, active.text).toBe(200)
  }
})

test('the source still has one workflow that its events are directed to, and the refusal says how to listen', async () => {
  const { published } = await staples.build('Second thank-you', thanks)
  expect(published.status).toBe(409)
  expect(published.body.message).toBe(
    'Events from "till" go to "Thank-you" already. Let this workflow listen to the source too, pause or archive the other one, or choose another source.',
  )
})

test('events of a source that only listeners have reach them', async () => {
  const alone = await staples.publish('Alone', { ...points, trigger: { source: 'wifi', listener: true } })
  const guest = await staples.guest(reachableGuest)
  const receipt = await staples.send(guest, 'wifi', { spend: 1 })
  expect(receipt.workflow_runs).toMatchObject([{ workflow_id: alone }])
  const listed = await staples.editor.get<{ data: { id: string; source: string; listener: boolean }[] }>(
    '/workflows',
  )
  const found = listed.body.data.filter(({ id }) => [alone, ids.thanks].includes(id))
  expect(found.map(({ source, listener }) => [source, listener])).toEqual([
    ['wifi', true],
    ['till', false],
  ])
})

test('a workflow for events without a source cannot be a listener', async () => {
  const { published } = await staples.build('Nothing', {
    ...points,
    trigger: { source: null, listener: true },
  })
  expect(published.status).toBe(409)
  expect(published.text).toContain(
    'Events without a source go to every workflow that names none. Name a source to listen to.',
  )
})
