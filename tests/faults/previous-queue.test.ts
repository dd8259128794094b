import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '../../server/src/db/database.ts'
import type { AdvanceJob } from '../../server/src/runs/advance-job.ts'
import { examine } from '../support/examine.ts'
import { type Ground, openGround } from '../support/ground.ts'
import { eventually } from '../support/millrace.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { killProcesses, startProcess } from '../support/processes.ts'
import { openSender, startRuns } from '../support/start-runs.ts'
import { untilFinished } from '../support/takeover.ts'
import { withAdmin } from '../support/test-server.ts'

let database: TestDatabase
let ground: Ground
let boss: PgBoss

/** The queues of the previous release, as its own migration made them. */
beforeAll(async () => {
  database = await createTestDatabase()
  ground = await openGround(database)
  await withAdmin(database.connection, client =>
    client.query('CREATE SCHEMA pgboss AUTHORIZATION millrace_engine'),
  )
  boss = new PgBoss({
    ...(settings(database.connection, 'millrace_engine', 'previous release') as object),
    schema: 'pgboss',
    createSchema: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  const options = { partition: true, notify: true, heartbeatSeconds: 10, retryLimit: 2_000_000_000 }
  for (const name of ['advance', 'advance_slowly']) await boss.createQueue(name, options)
})
afterAll(async () => {
  killProcesses()
  await boss.stop({ graceful: false })
  await ground.close()
})

/** Runs whose jobs are where the previous release put them. */
async function startOldRuns(name: string, count: number): Promise<void> {
  const sender = openSender(database)
  await startRuns(ground, sender, count)
  await sender.stop({ drainMs: 0 })
  const { rows } = await ground.engine.query<{ organisation_id: string; data: AdvanceJob }>(
    'DELETE FROM jobs RETURNING organisation_id, data',
  )
  await boss.insert(
    name,
    rows.map(({ organisation_id, data }) => ({ data: { organisation_id, runs: data } })),
  )
}

const oldJobs = async () =>
  (await ground.engine.query('SELECT state FROM pgboss.job ORDER BY 1')).rows.map(row => row.state)

test('jobs of the previous release continue: those that wait, that come later, and that a dead worker had', {
  timeout: 90_000,
}, async () => {
  await startOldRuns('advance', 15)
  await startOldRuns('advance_slowly', 5)
  // Two that a worker of that release has taken; it does not live to say anything of them.
  await boss.fetch('advance', { batchSize: 2 })
  expect(await oldJobs()).toEqual(['created', 'active', 'active'])
  const worker = await startProcess({ databaseUrl: database.url, roles: ['worker'] })
  await eventually(oldJobs, states => states.length === 2)
  await startOldRuns('advance', 3)
  await eventually(oldJobs, states => states.join() === 'active,active', 20_000)
  await untilFinished(ground)
  expect(await oldJobs()).toEqual([])
  expect((await examine(ground, [])).faults).toEqual([])
  await worker.stop()
})
