import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTenant, inTransaction } from '#db/database.ts'
import { createTestDatabase } from '../../../../tests/support/postgres.ts'
import { cancelRun } from '../commands/cancel-run.ts'
import { listSteps } from '../read/list-steps.ts'
import { openRuns, rememberingQueue } from '../runs.fixture.ts'
import { wakeDue } from './wake-due.ts'

let runs: Awaited<ReturnType<typeof openRuns>>
beforeAll(async () => {
  runs = await openRuns(await createTestDatabase())
})
afterAll(() => runs.close())

const waits = (amount: number): WorkflowDefinition => ({
  trigger: { source: null },
  start: 'pause',
  nodes: [
    { id: 'pause', type: 'wait', until: { after: { amount, unit: 'seconds' } }, next: 'give' },
    { id: 'give', type: 'award_points', points: 10, next: 'done' },
    { id: 'done', type: 'end', outcome: 'success' },
  ],
})

const wake = async (limit = 1_000) => {
  const queue = rememberingQueue()
  await inTransaction(runs.database.engine, tx => wakeDue(tx, queue, limit))
  return queue.jobs
}

async function waiting(seconds: number, guests = 1) {
  const ids = await Promise.all(Array.from({ length: guests }, () => runs.guest()))
  const jobs = await runs.start(await runs.publish(waits(seconds)), ids)
  await runs.advance(jobs)
  return jobs.map(job => job.run_id)
}

/** As if the time had passed, so that a test need not wait for it. */
const pass = (id: string) => runs.query(`UPDATE runs SET resumes_at = now() WHERE id = $1`, [id])

test('a wait ends when its time has come, not before, and once', async () => {
  const [id] = (await waiting(2)) as [string]
  const { resumes_at } = (await runs.run(id)) as { resumes_at: Date }
  let jobs: Awaited<ReturnType<typeof wake>> = []
  // The first check that starts after its time must find it.
  for (let over = false; !over && jobs.length === 0; ) {
    expect(await runs.run(id)).toMatchObject({ status: 'waiting' })
    await new Promise(resolve => setTimeout(resolve, 50))
    const [row] = await runs.query<{ over: boolean }>('SELECT clock_timestamp() >= $1 AS over', [resumes_at])
    over = row?.over === true
    jobs = await wake()
  }
  const [{ early }] = (await runs.query<{ early: boolean }>('SELECT now() < $1 AS early', [resumes_at])) as [
    { early: boolean },
  ]
  expect(early).toBe(false)
  expect(jobs).toEqual([{ organisation_id: runs.organisationId, run_id: id, sequence: 2 }])
  expect(await wake()).toEqual([])

  await Promise.all([runs.advance(jobs), runs.advance(jobs)])
  expect(await runs.run(id)).toMatchObject({ status: 'completed', resumes_at: null, waiting_for: null })
  const steps = await runs.steps(id)
  expect(steps.map(step => [step.node_id, step.status])).toEqual([
    ['pause', 'completed'],
    ['give', 'completed'],
    ['done', 'completed'],
  ])
  expect(steps[0]?.detail).toEqual({ until: resumes_at.toISOString() })
  expect(steps[0]?.finished_at).not.toEqual(steps[0]?.started_at)
})

test('of two processes that wake at the same time, each run is woken by one', async () => {
  const ids = await waiting(3_600, 60)
  for (const id of ids) await pass(id)
  const woken = await Promise.all([wake(40), wake(40), wake(40)])
  expect(
    woken
      .flat()
      .map(job => job.run_id)
      .toSorted(),
  ).toEqual(ids.toSorted())
})

test('if the process dies between waking and adding the jobs, the runs still wait', async () => {
  const [id] = (await waiting(3_600)) as [string]
  await pass(id)
  const broken = { enqueue: () => Promise.reject(new Error('gone')) }
  const attempt = inTransaction(runs.database.engine, tx => wakeDue(tx, broken, 10))
  await expect(attempt).rejects.toThrow('gone')
  expect(await runs.run(id)).toMatchObject({ status: 'waiting', sequence: 1 })
  expect(await wake()).toHaveLength(1)
})

test('a waiting run that is cancelled is never woken, and leaves no step open', async () => {
  const [id] = (await waiting(3_600)) as [string]
  const workflowId = ((await runs.run(id)) as { workflow_id: string }).workflow_id
  const asTenant = <T>(work: Parameters<typeof inTenant<T>>[2]) =>
    inTenant(runs.database, runs.organisationId, work)
  const cancelled = await asTenant(tx => cancelRun(tx, runs.organisationId, { workflowId, runId: id }))
  expect(cancelled).toMatchObject({ kind: 'cancelled', run: { status: 'cancelled', resumes_at: null } })
  await runs.query(`UPDATE runs SET resumes_at = NULL WHERE id = $1`, [id])
  expect(await wake()).toEqual([])
  expect(await asTenant(tx => listSteps(tx, runs.organisationId, id))).toMatchObject([
    { node_id: 'pause', status: 'skipped', detail: { reason: 'cancelled' } },
  ])
  const again = await asTenant(tx => cancelRun(tx, runs.organisationId, { workflowId, runId: id }))
  expect(again).toMatchObject({ kind: 'finished' })
})

test('a run that is cancelled after it was woken does not continue', async () => {
  const [id] = (await waiting(3_600)) as [string]
  await pass(id)
  const jobs = await wake()
  const workflowId = ((await runs.run(id)) as { workflow_id: string }).workflow_id
  await inTenant(runs.database, runs.organisationId, tx =>
    cancelRun(tx, runs.organisationId, { workflowId, runId: id }),
  )
  expect(await runs.advance(jobs)).toEqual([])
  expect(await runs.run(id)).toMatchObject({ status: 'cancelled' })
})
