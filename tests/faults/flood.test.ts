import { afterAll, expect, test } from 'vitest'
import { type Ground, openGround } from '../support/ground.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses, startProcess } from '../support/processes.ts'
import { openSender, startRuns } from '../support/start-runs.ts'
import { untilFinished } from '../support/takeover.ts'

const FLOOD = 4_000

afterAll(killProcesses)

/** A flood of one organisation, and then one run of another's: how many of the flood's runs end after that one? */
async function overtaken(beforeWork: (ground: Ground) => Promise<unknown>): Promise<number> {
  const database = await createTestDatabase()
  const flooding = await openGround(database, { guests: 300 })
  const other = await openGround({ ...database, drop: async () => {} })
  const queue = openSender(database)
  await startRuns(flooding, queue, FLOOD)
  await startRuns(other, queue, 1)
  await queue.stop({ drainMs: 0 })
  await beforeWork(flooding)
  const worker = await startProcess({ databaseUrl: database.url, roles: ['worker'] })
  await Promise.all([untilFinished(flooding), untilFinished(other)])
  await worker.stop()
  const { rows } = await flooding.engine.query<{ later: number }>(
    `SELECT count(*) AS later FROM runs flood, runs other
     WHERE flood.organisation_id = $1 AND other.organisation_id = $2 AND flood.finished_at > other.finished_at`,
    [flooding.organisationId, other.organisationId],
  )
  await other.close()
  await flooding.close()
  return (rows[0] as { later: number }).later
}

test('another organisation’s run does not wait for a flood that came before it', async () => {
  expect(await overtaken(async () => {})).toBeGreaterThan(FLOOD / 3)
})

test('in one queue it would: the control', async () => {
  const inOneQueue = ({ engine }: Ground) => engine.query(`UPDATE jobs SET lane = 'fast'`)
  // A batch is a thousand runs at most, and one more may be under way beside that which has the run.
  expect(await overtaken(inOneQueue)).toBeLessThan(FLOOD / 3)
})
