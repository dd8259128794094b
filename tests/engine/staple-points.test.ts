import type { SimulationResult } from '@millrace/contract/simulation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { points } from '../../server/src/dashboard/templates/points.ts'
import { eventually } from '../support/millrace.ts'
import { openStaples, type Staples } from './staples.ts'

/** One point for each full pound, double on Tuesdays, at most 500 a day; a refund takes the same points back. */
let staples: Staples
let workflow_id: string
beforeAll(async () => {
  staples = await openStaples()
  await staples.query(
    `UPDATE organisations SET settings = settings || jsonb_build_object('time_zone', $1::text)`,
    [zone],
  )
  workflow_id = await staples.publish('Points', points.definition)
})
afterAll(() => staples.stop())

/** It is noon there while the tests run, so that none of them ends on the next day. */
const hoursBehind = new Date().getUTCHours() - 12
const zone = `Etc/GMT${hoursBehind < 0 ? hoursBehind : `+${hoursBehind}`}`
/** Two points on Tuesdays, when the tests run then. */
const each = new Date(Date.now() - hoursBehind * 3_600_000).getUTCDay() === 2 ? 2 : 1
const pointsOf = async (guest: string) =>
  (await staples.query<{ points: number }>('SELECT points FROM guests WHERE id = $1', [guest]))[0]?.points

async function pay(guest: string, bill_id: string, spend: number) {
  const { workflow_runs } = await staples.send(guest, 'bills', { bill_id, spend })
  const run = { id: workflow_runs[0]?.id as string, workflow_id }
  await staples.settled(run)
  return { run, points: await pointsOf(guest) }
}

async function refund(guest: string, bill_id: string, run: { id: string; workflow_id: string }) {
  expect((await staples.send(guest, 'refunds', { bill_id })).woke).toMatchObject([{ id: run.id }])
  const { outcome_reason } = await eventually(
    () => staples.readRun(run),
    ({ outcome }) => outcome !== null,
  )
  return { outcome_reason, points: await pointsOf(guest) }
}

test('full pounds count, at most 500 points a day, and a refund takes back what its bill gave', async () => {
  const guest = await staples.guest()
  const first = await pay(guest, 'A', 150.99)
  expect(first.points).toBe(150 * each)
  const large = await pay(guest, 'B', 1_000)
  expect(large.points).toBe(500)
  const none = await pay(guest, 'C', 20)
  expect(none.points).toBe(500)
  const steps = await staples.query<{ detail: object }>(
    `SELECT detail FROM every_step WHERE run_id = $1 AND type = 'award_points'`,
    [none.run.id],
  )
  for (const { detail } of steps)
    expect(detail).toMatchObject({ points: 0, wanted: 20, at_most_a_day: 500 / each })
  // What the limit left of the large bill, not what it would have been.
  expect(await refund(guest, 'B', large.run)).toEqual({
    outcome_reason: 'Refunded',
    points: 150 * each,
  })
  expect((await refund(guest, 'C', none.run)).points).toBe(150 * each)
  expect((await pay(guest, 'D', 20)).points).toBe(150 * each)
  // Another day.
  await staples.query(`UPDATE points_entries SET created_at = created_at - interval '1 day'`, [])
  expect((await pay(guest, 'E', 20)).points).toBe(170 * each)
})

test('bills that come together keep to the limit together', async () => {
  const guest = await staples.guest()
  await Promise.all(
    ['A', 'B', 'C', 'D'].map(bill_id => staples.send(guest, 'bills', { bill_id, spend: 200 })),
  )
  await eventually(
    () => staples.query(`SELECT FROM runs WHERE guest_id = $1 AND status IN ('queued', 'running')`, [guest]),
    rows => rows.length === 0,
  )
  expect(await pointsOf(guest)).toBe(500)
})

test.each([
  ['a Tuesday', Date.UTC(2026, 2, 10, 12), [30, 30, -30, -30]],
  ['a Wednesday', Date.UTC(2026, 2, 11, 12), [30, -30]],
])('on %s the simulator gives as much, and takes it back', async (_day, noon, given) => {
  const at = new Date(noon + hoursBehind * 3_600_000).toISOString()
  const answer = await staples.editor.post<SimulationResult>(`/workflows/${workflow_id}/simulate`, {
    script: {
      guest: { invented: {} },
      start_at: at,
      event: { written: { source: 'bills', parameters: { bill_id: 'A', spend: 30.99 } } },
      happenings: [
        { advance: { by: { amount: 1, unit: 'days' } } },
        { event: { source: 'refunds', parameters: { bill_id: 'A' } } },
      ],
    },
  })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body.points.map(entry => entry.points)).toEqual(given)
  expect(answer.body.run?.outcome_reason).toBe('Refunded')
})
