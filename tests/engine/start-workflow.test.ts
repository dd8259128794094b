import type { NodeOf } from '@millrace/contract/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../support/postgres.ts'
import { end, points, wait, workflow } from './nodes.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(await createTestDatabase())
})
afterAll(() => stage.close())

const start = (
  target: string,
  next = 'end',
  parameters?: NodeOf<'start_workflow'>['parameters'],
): NodeOf<'start_workflow'> => ({
  id: 'hand',
  type: 'start_workflow',
  workflow: target,
  ...(parameters === undefined ? {} : { parameters }),
  next,
})

let sources = 0
const source = () => `source ${sources++}`

const startedBy = (runId: string) =>
  stage.query<{ id: string; chain: number; trigger: string; input: object; bypassed: string[] }>(
    'SELECT id, chain, trigger, input, bypassed FROM runs WHERE started_by_run = $1',
    [runId],
  )

test('the guest is handed to another workflow with values for its parameters, and the run continues', async () => {
  const target = await stage.publish(
    workflow(
      source(),
      [{ ...points('give'), points: { field: 'event.parameters.spend', times: 2, round: 'down' } }, end],
      { when: { field: 'event.parameters.never', operator: 'exists' } },
    ),
  )
  const from = source()
  await stage.publish(
    workflow(from, [
      start(target, 'own', [
        { key: 'spend', value: { number: { field: 'event.parameters.spend', plus: 1 } } },
        { key: 'booking_id', value: { field: 'started_by.parameters.booking_id' } },
        { key: 'said', value: 'Hello {{ guest.name }}' },
        { key: 'vip', value: true },
        { key: 'gone', value: { field: 'event.parameters.nothing' } },
      ]),
      points('own', 'end', 100),
      end,
    ]),
  )
  const guestId = await stage.guest({ name: 'Ada' })
  const [runId] = (await stage.event(guestId, {
    source: from,
    serials: ['KEW'],
    parameters: { spend: 20.5, booking_id: 17 },
  })) as [string]
  await stage.work()
  expect(await stage.path(runId)).toEqual(['hand', 'own', 'end'])
  const [child, ...more] = await startedBy(runId)
  expect(more).toEqual([])
  expect(child).toMatchObject({
    chain: 1,
    trigger: 'workflow',
    bypassed: ['trigger_conditions', 'source', 'venue_targeting', 're_entry_limit'],
    input: {
      source: null,
      serials: ['KEW'],
      parameters: { spend: 21.5, booking_id: 17, said: 'Hello Ada', vip: true },
    },
  })
  expect(await stage.path(child?.id as string)).toEqual(['give', 'end'])
  expect(await stage.points(guestId)).toBe(143)
  const [step] = await stage.stepsOf(runId)
  expect(step?.detail).toMatchObject({ workflow_id: target, run_id: child?.id })
})

test('a workflow that is not active is not started: the step says so, and the run continues', async () => {
  const target = await stage.publish(workflow(source(), [points('give'), end]))
  const from = source()
  await stage.publish(workflow(from, [start(target), end]))
  await stage.status(target, { status: 'paused' })
  const [runId] = (await stage.event(await stage.guest(), { source: from })) as [string]
  await stage.work()
  expect(await stage.path(runId)).toEqual(['hand skipped: workflow_not_active', 'end'])
  expect(await startedBy(runId)).toEqual([])
})

test('a chain of starts is at most ten long', async () => {
  let target = await stage.publish(workflow(source(), [points('give'), end]))
  const chain = [target]
  for (let length = 0; length < 11; length++) {
    target = await stage.publish(workflow(length === 10 ? 'chain' : source(), [start(target), end]))
    chain.unshift(target)
  }
  const guestId = await stage.guest()
  await stage.event(guestId, { source: 'chain' })
  await stage.work()
  const runs = await stage.query<{ chain: number; status: string; code: string | null }>(
    `SELECT coalesce(chain, 0) AS chain, status, error->>'code' AS code FROM runs WHERE guest_id = $1 ORDER BY 1`,
    [guestId],
  )
  expect(runs.map(({ chain }) => chain)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(runs.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill('completed'))
  expect(runs.at(-1)).toMatchObject({ status: 'failed', code: 'chain_too_long' })
  expect(await stage.points(guestId)).toBe(0)
})

test('a workflow that would start itself through others cannot be published, and the fault names the way', async () => {
  const first = await stage.publish(workflow(source(), [end]))
  const second = await stage.publish(workflow(source(), [start(first), end]))
  const third = await stage.publish(workflow(source(), [start(second), end]))
  await expect(stage.publish(workflow(source(), [start(third), end]), first)).rejects.toThrow(
    'The workflow would start itself: "Test" → "Test" → "Test" → "Test".',
  )
  await expect(stage.publish(workflow(source(), [start(second), end]), second)).rejects.toThrow(
    'The workflow would start itself: "Test" → "Test".',
  )
  // Archived, it starts nothing.
  await stage.status(third, { status: 'cancelled' })
  await expect(stage.publish(workflow(source(), [start(third), end]), first)).rejects.toThrow(
    '"Test" is archived, and cannot be started.',
  )
  const nobody = '0192d3f8-0000-7000-8000-000000000002'
  await expect(stage.publish(workflow(source(), [start(nobody), end]))).rejects.toThrow(
    `There is no workflow ${nobody}.`,
  )
})

test('two that are published at once cannot start each other', async () => {
  const one = await stage.publish(workflow(source(), [end]))
  const other = await stage.publish(workflow(source(), [end]))
  const published = await Promise.allSettled([
    stage.publish(workflow(source(), [start(other), end]), one),
    stage.publish(workflow(source(), [start(one), end]), other),
  ])
  expect(published.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a worker that dies after everything but the commit leaves no started run, and the next starts one', async () => {
  const target = await stage.publish(workflow(source(), [points('give'), end]))
  const from = source()
  await stage.publish(workflow(from, [start(target, 'pause'), wait('pause'), end]))
  const guestId = await stage.guest()
  const [runId] = (await stage.event(guestId, { source: from })) as [string]
  const gone = new Error('the power is gone')
  for (let deaths = 0; deaths < 3; deaths++) {
    await expect(stage.workOnce(100, { done: () => Promise.reject(gone) })).rejects.toBe(gone)
    expect(await startedBy(runId)).toEqual([])
  }
  await stage.work()
  expect(await startedBy(runId)).toHaveLength(1)
  expect(await stage.points(guestId)).toBe(1)
})
