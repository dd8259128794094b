import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inHours, openStaples, reachableGuest, type Staples } from './staples.ts'

/**
 * 24 hours before `booked_for`, by SMS; nothing when the booking was made later than that; ends when this booking is
 * cancelled, follows when this booking is moved; a guest with two bookings gets two reminders.
 */
const reminder: WorkflowDefinition = {
  trigger: { source: 'booking' },
  exits: [{ on: 'event', label: 'Cancelled', source: 'booking cancelled', match: ['booking_id'] }],
  start: 'day-before',
  nodes: [
    {
      id: 'day-before',
      type: 'wait',
      until: { moment: { field: 'event.parameters.booked_for', before: { amount: 24, unit: 'hours' } } },
      moves: [{ source: 'booking moved', match: ['booking_id'] }],
      next: 'remind',
      if_passed: 'late',
    },
    {
      id: 'remind',
      type: 'send_sms',
      body: 'Table {{ event.parameters.table }}, booked as {{ started_by.parameters.booking_id }}',
      next: 'done',
    },
    { id: 'done', type: 'end', outcome: 'success' },
    { id: 'late', type: 'end', outcome: 'success', reason: 'Booked late' },
  ],
}

let staples: Staples
let workflow_id: string
beforeAll(async () => {
  staples = await openStaples()
  workflow_id = await staples.publish('Booking reminder', reminder)
})
afterAll(() => staples.stop())

async function book(guest: string, booking_id: string, booked_for: string, table = 1) {
  const receipt = await staples.send(guest, 'booking', { booking_id, booked_for, table })
  const run = { id: receipt.workflow_runs[0]?.id as string, workflow_id }
  return { ...run, settled: await staples.settled(run) }
}

const reached = ({ id }: { id: string }) => [{ id, workflow_id }]

test('the reminder comes a day before, and a booking made later than that gets none', async () => {
  const guest = await staples.guest(reachableGuest)
  const run = await book(guest, 'b-1', inHours(48))
  const until = Date.parse(run.settled.resumes_at as string)
  expect(Math.abs(until - Date.parse(inHours(24)))).toBeLessThan(60_000)
  expect(await staples.turn(run)).toMatchObject({ status: 'completed', outcome: 'success' })
  expect(await staples.texts(guest)).toEqual(['Table 1, booked as b-1\nReply STOP to opt out'])

  const late = await book(guest, 'b-2', inHours(23))
  expect(late.settled).toMatchObject({ status: 'completed', outcome_reason: 'Booked late' })
  expect(await staples.texts(guest)).toHaveLength(1)
})

test('of two bookings of a guest one is cancelled and one is moved, and the receipts say which', async () => {
  const guest = await staples.guest(reachableGuest)
  const [first, second] = [await book(guest, 'a', inHours(48)), await book(guest, 'b', inHours(72))]

  const moved = await staples.send(guest, 'booking moved', {
    booking_id: 'b',
    booked_for: inHours(120),
    table: 7,
  })
  expect(moved).toMatchObject({
    status: 'routed',
    workflow_runs: [],
    woke: [],
    moved: reached(second),
    ended: [],
    skipped: [],
    message: 'Event accepted; it moved 1 run.',
  })
  await staples.settled(second)
  const [one, other] = [await staples.readRun(first), await staples.readRun(second)]
  expect(one.resumes_at).toBe(first.settled.resumes_at)
  expect(Math.abs(Date.parse(other.resumes_at as string) - Date.parse(inHours(96)))).toBeLessThan(60_000)

  const cancelled = await staples.send(guest, 'booking cancelled', { booking_id: 'a' })
  expect(cancelled).toMatchObject({
    ended: reached(first),
    moved: [],
    message: 'Event accepted; it ended 1 run.',
  })
  expect(await staples.readRun(first)).toMatchObject({ outcome: 'exited', outcome_reason: 'Cancelled' })

  // What is said is about the booking as it is now.
  expect(await staples.turn(second)).toMatchObject({ status: 'completed' })
  expect(await staples.texts(guest)).toEqual(['Table 7, booked as b\nReply STOP to opt out'])

  const tooLate = await staples.send(guest, 'booking moved', { booking_id: 'b', booked_for: inHours(200) })
  expect(tooLate).toMatchObject({ status: 'unrouted', moved: [] })
})

test('a booking that is moved again and again is reminded of once, by the last', async () => {
  const guest = await staples.guest(reachableGuest)
  const run = await book(guest, 'm', inHours(48))
  for (const [hours, table] of [
    [96, 2],
    [72, 3],
    [240, 4],
  ] as const) {
    const receipt = await staples.send(guest, 'booking moved', {
      booking_id: 'm',
      booked_for: inHours(hours),
      table,
    })
    expect(receipt.moved).toEqual(reached(run))
  }
  const settled = await staples.settled(run)
  expect(Math.abs(Date.parse(settled.resumes_at as string) - Date.parse(inHours(216)))).toBeLessThan(60_000)
  expect(await staples.turn(run)).toMatchObject({ status: 'completed' })
  expect(await staples.texts(guest)).toEqual(['Table 4, booked as m\nReply STOP to opt out'])
})

test('a booking that is moved to within a day goes the way of late bookings', async () => {
  const guest = await staples.guest(reachableGuest)
  const run = await book(guest, 'n', inHours(48))
  await staples.send(guest, 'booking moved', { booking_id: 'n', booked_for: inHours(3) })
  await staples.settled(run)
  expect(await staples.readRun(run)).toMatchObject({ status: 'completed', outcome_reason: 'Booked late' })
  expect(await staples.texts(guest)).toEqual([])
})

test('a move without a readable date fails the run with what was found, and the next move can be retried', async () => {
  const guest = await staples.guest(reachableGuest)
  const run = await book(guest, 'o', inHours(48))
  await staples.send(guest, 'booking moved', { booking_id: 'o', booked_for: 'next Friday' })
  await staples.settled(run)
  expect((await staples.readRun(run)).error).toMatchObject({
    code: 'unreadable_moment',
    node_id: 'day-before',
  })
  await staples.send(guest, 'booking moved', { booking_id: 'o', booked_for: inHours(72), table: 9 })
  const retried = await staples.editor.post(`/runs/${run.id}/retry`, {})
  expect(retried.status, retried.text).toBe(200)
  const settled = await staples.settled(run)
  expect(Math.abs(Date.parse(settled.resumes_at as string) - Date.parse(inHours(48)))).toBeLessThan(60_000)
})

test('the event page and the guest’s activity say what was moved', async () => {
  const guest = await staples.guest(reachableGuest)
  const run = await book(guest, 'p', inHours(48))
  const { id } = await staples.send(guest, 'booking moved', { booking_id: 'p', booked_for: inHours(96) })
  await staples.settled(run)
  const page = await staples.editor.get<{ sentences: string[]; effects: { did: string; run_id: string }[] }>(
    `/events/${id}`,
  )
  expect(page.status, page.text).toBe(200)
  expect(page.body.effects).toMatchObject([{ did: 'moved', run_id: run.id }])
  expect(page.body.sentences).toEqual(['It moved the wait of a run of "Booking reminder", which is waiting.'])
  const timeline = await staples.editor.get<{ data: { sentence: string }[] }>(`/guests/${guest}/timeline`)
  const sentences = timeline.body.data.map(({ sentence }) => sentence).join('\n')
  expect(sentences).toContain('It moved the wait of a run of “Booking reminder”.')
  expect(sentences).toContain(', because an event moved it.')
})
