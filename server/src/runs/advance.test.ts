import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction, type Transaction } from '#db/database.ts'
import type { Settling } from '#queue/queue.ts'
import { createTestDatabase } from '../../../tests/support/postgres.ts'
import { advance } from './advance.ts'
import { openRuns } from './runs.fixture.ts'

let runs: Awaited<ReturnType<typeof openRuns>>
beforeAll(async () => {
  runs = await openRuns(await createTestDatabase())
})
beforeEach(() => runs.query('TRUNCATE runs, steps, points_entries, guests'))
afterAll(() => runs.close())

const threeSteps: WorkflowDefinition = {
  trigger: { source: null },
  start: 'look',
  nodes: [
    {
      id: 'look',
      type: 'branch',
      cases: [{ when: { field: 'guest.points', operator: 'less_than', value: 25 }, next: 'give' }],
      else: 'enough',
    },
    { id: 'give', type: 'award_points', points: 10, reason: 'visit', next: 'tag' },
    { id: 'tag', type: 'add_tag', tag: 'visitor', next: 'done' },
    { id: 'done', type: 'end', outcome: 'success' },
    { id: 'enough', type: 'end', outcome: 'failure', reason: 'has enough' },
  ],
}

test('a run is taken to its end with a step for every node, and the points are in ledger and balance', async () => {
  const guest = await runs.guest()
  const [job] = await runs.start(await runs.publish(threeSteps), [guest])
  if (job === undefined) throw new Error('no job')
  expect(await runs.advance([job])).toEqual(['completed'])
  expect(await runs.run(job.run_id)).toMatchObject({
    status: 'completed',
    outcome: 'success',
    sequence: 1,
    step_count: 4,
    started_at: expect.any(Date),
    finished_at: expect.any(Date),
  })
  expect((await runs.steps(job.run_id)).map(step => [step.position, step.node_id, step.status])).toEqual([
    [0, 'look', 'completed'],
    [1, 'give', 'completed'],
    [2, 'tag', 'completed'],
    [3, 'done', 'completed'],
  ])
  expect(await runs.query('SELECT points, tags FROM guests')).toEqual([{ points: 10, tags: ['visitor'] }])
  expect(await runs.ledger()).toEqual({ entries: 1, ledger: 10, balance: 10 })
})

test('the same job delivered again, in the same batch, later, or at the same time, adds nothing', async () => {
  const workflow = await runs.publish(threeSteps)
  const jobs = await runs.start(workflow, [await runs.guest(), await runs.guest()])
  await runs.advance([...jobs, ...jobs])
  expect(await runs.advance(jobs)).toEqual([])
  expect(await runs.ledger()).toEqual({ entries: 2, ledger: 20, balance: 20 })

  const more = await runs.start(workflow, [await runs.guest(), await runs.guest()])
  const answers = await Promise.all([runs.advance(more), runs.advance(more), runs.advance(more.toReversed())])
  expect(answers.flat()).toEqual(['completed', 'completed'])
  expect(await runs.ledger()).toEqual({ entries: 4, ledger: 40, balance: 40 })
})

test('a job for an earlier state of its run writes nothing', async () => {
  const [job] = await runs.start(await runs.publish(threeSteps), [await runs.guest()])
  if (job === undefined) throw new Error('no job')
  await runs.query('UPDATE runs SET sequence = 7 WHERE id = $1', [job.run_id])
  expect(await runs.advance([job])).toEqual([])
  expect(await runs.run(job.run_id)).toMatchObject({ status: 'queued', sequence: 7 })
  expect(await runs.steps(job.run_id)).toEqual([])
})

const writesIn = (texts: readonly string[]) =>
  texts.filter(text => /UPDATE (runs|guests)|INSERT INTO/.test(text))

test('what runs did is not waited for: COMMIT follows in the same packet', async () => {
  const jobs = await runs.start(await runs.publish(threeSteps), [await runs.guest()])
  const answered: string[] = []
  const watched: Settling = work =>
    inTransaction(runs.database.engine, async tx => {
      const query: Transaction['query'] = async (text, values) => {
        const answer = await tx.query(text, values)
        answered.push(text)
        return answer as never
      }
      const advanced = await work({ ...tx, query }, () => {})
      expect(writesIn(answered)).toEqual([])
      return advanced
    })
  expect(await advance(jobs, watched, runs.engine)).toMatchObject([{ status: 'completed' }])
  expect(writesIn(answered)).toHaveLength(4)
})

test('a run that someone changes between reading and writing is left to them, the others continue', async () => {
  const jobs = await runs.start(await runs.publish(threeSteps), [await runs.guest(), await runs.guest()])
  const [taken, other] = jobs
  const disturbed: Settling = work =>
    inTransaction(runs.database.engine, tx => {
      const query: Transaction['query'] = async (text, values) => {
        const answer = await tx.query(text, values)
        // The last read before anything is written.
        if (text.includes('FROM guests')) {
          await runs.query(`UPDATE runs SET status = 'cancelled', sequence = 1 WHERE id = $1`, [
            taken?.run_id,
          ])
        }
        return answer as never
      }
      return work({ ...tx, query }, () => {})
    })
  expect((await advance(jobs, disturbed, runs.engine)).map(({ status }) => status)).toEqual(['completed'])
  expect(await runs.run(taken?.run_id as string)).toMatchObject({ status: 'cancelled', sequence: 1 })
  expect(await runs.run(other?.run_id as string)).toMatchObject({ status: 'completed' })
  expect(await runs.ledger()).toEqual({ entries: 1, ledger: 10, balance: 10 })
})

