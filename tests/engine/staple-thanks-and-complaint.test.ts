import { afterAll, beforeAll, expect, test } from 'vitest'
import { complaint } from '../../server/src/dashboard/templates/complaint.ts'
import { milestone } from '../../server/src/dashboard/templates/milestone.ts'
import { thankYou } from '../../server/src/dashboard/templates/thank-you.ts'
import { openStaples, type Staples } from './staples.ts'

/** The templates themselves: thanks for a large bill, a complaint, and a milestone of points. */
let staples: Staples
const ids = new Map<string, string>()
beforeAll(async () => {
  staples = await openStaples()
  await staples.organisation.venue('KEW')
  for (const { key, name, definition } of [thankYou, complaint, milestone])
    ids.set(key, await staples.publish(name, definition))
  await staples.query(`UPDATE members SET name = 'Grace Harper'`, [])
})
afterAll(() => staples.stop())

const reachable = { name: 'Ada', email: 'ada@example.com', email_consent: true } as const

/** The run that the event started, when it has come to rest. */
async function runBy(guest: string, source: string, parameters: Record<string, string | number>) {
  const { workflow_runs } = await staples.send(guest, source, parameters, ['KEW'])
  expect(workflow_runs).toHaveLength(1)
  const run = workflow_runs[0] as { id: string; workflow_id: string }
  await staples.settled(run)
  return run
}

const tasksOf = async (guest: string) =>
  (
    await staples.editor.get<{ data: { id: string; title: string; assignee: string | null }[] }>(
      `/tasks?status=open&guest_id=${guest}`,
    )
  ).body.data

test('a bill of 100 gets thanks the next morning, once in thirty days, and a smaller one none', async () => {
  const guest = await staples.guest(reachable)
  const small = await staples.send(guest, 'bills', { spend: 99 })
  expect(small).toMatchObject({ workflow_runs: [], skipped: [{ reason: 'condition_failed' }] })
  const run = await runBy(guest, 'bills', { spend: 120 })
  expect(await staples.texts(guest)).toEqual([])
  expect(await staples.turn(run)).toMatchObject({ status: 'completed', outcome: 'success' })
  expect(await staples.texts(guest)).toEqual(['Thank you, Ada'])
  const again = await staples.send(guest, 'bills', { spend: 200 })
  expect(again).toMatchObject({ workflow_runs: [], skipped: [{ reason: 're_entry_limited' }] })
})

test('a complaint that nobody called about goes to the area manager, and the apology has their name', async () => {
  // Who never agreed to marketing gets it too.
  const guest = await staples.guest({ ...reachable, email_consent: false })
  const run = await runBy(guest, 'feedback', { stars: 1, comment: 'Cold soup' })
  expect(await tasksOf(guest)).toMatchObject([{ title: 'Call Ada about 1 star', assignee: 'Duty manager' }])
  await staples.turn(run)
  const escalated = (await tasksOf(guest)).find(({ assignee }) => assignee === 'Area manager')
  expect(escalated?.title).toBe('Nobody has called Ada yet')
  await staples.editor.patch(`/tasks/${escalated?.id}`, { status: 'done' })
  expect(await staples.settled(run)).toMatchObject({ outcome: 'success', outcome_reason: 'Apologised' })
  const [sent] = await staples.query<{ text: string }>(
    `SELECT content->>'text' AS text FROM messages WHERE guest_id = $1`,
    [guest],
  )
  expect(sent?.text).toContain('Grace Harper')
})

test('the visit that reaches 500 points makes a regular, once', async () => {
  const guest = await staples.guest(reachable)
  await staples.query('UPDATE guests SET points = 490 WHERE id = $1', [guest])
  const run = await runBy(guest, 'loyalty', {})
  expect(await staples.readRun(run)).toMatchObject({ outcome_reason: 'Reached 500 points' })
  expect(await staples.texts(guest)).toEqual(['You are one of our regulars now'])
  expect(await tasksOf(guest)).toMatchObject([{ title: 'Ada is a regular now: say hello' }])
  const next = await runBy(guest, 'loyalty', {})
  expect(await staples.readRun(next)).toMatchObject({ outcome_reason: 'On the way' })
  expect(await staples.texts(guest)).toHaveLength(1)
})
