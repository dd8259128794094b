import type { NodeOf } from '@millrace/contract/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findWatching } from '../../server/src/runs/waits/find-watching.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { end, points, wait, workflow } from './nodes.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(await createTestDatabase())
})
afterAll(() => stage.close())

type Value = string | number | boolean | null

/** Staple 7: no booking with the same enquiry within thirty minutes sends an e-mail; points stand for it here. */
const enquiry: NodeOf<'wait_for_event'> = {
  id: 'listen',
  type: 'wait_for_event',
  events: [{ source: 'booking', match: ['enquiry_id'], next: 'end' }],
  timeout: { after: { amount: 30, unit: 'minutes' }, next: 'remind' },
}

async function enquire(guestId: string, enquiry_id: Value) {
  const [runId] = (await stage.event(guestId, { source: 'enquiry', parameters: { enquiry_id } })) as [string]
  await stage.work()
  return runId
}

const book = (guestId: string, parameters: Record<string, Value>) =>
  stage.event(guestId, { source: 'booking', parameters })

test('an enquiry is closed by the booking with the same number, and only by that one', async () => {
  await stage.publish(workflow('enquiry', [enquiry, points('remind'), end]))
  const guestId = await stage.guest()
  const [first, second] = [await enquire(guestId, 'e-1'), await enquire(guestId, 'e-2')]
  await book(guestId, { enquiry_id: 'e-2' })
  await stage.work()
  expect(await stage.path(first)).toEqual(['listen waiting'])
  expect(await stage.path(second)).toEqual(['listen', 'end'])
  await stage.pass(first)
  await stage.wake()
  await stage.work()
  expect(await stage.path(first)).toEqual(['listen', 'remind', 'end'])
})

test('a number is not a text, and no value is not the same as no value', async () => {
  const guestId = await stage.guest()
  const runs = [await enquire(guestId, 17), await enquire(guestId, null), await enquire(guestId, '')]
  await book(guestId, { enquiry_id: '17' })
  await book(guestId, { enquiry_id: null })
  await book(guestId, {})
  await stage.work()
  for (const run of runs) expect(await stage.path(run)).toEqual(['listen waiting'])
  await book(guestId, { enquiry_id: 17 })
  await book(guestId, { enquiry_id: '' })
  await stage.work()
  expect(await Promise.all(runs.map(run => stage.path(run)))).toEqual([
    ['listen', 'end'],
    ['listen waiting'],
    ['listen', 'end'],
  ])
})

test('a value longer than an entry of an index matches too, and a longer one with the same beginning does not', async () => {
  const guestId = await stage.guest()
  const long = '😀'.repeat(1_000)
  const run = await enquire(guestId, `${long}a`)
  await book(guestId, { enquiry_id: `${long}b` })
  await stage.work()
  expect(await stage.path(run)).toEqual(['listen waiting'])
  await book(guestId, { enquiry_id: `${long}a` })
  await stage.work()
  expect(await stage.path(run)).toEqual(['listen', 'end'])
})

test('a booking that came between the enquiry and the wait counts, if it is the same', async () => {
  const guestId = await stage.guest()
  const begun = await stage.events([
    { guestId, source: 'enquiry', parameters: { enquiry_id: 'a' } },
    { guestId, source: 'enquiry', parameters: { enquiry_id: 'b' } },
    { guestId, source: 'booking', parameters: { enquiry_id: 'b' } },
  ])
  await stage.work()
  const [a, b] = begun.flatMap(({ runs }) => runs) as [string, string]
  expect(await stage.path(a)).toEqual(['listen waiting'])
  expect(await stage.path(b)).toEqual(['listen', 'end'])
})

test('every name of a match has to be the same, and a condition can compare the two events further', async () => {
  await stage.publish(
    workflow('table', [
      {
        ...enquiry,
        events: [
          {
            source: 'seated',
            match: ['booking_id', 'table'],
            when: {
              all: [
                { field: 'started_by.parameters.covers', operator: 'at_least', value: 4 },
                { field: 'event.parameters.covers', operator: 'less_than', value: 4 },
              ],
            },
            next: 'end',
          },
        ],
      },
      points('remind'),
      end,
    ]),
  )
  const guestId = await stage.guest()
  const booked = { booking_id: 'b', table: 4 }
  const [runId] = (await stage.event(guestId, { source: 'table', parameters: { ...booked, covers: 6 } })) as [
    string,
  ]
  await stage.work()
  const seat = async (parameters: Record<string, Value>) => {
    const [one] = await stage.events([{ guestId, source: 'seated', parameters }])
    return one?.skipped
  }
  // Another table is another booking; only the run that is meant says what it still requires.
  expect(await seat({ ...booked, table: 5, covers: 2 })).toEqual([])
  expect(await seat({ ...booked, covers: 5 })).toEqual(['wait_condition_failed'])
  await stage.work()
  expect(await stage.path(runId)).toEqual(['listen waiting'])
  expect(await seat({ ...booked, covers: 2 })).toEqual([])
  await stage.work()
  expect(await stage.path(runId)).toEqual(['listen', 'end'])
})

test('an exit ends the run of the same booking and leaves the other alone', async () => {
  await stage.publish(
    workflow('reminder', [wait('pause', 'remind'), points('remind'), end], {
      exits: [{ on: 'event', label: 'Cancelled', source: 'cancelled', match: ['booking_id'] }],
    }),
  )
  const guestId = await stage.guest()
  const reminder = async (booking_id: string) => {
    const [runId] = (await stage.event(guestId, { source: 'reminder', parameters: { booking_id } })) as [
      string,
    ]
    return runId
  }
  const [first, second, third] = [await reminder('a'), await reminder('b'), await reminder('c')]
  // Before the run has taken a step.
  await stage.event(guestId, { source: 'cancelled', parameters: { booking_id: 'c' } })
  await stage.work()
  await stage.event(guestId, { source: 'cancelled', parameters: { booking_id: 'a' } })
  expect(await stage.statuses([first, second, third])).toEqual(['completed', 'waiting', 'completed'])
  expect(await stage.run(first)).toMatchObject({ outcome: 'exited', outcome_reason: 'Cancelled' })
})

test('an event looks up the runs that it is meant for, however many others of its guest wait', async () => {
  const guestId = await stage.guest()
  const runs = [await enquire(guestId, 'x'), await enquire(guestId, 'y'), await enquire(guestId, 'z')]
  const found = async (parameters: Record<string, Value>, source = 'booking') => {
    const event = { source, serials: [], parameters }
    const watching = await stage.asTenant(tx => findWatching(tx, stage.organisationId, [{ guestId, event }]))
    return watching.map(({ id }) => runs.indexOf(id))
  }
  expect(await found({ enquiry_id: 'y', covers: 2 })).toEqual([1])
  expect(await found({ enquiry_id: 'y' }, 'bill')).toEqual([])
  expect(await found({})).toEqual([])
})
