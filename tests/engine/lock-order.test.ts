import { afterAll, beforeAll, expect, test } from 'vitest'
import { settle } from '../../server/src/deliveries/settle.ts'
import { acceptBatch } from '../../server/src/events/accept-batch.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { untilBlocked } from '../support/until-blocked.ts'
import { end, points, wait, webhook, workflow } from './nodes.ts'
import { pause, pausingAfter, pausingBefore } from './pausing.ts'
import { delivered, openStage, type Stage } from './stage.ts'

let stage: Stage
let testDatabase: TestDatabase
let calling: string
let leaving: string
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  stage = await openStage(testDatabase, 6)
  calling = await stage.publish(workflow('call', [webhook('call', 'https://receiver.example/hook'), end]))
  leaving = await stage.publish(
    workflow('leaving', [wait('pause', 'give'), points('give', 'again'), wait('again'), end], {
      exits: [{ on: 'event', source: 'leave' }],
    }),
  )
})
afterAll(() => stage.close())

async function recordWhileCancelled(mistake: (text: string) => string = text => text) {
  const runId = await stage.force(calling, await stage.guest())
  await stage.work()
  const [message] = await stage.claim('webhook')
  const held = pause()
  const recording = stage.write(tx => {
    const mistaken = { query: ((text, values) => tx.query(mistake(text), values)) as typeof tx.query }
    return settle(
      pausingAfter(mistaken, 'UPDATE messages', held),
      stage.queue,
      message as never,
      { outcome: delivered },
      0.5,
    )
  })
  await held.reached
  const cancelling = stage.cancel(calling, runId)
  await untilBlocked(testDatabase.url)
  held.release()
  const [recorded, cancelled] = await Promise.allSettled([recording, cancelling])
  return { runId, statuses: [recorded.status, cancelled.status] }
}

test('who records a delivery and who cancels its run wait for each other in turn', async () => {
  const { runId, statuses } = await recordWhileCancelled()
  expect(statuses).toEqual(['fulfilled', 'fulfilled'])
  expect((await stage.run(runId)).status).toBe('cancelled')
  expect(await stage.query('SELECT status FROM messages WHERE run_id = $1', [runId])).toEqual([
    { status: 'sent' },
  ])
})

test('who had the message first and the run after would end in a deadlock: the control', async () => {
  const { statuses } = await recordWhileCancelled(text => text.replace(' FOR NO KEY UPDATE', ''))
  expect(statuses.toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('an event that ends a run and a worker that takes it further wait for each other in turn', async () => {
  const guestId = await stage.guest()
  const runId = await stage.force(leaving, guestId)
  await stage.work()
  await stage.pass(runId)
  await stage.wake()
  const held = pause()
  const database = { tenant: pausingBefore(stage.database.tenant, `outcome = 'exited'`, held) }
  const { organisationId } = stage
  const ending = acceptBatch({ ...stage, database }, organisationId, [
    {
      organisationId,
      keyId: null,
      guestId,
      event: { source: 'leave', serials: [], parameters: {} },
      warnings: [],
    },
  ])
  await held.reached
  const working = stage.workOnce()
  await untilBlocked(testDatabase.url)
  held.release()
  await Promise.all([ending, working])
  expect(await stage.run(runId)).toMatchObject({ status: 'completed', outcome: 'exited' })
  expect(await stage.points(guestId)).toBe(0)
  expect(await stage.path(runId)).toEqual(['pause skipped: exited'])
})
