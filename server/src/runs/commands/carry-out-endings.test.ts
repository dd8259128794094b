import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { inTransaction } from '#db/database.ts'
import { endGuestsInside } from '#workflows/end-guests-inside.ts'
import { guestsInside } from '#workflows/guests-inside.ts'
import { listensTo, openWorkflows } from '#workflows/workflows.fixture.ts'
import { createTestDatabase } from '../../../../tests/support/postgres.ts'
import { carryOutEndings } from './carry-out-endings.ts'

let workflows: Awaited<ReturnType<typeof openWorkflows>>
let organisationId: string
beforeAll(async () => {
  workflows = await openWorkflows(await createTestDatabase())
  organisationId = workflows.organisationId
})
afterAll(() => workflows.close())

const end = (limit = 100) => workflows.within(tx => carryOutEndings(tx, limit))
const toEnd = (workflowId: string, upToVersion: number) =>
  workflows.within(tx =>
    endGuestsInside(tx, {
      organisationId,
      workflowId,
      upToVersion,
      reason: 'It was cancelled.',
      actor: 'ada',
    }),
  )
const inside = async (id: string) => (await guestsInside(workflows.database.engine, organisationId, id)).total
const endings = async () => (await workflows.query('SELECT FROM run_endings')).length
async function published() {
  const id = await workflows.create('Test')
  await workflows.publish(id, listensTo(null))
  return id
}

test('a run that is ended leaves nothing behind: no wait, no open step, no unsent message, no watch', async () => {
  const id = await published()
  const runId = await workflows.run(id)
  const [run] = await workflows.query<{ guest_id: string }>('SELECT guest_id FROM runs WHERE id = $1', [
    runId,
  ])
  const guestId = run?.guest_id
  await workflows.query(
    `INSERT INTO steps (organisation_id, run_id, position, node_id, type, status, detail, started_at)
     VALUES ($1, $2, 0, 'pause', 'wait', 'waiting', '{"until": "later"}', now())`,
    [organisationId, runId],
  )
  await workflows.query(
    `INSERT INTO watches (organisation_id, guest_id, run_id, kind)
     VALUES ($1, $2, $3, 'wait'), ($1, $2, $3, 'exit')`,
    [organisationId, guestId, runId],
  )
  const messages = [
    ['to the guest', guestId, 'pending'],
    ['gone', guestId, 'sent'],
    ['to the staff', null, 'pending'],
  ]
  for (const [node, whom, status] of messages) {
    await workflows.query(
      `INSERT INTO messages (organisation_id, id, run_id, node_id, guest_id, channel, recipient, content, status,
                             due_at, created_at)
       VALUES ($1, $2, $3, $4, $5, 'sms', '+442079460000', '{}', $6, now(), now())`,
      [organisationId, newId(), runId, node, whom, status],
    )
  }
  await toEnd(id, 1)
  expect(await end()).toBe(1)

  expect((await workflows.query('SELECT * FROM runs WHERE id = $1', [runId]))[0]).toMatchObject({
    status: 'cancelled',
    outcome: null,
    outcome_reason: 'It was cancelled.',
    sequence: 1,
    resumes_at: null,
    waiting_for: null,
    finished_at: expect.any(Date),
  })
  expect(await workflows.query('SELECT status, detail FROM every_step WHERE run_id = $1', [runId])).toEqual([
    { status: 'skipped', detail: { until: 'later', reason: 'cancelled' } },
  ])
  expect(await workflows.query('SELECT FROM watches WHERE run_id = $1', [runId])).toEqual([])
  expect(
    await workflows.query('SELECT node_id, status FROM messages WHERE run_id = $1 ORDER BY node_id', [runId]),
  ).toEqual([
    { node_id: 'gone', status: 'sent' },
    { node_id: 'to the guest', status: 'cancelled' },
    { node_id: 'to the staff', status: 'pending' },
  ])
  expect(await endings()).toBe(0)
})

test('all that are not finished end, in portions, and the ending is struck off with the last', async () => {
  const id = await published()
  for (const status of ['queued', 'running', 'waiting', 'paused', 'waiting'])
    await workflows.run(id, { status })
  const finished = await workflows.run(id, { status: 'completed' })
  await toEnd(id, 1)
  expect(await end(2)).toBe(2)
  expect([await inside(id), await endings()]).toEqual([3, 1])
  expect(await end(2)).toBe(2)
  expect(await end(2)).toBe(1)
  expect([await inside(id), await endings()]).toEqual([0, 0])
  expect(await end(2)).toBe(0)
  const [untouched] = await workflows.query('SELECT status, sequence FROM runs WHERE id = $1', [finished])
  expect(untouched).toEqual({ status: 'completed', sequence: 0 })
})

test('guests on later versions, of other workflows, and those who came afterwards stay', async () => {
  const [id, other] = [await published(), await published()]
  await workflows.run(id)
  await workflows.run(id, { version: 2 })
  await workflows.run(other)
  await toEnd(id, 1)
  await workflows.run(id)
  expect(await end()).toBe(1)
  expect([await inside(id), await inside(other), await endings()]).toEqual([2, 1, 0])
})

test('a run that a worker is just writing is left for the next time, and not forgotten', async () => {
  const id = await published()
  const held = await workflows.run(id)
  await workflows.run(id)
  await toEnd(id, 1)
  await inTransaction(workflows.database.engine, async worker => {
    await worker.query('SELECT FROM runs WHERE id = $1 FOR UPDATE', [held])
    expect(await end()).toBe(1)
    expect(await end()).toBe(0)
    expect(await endings()).toBe(1)
  })
  expect(await end()).toBe(1)
  expect([await inside(id), await endings()]).toEqual([0, 0])
})
