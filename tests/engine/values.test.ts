import type { NodeOf } from '@millrace/contract/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../support/postgres.ts'
import { end, points, tag, workflow } from './nodes.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(await createTestDatabase())
})
afterAll(() => stage.close())

const perPound: NodeOf<'award_points'> = {
  id: 'give',
  type: 'award_points',
  points: { field: 'event.parameters.spend', times: 1, round: 'down', at_most: 500 },
  next: 'end',
}

test('a bill gives a point for each full pound, a refund takes them back, and a bill without an amount says so', async () => {
  await stage.publish(workflow('bills', [perPound, end]))
  const guestId = await stage.guest()
  const spend = async (amount: number | string | null) => {
    const [runId] = (await stage.event(guestId, { source: 'bills', parameters: { spend: amount } })) as [
      string,
    ]
    await stage.work()
    return runId
  }
  await spend(142.99)
  expect(await stage.points(guestId)).toBe(142)
  await spend(-142.99)
  expect(await stage.points(guestId)).toBe(0)
  await spend(9_000.5)
  expect(await stage.points(guestId)).toBe(500)
  const skipped = await spend('142.99')
  expect(await stage.points(guestId)).toBe(500)
  expect(await stage.run(skipped)).toMatchObject({ status: 'completed' })
  const [step] = await stage.query<{ status: string; detail: object }>(
    `SELECT status, detail FROM steps WHERE run_id = $1 AND node_id = 'give'`,
    [skipped],
  )
  expect(step).toEqual({
    status: 'skipped',
    detail: {
      reason: 'no_value',
      expected: 'a number',
      field: 'event.parameters.spend',
      found: '142.99',
    },
  })
})

test('a reminder waits until a day before the booking, and one that comes too late goes another way', async () => {
  const reminder: NodeOf<'wait'> = {
    id: 'reminder',
    type: 'wait',
    until: { moment: { field: 'event.parameters.booked_for', before: { amount: 24, unit: 'hours' } } },
    next: 'remind',
    if_passed: 'late',
  }
  await stage.publish(workflow('bookings', [reminder, points('remind'), tag('late', 'booked late'), end]))
  const guestId = await stage.guest()
  const book = async (booked_for: string) => {
    const [runId] = (await stage.event(guestId, { source: 'bookings', parameters: { booked_for } })) as [
      string,
    ]
    await stage.work()
    return runId
  }
  const early = await book('2199-07-01T19:30:00+01:00')
  expect(await stage.run(early)).toMatchObject({ status: 'waiting', resumes_at: '2199-06-30T18:30:00.000Z' })
  await stage.pass(early)
  expect(await stage.wake()).toBe(1)
  await stage.work()
  expect(await stage.path(early)).toEqual(['reminder', 'remind', 'end'])

  const late = await book(new Date(Date.now() + 3_600_000).toISOString())
  expect(await stage.path(late)).toEqual(['reminder', 'late', 'end'])

  const unreadable = await book('next Friday')
  expect(await stage.run(unreadable)).toMatchObject({
    status: 'failed',
    error: {
      code: 'unreadable_moment',
      message:
        'There is nothing to wait for: "event.parameters.booked_for" is "next Friday", which is no date such as 2026-03-01T19:30.',
      node_id: 'reminder',
    },
  })
})
