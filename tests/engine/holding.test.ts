import type { RunStatus } from '@millrace/contract/run'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listRuns } from '../../server/src/runs/read/list-runs.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { end, mail, points, reachable, wait, waitFor, webhook, workflow } from './nodes.ts'
import { delivered, openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(await createTestDatabase())
})
afterAll(() => stage.close())

const listed = async (workflowId: string, status: RunStatus | undefined) =>
  (
    await stage.asTenant(tx =>
      listRuns(tx, stage.organisationId, { workflowId, statuses: status && [status], limit: 10 }),
    )
  ).map(run => run.id)

test('while a workflow is paused its runs show as paused, wherever they stand', async () => {
  const workflowId = await stage.publish(workflow('pausing', [wait('pause', 'give'), points('give'), end]))
  const guestId = await stage.guest()
  const [waiting] = (await stage.event(guestId, { source: 'pausing' })) as [string]
  await stage.work()
  const [queued] = (await stage.event(guestId, { source: 'pausing' })) as [string]
  const done = await stage.force(workflowId, guestId)
  await stage.cancel(workflowId, done)
  await stage.status(workflowId, { status: 'paused' })

  const inside = [queued, waiting]
  for (const id of inside) expect((await stage.run(id)).status).toBe('paused')
  expect((await stage.run(done)).status).toBe('cancelled')
  expect(await listed(workflowId, 'paused')).toEqual(inside)
  expect(await listed(workflowId, 'waiting')).toEqual([])
  expect(await listed(workflowId, 'cancelled')).toEqual([done])
  expect(await listed(workflowId, undefined)).toEqual([done, ...inside])
  expect((await stage.events([{ guestId, source: 'pausing' }]))[0]?.skipped).toEqual(['workflow_paused'])

  await stage.status(workflowId, { status: 'active' })
  expect((await stage.run(queued)).status).toBe('queued')
  expect(await listed(workflowId, 'waiting')).toEqual([waiting])
})

test('a held run continues where it stood, with what came meanwhile: time, an event, word of a message, nothing', async () => {
  const workflowId = await stage.publish(
    workflow('holding', [
      points('first', 'call', 100),
      webhook('call', 'https://receiver.example/hook', 'listen'),
      waitFor('listen', { visit: 'came' }, 'late'),
      points('came', 'end', 10),
      points('late', 'end', 1),
      end,
    ]),
  )
  const begin = async () => {
    const guestId = await stage.guest()
    const [runId] = (await stage.event(guestId, { source: 'holding' })) as [string]
    return { guestId, runId }
  }
  const called = await begin()
  const timed = await begin()
  const visited = await begin()
  await stage.work()
  await stage.deliver('webhook', delivered)
  await stage.work()
  // One more waits for its message, and one has not started.
  const answering = await begin()
  await stage.work()
  const unbegun = await begin()
  await stage.status(workflowId, { status: 'paused' })

  await stage.pass(timed.runId)
  await stage.wake()
  await stage.event(visited.guestId, { source: 'visit' })
  await stage.deliver('webhook', delivered)
  await stage.work()
  // An event after the timeout is too late for that wait, also while the run is held.
  await stage.event(timed.guestId, { source: 'visit' })
  await stage.work()
  expect(await stage.resume()).toBe(0)
  const all = [called, timed, visited, answering, unbegun]
  for (const { runId } of all) expect((await stage.run(runId)).status).toBe('paused')
  expect(await stage.points(unbegun.guestId)).toBe(0)

  await stage.status(workflowId, { status: 'active' })
  expect(await stage.resume()).toBe(4)
  await stage.work()
  expect(await stage.path(called.runId)).toEqual(['first', 'call', 'listen waiting'])
  expect(await stage.path(timed.runId)).toEqual(['first', 'call', 'listen', 'late', 'end'])
  expect(await stage.path(visited.runId)).toEqual(['first', 'call', 'listen', 'came', 'end'])
  expect(await stage.path(answering.runId)).toEqual(['first', 'call', 'listen waiting'])
  expect(await stage.path(unbegun.runId)).toEqual(['first', 'call waiting'])
  expect(await stage.resume()).toBe(0)
  await stage.deliver('webhook', delivered)
})

