import { run } from 'graphile-worker'
import pg from 'pg'
import type { Connection } from '../../support/test-server.ts'

/** graphile-worker doing nothing, from a backlog, with the local queue that its documentation recommends for speed. */
export async function graphileJobs(connection: Connection, backlog: number): Promise<number> {
  const pool = new pg.Pool({ ...connection, max: 12 })
  pool.on('error', nothing)
  pool.on('connect', client => client.on('error', nothing))
  let left = backlog
  const done = Promise.withResolvers<void>()
  const options = {
    pgPool: pool,
    concurrency: 100,
    noHandleSignals: true,
    logger: silent,
    preset: { worker: { localQueue: { size: 500 }, completeJobBatchDelay: 0 } },
  }
  const taskList = {
    async nothing() {
      left -= 1
      if (left === 0) done.resolve()
    },
  }
  // Its migrations first; then the jobs, so that the clock runs for the work alone.
  const installing = await run({ ...options, taskList: {} } as never)
  await installing.stop()
  await pool.query(
    `SELECT graphile_worker.add_jobs(array_agg(json_populate_record(null::graphile_worker.job_spec,
       json_build_object('identifier', 'nothing', 'payload', json_build_object('n', n)))))
     FROM generate_series(1, $1) n`,
    [backlog],
  )
  await pool.query('ANALYZE')
  const began = performance.now()
  const runner = await run({ ...options, taskList } as never)
  await done.promise
  const perSecond = backlog / ((performance.now() - began) / 1000)
  await runner.stop()
  await pool.end()
  return perSecond
}

const nothing = () => {}
const silent = { scope: () => silent, error: nothing, warn: nothing, info: nothing, debug: nothing }
