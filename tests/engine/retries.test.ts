import type { NodeOf } from '@millrace/contract/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { retryRun } from '../../server/src/runs/commands/retry-run.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { end, points, wait, waitFor, webhook, workflow } from './nodes.ts'
import { delivered, openStage, passing, refused, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(await createTestDatabase())
})
afterAll(() => stage.close())

const calling = (source: string) =>
  workflow(source, [
    points('before', 'call', 10),
    webhook('call', 'https://receiver.example/hook', 'after'),
    points('after', 'end', 5),
    end,
  ])

async function failing(source: string, guests = 1) {
  const workflowId = await stage.publish(calling(source))
  const runs: { runId: string; guestId: string }[] = []
  for (let n = 0; n < guests; n++) {
    const guestId = await stage.guest()
    const [runId] = (await stage.event(guestId, { source })) as [string]
    runs.push({ runId, guestId })
  }
  await stage.work()
  expect(await stage.deliver('webhook', refused)).toBe(guests)
  await stage.work()
  return { workflowId, runs, ...(runs[0] as { runId: string; guestId: string }) }
}

test('a failed run continues from the step that failed, and repeats nothing', async () => {
  const { runId, guestId, workflowId } = await failing('fix')
  const failed = await stage.run(runId)
  expect(failed).toMatchObject({
    status: 'failed',
    current_node_id: 'call',
    error: { code: 'http_404', message: 'No.', node_id: 'call' },
  })
  expect(failed.finished_at).not.toBeNull()
  const [message] = await stage.query<{ id: string }>('SELECT id FROM messages WHERE run_id = $1', [runId])

  const retried = await stage.asTenant(tx =>
    retryRun(tx, stage.queue, stage.organisationId, { workflowId, runId }),
  )
  expect(retried).toMatchObject({
    kind: 'retried',
    run: { status: 'running', error: null, finished_at: null },
  })
  await stage.work()
  expect(await stage.deliver('webhook', delivered)).toBe(1)
  await stage.work()

  expect(await stage.run(runId)).toMatchObject({ status: 'completed', outcome: 'success', error: null })
  expect(await stage.path(runId)).toEqual(['before', 'call', 'after', 'end'])
  expect((await stage.stepsOf(runId)).map(({ attempt }) => attempt)).toEqual([1, 2, 1, 1])
  expect((await stage.stepsOf(runId))[1]?.detail).not.toHaveProperty('message')
  expect(await stage.points(guestId)).toBe(15)
  // The same id for the receiver, and both attempts are stored.
  expect(await stage.query('SELECT id, status, attempt FROM messages WHERE run_id = $1', [runId])).toEqual([
    { id: message?.id, status: 'sent', attempt: 2 },
  ])
  expect(
    await stage.query('SELECT attempt, outcome FROM message_attempts WHERE message_id = $1 ORDER BY 1', [
      message?.id,
    ]),
  ).toEqual([
    { attempt: 1, outcome: 'refused' },
    { attempt: 2, outcome: 'delivered' },
  ])
})

test('a retry that fails again says so again, and its message had all its attempts', async () => {
  const { runId } = await failing('again')
  const rounds = []
  for (let round = 0; round < 2; round++) {
    await stage.retry(runId)
    await stage.work()
    let tried = 0
    for (;;) {
      await stage.query(`UPDATE messages SET due_at = now() WHERE run_id = $1 AND status = 'pending'`, [
        runId,
      ])
      if ((await stage.deliver('webhook', passing)) === 0) break
      tried++
    }
    await stage.work()
    expect(await stage.run(runId)).toMatchObject({ status: 'failed', error: { code: 'http_503' } })
    rounds.push(tried)
  }
  // A round of a webhook is eight attempts; the first round had lost one to the refusal.
  expect(rounds).toEqual([7, 8])
  expect((await stage.stepsOf(runId)).at(-1)?.attempt).toBe(3)
})