test('500 runs in one batch, and runs of one guest see what the ones before them did', async () => {
  const workflow = await runs.publish(threeSteps)
  const regular = await runs.guest()
  const guests = await Promise.all(Array.from({ length: 495 }, () => runs.guest()))
  const jobs = await runs.start(workflow, [...guests, regular, regular, regular, regular, regular])
  expect(await runs.advance(jobs)).toHaveLength(500)
  expect(await runs.query(`SELECT outcome, count(*) FROM runs GROUP BY outcome ORDER BY outcome`)).toEqual([
    { outcome: 'failure', count: 2 },
    { outcome: 'success', count: 498 },
  ])
  expect(await runs.query('SELECT points, tags FROM guests WHERE id = $1', [regular])).toEqual([
    { points: 30, tags: ['visitor'] },
  ])
  expect(await runs.ledger()).toEqual({ entries: 498, ledger: 4980, balance: 4980 })
})

test('workers with guests in common do not deadlock', async () => {
  const workflow = await runs.publish(threeSteps)
  const guests = await Promise.all(Array.from({ length: 40 }, () => runs.guest()))
  const batches = await Promise.all(
    Array.from({ length: 8 }, (_, n) => runs.start(workflow, n % 2 ? guests : guests.toReversed())),
  )
  await Promise.all(batches.map(runs.advance))
  // Each guest was given points three times, then had enough: the decision saw the balance across workers too.
  expect(await runs.ledger()).toEqual({ entries: 120, ledger: 1200, balance: 1200 })
})

test('a run whose data the database refuses fails with the reason, its neighbours do not', async () => {
  const workflow = await runs.publish(threeSteps)
  const poor = await runs.guest()
  const before = await runs.start(workflow, [await runs.guest()])
  const [poisonous] = await runs.start(workflow, [poor])
  const after = await runs.start(workflow, [await runs.guest()])
  // The ledger already has this run's entry: whatever the run does next, the points may not be awarded twice.
  await runs.query(
    `INSERT INTO points_entries (organisation_id, run_id, node_id, guest_id, points, created_at)
     VALUES ($1, $2, 'give', $3, 10, now())`,
    [runs.organisationId, poisonous?.run_id, poor],
  )
  const statuses = await runs.advance([...before, poisonous as never, ...after])
  expect(statuses).toEqual(['completed', 'failed', 'completed'])
  expect(await runs.run(poisonous?.run_id as string)).toMatchObject({
    status: 'failed',
    outcome: null,
    error: { code: 'not_storable', message: expect.stringContaining('points_entries') },
    finished_at: expect.any(Date),
  })
  expect(await runs.query('SELECT points, tags FROM guests WHERE id = $1', [poor])).toEqual([
    { points: 0, tags: [] },
  ])
  expect(await runs.ledger()).toMatchObject({ entries: 3, balance: 20 })
})

test('points that do not fit into a balance fail that run alone', async () => {
  const rich = await runs.guest()
  await runs.query('UPDATE guests SET points = 9223372036854775800 WHERE id = $1', [rich])
  const always: WorkflowDefinition = { ...threeSteps, start: 'give', nodes: threeSteps.nodes.slice(1, 4) }
  const jobs = await runs.start(await runs.publish(always), [await runs.guest(), rich])
  expect((await runs.advance(jobs)).toSorted()).toEqual(['completed', 'failed'])
})

test('a version that this release cannot read, and a guest who is gone, fail their runs and nobody else', async () => {
  const workflow = await runs.publish(threeSteps)
  await runs.query(
    `INSERT INTO workflow_versions (organisation_id, workflow_id, version, definition, published_by)
     VALUES ($1, $2, 2, '{"from": "the future"}', 'test')`,
    [runs.organisationId, workflow],
  )
  const [fine] = await runs.start(workflow, [await runs.guest()])
  const [unreadable] = await runs.start(workflow, [await runs.guest()], { workflowVersion: 2 })
  const [orphaned] = await runs.start(workflow, ['0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e'])
  expect(await runs.advance([fine, unreadable, orphaned] as never)).toEqual(['completed', 'failed', 'failed'])
  expect(await runs.run(unreadable?.run_id as string)).toMatchObject({
    error: { code: 'workflow_unreadable' },
  })
  expect(await runs.run(orphaned?.run_id as string)).toMatchObject({ error: { code: 'guest_missing' } })
})

test("a lost connection is no run's fault: it is thrown, and nothing is written", async () => {
  const jobs = await runs.start(await runs.publish(threeSteps), [await runs.guest()])
  const losing: Settling = work =>
    inTransaction(runs.database.engine, async tx => {
      const done = await work(tx, () => {})
      await tx.query('SELECT pg_terminate_backend(pg_backend_pid())')
      return done
    })
  await expect(advance(jobs, losing, runs.engine)).rejects.toThrow()
  expect(await runs.run(jobs[0]?.run_id as string)).toMatchObject({ status: 'queued', sequence: 0 })
  expect(await runs.ledger()).toEqual({ entries: 0, ledger: 0, balance: 0 })
})
