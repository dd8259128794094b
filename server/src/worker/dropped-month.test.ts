import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idAt } from '#base/id-at.ts'
import { inTransaction } from '#db/database.ts'
import type { RunToAdvance } from '#runs/advance-job.ts'
import { openRuns, rememberingQueue } from '#runs/runs.fixture.ts'
import { wakeDue } from '#runs/waits/wake-due.ts'
import { createTestDatabase } from '../../../tests/support/postgres.ts'
import { dropMonthsOfRuns, dropMonthsOfSteps } from './drop-old-months.ts'

let runs: Awaited<ReturnType<typeof openRuns>>
beforeAll(async () => {
  runs = await openRuns(await createTestDatabase())
})
afterAll(() => runs.close())

const waits: WorkflowDefinition = {
  trigger: { source: null },
  start: 'pause',
  nodes: [
    { id: 'pause', type: 'wait', until: { after: { amount: 1, unit: 'hours' } }, next: 'give' },
    { id: 'give', type: 'award_points', points: 10, next: 'done' },
    { id: 'done', type: 'end', outcome: 'success' },
  ],
}

const month = (table: string) =>
  runs.query(
    `DO $$ BEGIN
       EXECUTE format('CREATE TABLE ${table}_2020_05 PARTITION OF ${table} FOR VALUES FROM (%L) TO (%L)',
         uuid_floor('2020-05-01T00:00:00Z'), uuid_floor('2020-06-01T00:00:00Z'));
     END $$`,
  )

test('a run whose month was dropped while it waited continues, with all of its steps', async () => {
  await month('runs')
  await month('steps')
  const id = idAt(new Date('2020-05-05T12:00:00Z'))
  const [job] = (await runs.start(await runs.publish(waits), [await runs.guest()], { id })) as [RunToAdvance]
  await runs.advance([job])
  const places = async () =>
    (
      await runs.query<{ place: string }>(
        `SELECT tableoid::regclass::text AS place FROM runs WHERE id = $1
         UNION ALL SELECT tableoid::regclass::text FROM steps WHERE run_id = $1`,
        [id],
      )
    ).map(({ place }) => place)
  expect(await places()).toEqual(['runs_2020_05', 'steps_2020_05'])

  await dropMonthsOfRuns(runs.database.engine, async () => new Date())
  await dropMonthsOfSteps(runs.database.engine, new Date())
  expect(await places()).toEqual(['runs_default', 'steps_default'])

  await runs.query('UPDATE runs SET resumes_at = now() WHERE id = $1', [id])
  const queue = rememberingQueue()
  await inTransaction(runs.database.engine, tx => wakeDue(tx, queue, 10))
  await runs.advance(queue.jobs)
  expect(await runs.run(id)).toMatchObject({ status: 'completed', outcome: 'success' })
  expect(await runs.steps(id)).toHaveLength(3)
})
