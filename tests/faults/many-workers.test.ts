import { afterAll, describe, expect, test } from 'vitest'
import { programOf } from '../support/bundled-programs.ts'
import { examine } from '../support/examine.ts'
import { type Ground, openGround } from '../support/ground.ts'
import { ingest } from '../support/ingest.ts'
import { eventually } from '../support/millrace.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses, startProcess } from '../support/processes.ts'
import { record, untilFinished } from '../support/takeover.ts'
import { trials } from '../support/trials.ts'

const RUNS = trials(1_200, 3_000)
const CARELESS = programOf('careless')

afterAll(killProcesses)

/** A backlog in which every job is there twice. */
async function fill(ground: Ground, count: number) {
  const front = await startProcess({ databaseUrl: ground.databaseUrl, roles: ['api'] })
  const { acknowledged } = await ingest(ground, { url: front.url, count, concurrency: 50 })
  await front.stop()
  await ground.engine.query(
    'INSERT INTO jobs (organisation_id, lane, data) SELECT organisation_id, lane, data FROM jobs',
  )
  return acknowledged
}

/** Nobody gets at the jobs before all are there to take them. */
async function holdJobs({ engine }: Ground): Promise<() => Promise<void>> {
  const client = await engine.connect()
  await client.query('BEGIN')
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
  await client.query('SELECT FROM jobs FOR UPDATE')
  return async () => {
    await client.query('COMMIT')
    client.release()
  }
}

async function runsAdvanced(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^millrace_runs_advanced_total (\d+)/m.exec(text)?.[1] ?? 0)
}

describe('a backlog in which every job is there twice', () => {
  test('is worked off by four processes, each run exactly once', async () => {
    const ground = await openGround(await createTestDatabase(), { guests: 300 })
    const acknowledged = await fill(ground, RUNS)
    expect(acknowledged).toHaveLength(RUNS)
    const release = await holdJobs(ground)
    const workers = await Promise.all(
      Array.from({ length: 4 }, () => startProcess({ databaseUrl: ground.databaseUrl })),
    )
    const { rowCount: jobs } = await ground.engine.query('SELECT FROM jobs')
    await release()
    // Wakes all of them at the same time, where their own look would come within half a second.
    acknowledged.push(...(await ingest(ground, { url: workers[0]?.url as string, count: 1 })).acknowledged)
    await untilFinished(ground)
    // The second jobs come last, and find nothing to do: the runs are finished before they are.
    await eventually(
      async () => (await ground.engine.query('SELECT FROM jobs')).rowCount,
      left => left === 0,
    )
    const shares = await Promise.all(workers.map(worker => runsAdvanced(worker.url)))
    await Promise.all(workers.map(worker => worker.stop()))
    const { runs, faults } = await examine(ground, acknowledged)
    expect(faults).toEqual([])
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(RUNS + 1)
    expect(shares.filter(share => share > 0).length).toBeGreaterThan(1)
    record(
      `${runs} runs, each in two of ${jobs} jobs, taken by the processes as ${shares.join(' + ')}; 0 repeated`,
    )
    await ground.close()
  })

  test('is seen to be repeated by workers that do not ask where the run is', async () => {
    const ground = await openGround(await createTestDatabase())
    const acknowledged = await fill(ground, 100)
    const workers = await Promise.all(
      [1, 2].map(() => startProcess({ databaseUrl: ground.databaseUrl, program: [CARELESS] })),
    )
    await untilFinished(ground)
    await Promise.all(workers.map(worker => worker.kill()))
    const { faults } = await examine(ground, acknowledged)
    expect(faults.join('\n')).toContain('the points of a guest are not those of their runs')
    await ground.close()
  })
})