test('only a failed run is tried again, once by two who ask together, and only under its own workflow', async () => {
  const { runId } = await failing('once')
  const { workflowId } = await failing('other')
  const ask = (workflow?: string) =>
    stage.asTenant(tx => retryRun(tx, stage.queue, stage.organisationId, { workflowId: workflow, runId }))
  expect(await ask(workflowId)).toEqual({ kind: 'not_found' })
  const kinds = (await Promise.all([ask(), ask()])).map(({ kind }) => kind)
  expect(kinds.sort()).toEqual(['not_failed', 'retried'])
  expect(await stage.workOnce()).toBe(1)
  expect((await ask()).kind).toBe('not_failed')
  await stage.deliver('webhook', delivered)
})

test('a wait that could not begin begins when it is tried again, and is not skipped', async () => {
  await stage.publish(
    workflow('shut', [{ id: 'open', type: 'wait', until: { open: true }, next: 'end' }, end]),
  )
  const closed = JSON.stringify({ weekly: {} })
  await stage.query(
    `INSERT INTO venues (organisation_id, serial, name, time_zone, opening_hours) VALUES ($1, 'SHUT', 'Shut', 'UTC', $2)`,
    [stage.organisationId, closed],
  )
  const guestId = await stage.guest()
  const [runId] = (await stage.event(guestId, { source: 'shut', serials: ['SHUT'] })) as [string]
  await stage.work()
  expect(await stage.run(runId)).toMatchObject({ status: 'failed', error: { code: 'never_open' } })
  await stage.retry(runId)
  await stage.work()
  expect(await stage.run(runId)).toMatchObject({ status: 'failed', error: { code: 'never_open' } })
})

test('what woke a run whose walk was undone is still known when it is tried again', async () => {
  const poison = (id: string, next: string): NodeOf<'update_guest'> => ({
    id,
    type: 'update_guest',
    changes: [{ field: 'attributes.poison', value: '{{ event.parameters.poison }}' }],
    next,
  })
  await stage.publish(
    workflow('undone', [
      webhook('call', 'https://receiver.example/hook', 'store'),
      poison('store', 'listen'),
      waitFor('listen', { visit: 'came' }, 'late'),
      points('came', 'give', 10),
      points('late', 'give', 1),
      poison('give', 'end'),
      end,
    ]),
  )
  // A table that refuses stands for data that PostgreSQL refuses.
  const refuse = () =>
    stage.query(
      `ALTER TABLE millrace.guests ADD CONSTRAINT poison CHECK (NOT attributes ? 'poison') NOT VALID`,
    )
  const allow = () => stage.query('ALTER TABLE millrace.guests DROP CONSTRAINT poison')
  const guestId = await stage.guest()
  const [runId] = (await stage.event(guestId, { source: 'undone', parameters: { poison: 'x' } })) as [string]
  await stage.work()

  await refuse()
  await stage.deliver('webhook', delivered)
  await stage.work()
  expect(await stage.run(runId)).toMatchObject({
    status: 'failed',
    error: { code: 'not_storable', node_id: 'call' },
  })
  expect(await stage.path(runId)).toEqual(['call failed'])
  await allow()
  await stage.retry(runId)
  await stage.work()
  expect(await stage.path(runId)).toEqual(['call', 'store', 'listen waiting'])
  expect(await stage.claim('webhook')).toEqual([])

  await refuse()
  await stage.query(`UPDATE guests SET attributes = '{}' WHERE id = $1`, [guestId])
  await stage.event(guestId, { source: 'visit' })
  await stage.work()
  expect((await stage.run(runId)).status).toBe('failed')
  await allow()
  await stage.retry(runId)
  await stage.work()
  expect(await stage.path(runId)).toEqual(['call', 'store', 'listen', 'came', 'give', 'end'])
  expect(await stage.points(guestId)).toBe(10)
})

test('a run that failed before its first step begins at the start', async () => {
  const workflowId = await stage.publish(workflow('new', [wait('pause', 'give'), points('give'), end]))
  const runId = await stage.force(workflowId, await stage.guest())
  await stage.query(`UPDATE runs SET workflow_version = 99 WHERE id = $1`, [runId])
  await stage.work()
  expect(await stage.run(runId)).toMatchObject({ status: 'failed', error: { code: 'workflow_unreadable' } })
  await stage.query(`UPDATE runs SET workflow_version = 1 WHERE id = $1`, [runId])
  expect(await stage.retry(runId)).toMatchObject({ kind: 'retried', run: { status: 'queued' } })
  await stage.work()
  expect(await stage.path(runId)).toEqual(['pause waiting'])
})