test('a run finishes on the version that it began with', async () => {
  const versions = (amount: number) =>
    workflow('versions', [wait('pause', 'give'), points('give', 'end', amount), end])
  const workflowId = await stage.publish(versions(1))
  const guestId = await stage.guest()
  const [old] = (await stage.event(guestId, { source: 'versions' })) as [string]
  await stage.work()
  await stage.publish(versions(10), workflowId)
  const [young] = (await stage.event(guestId, { source: 'versions' })) as [string]
  await stage.work()
  for (const id of [old, young]) await stage.pass(id)
  await stage.wake()
  await stage.work()
  expect([(await stage.run(old)).workflow_version, (await stage.run(young)).workflow_version]).toEqual([1, 2])
  expect(await stage.points(guestId)).toBe(11)
})

test('a cancelled run has nothing left: no wait, no watch, no message, no job', async () => {
  await stage.settings({
    email: {
      from_name: 'Rialto',
      from_address: 'hello@rialto.example',
      smtp: { host: 'mail.example.com', port: 25, security: 'none' },
    },
  })
  const workflowId = await stage.publish(
    workflow('cancelling', [
      waitFor('listen', { visit: 'write' }),
      mail('write', 'give'),
      points('give'),
      end,
    ]),
  )
  const guestId = await stage.guest(reachable)
  const [listening] = (await stage.event(guestId, { source: 'cancelling' })) as [string]
  await stage.work()
  await stage.cancel(workflowId, listening)
  expect(await stage.query('SELECT FROM watches WHERE run_id = $1', [listening])).toEqual([])
  expect(await stage.path(listening)).toEqual(['listen skipped: cancelled'])

  const [writing] = (await stage.event(guestId, { source: 'cancelling' })) as [string]
  await stage.work()
  await stage.event(guestId, { source: 'visit' })
  await stage.work()
  expect(await stage.path(writing)).toEqual(['listen', 'write waiting'])
  expect(await stage.cancel(workflowId, writing)).toMatchObject({
    kind: 'cancelled',
    run: { status: 'cancelled', waiting_for: null },
  })
  expect(await stage.claim('email')).toEqual([])
  expect(
    await stage.query('SELECT status, settled_at IS NOT NULL AS settled FROM messages WHERE run_id = $1', [
      writing,
    ]),
  ).toEqual([{ status: 'cancelled', settled: true }])
  expect((await stage.cancel(workflowId, writing)).kind).toBe('finished')

  const [queued] = (await stage.event(guestId, { source: 'cancelling' })) as [string]
  await stage.cancel(workflowId, queued)
  await stage.work()
  expect(await stage.path(queued)).toEqual([])
  await stage.settings({})
})

test('guests inside who are to end do, and those who come after do not, though the version is the same', async () => {
  const workflowId = await stage.publish(workflow('ending', [wait('pause', 'give'), points('give'), end]))
  const guestId = await stage.guest()
  const [waiting] = (await stage.event(guestId, { source: 'ending' })) as [string]
  await stage.work()
  const [queued] = (await stage.event(guestId, { source: 'ending' })) as [string]
  await stage.status(workflowId, { status: 'paused', inside: 'end' })
  await stage.status(workflowId, { status: 'active' })
  const [after] = (await stage.event(guestId, { source: 'ending' })) as [string]
  // The worker reaches the jobs before it reaches the ending.
  await stage.work()
  expect((await stage.run(queued)).status).toBe('cancelled')
  expect(await stage.path(after)).toEqual(['pause waiting'])
  await stage.end()
  expect(await stage.statuses([waiting, queued, after])).toEqual(['cancelled', 'cancelled', 'waiting'])
  expect((await stage.run(waiting)).outcome_reason).toContain('the guests inside were ended')
  expect(await stage.query('SELECT FROM run_endings')).toEqual([])
})
