import pg from 'pg'
import { type Benchmark, inTurns } from './benchmark.ts'
import { drive } from './load.ts'
import { ourRuns } from './p3-runs.ts'
import { type Bench, bodiesOf, eventHeaders, openBench, serve } from './service.ts'

const WAITING = 1_000_000

/** Events a second, P1, while a million runs wait. */
export const p5Events: Benchmark = {
  id: 'P5-events',
  async run({ seconds, rounds, smoke }) {
    const [full, empty] = await openBoth(smoke)
    const [ours, theirs] = await Promise.all([serve(full, 'api'), serve(empty, 'api')])
    try {
      const load = (bench: Bench, { url, token }: typeof ours) =>
        drive({
          url: `${url}/v1/workflows/incoming-event`,
          seconds,
          connections: 64,
          headers: eventHeaders(token),
          bodies: bodiesOf(bench),
        })
      const figures = await inTurns(
        rounds + (smoke ? 0 : 1),
        () => load(full, ours),
        () => load(empty, theirs),
      )
      return { ...description('P5-events', 'events/s'), ...warm(figures, smoke) }
    } finally {
      await Promise.all([ours.child.stop(), theirs.child.stop()])
      await Promise.all([full.close(), empty.close()])
    }
  },
}

/** Three-step runs a second, P3, while a million others wait. */
export const p5Runs: Benchmark = {
  id: 'P5-runs',
  async run({ rounds, smoke }) {
    const [full, empty] = await openBoth(smoke)
    const backlog = smoke ? 500 : 20_000
    try {
      const figures = await inTurns(
        rounds + (smoke ? 0 : 1),
        () => ourRuns(full, backlog),
        () => ourRuns(empty, backlog),
      )
      return { ...description('P5-runs', 'three-step runs/s'), ...warm(figures, smoke) }
    } finally {
      await Promise.all([full.close(), empty.close()])
    }
  },
}

const description = (id: string, what: string) => ({
  id,
  what: `${what} with ${WAITING.toLocaleString('en')} waiting runs in the database`,
  against: 'the same without them',
  unit: '/s',
  must: { atLeast: 0.95 },
})

/** The first round fills caches, of the processes and of PostgreSQL. */
const warm = ({ ours, theirs }: { ours: number[]; theirs: number[] }, smoke: boolean) =>
  smoke ? { ours, theirs } : { ours: ours.slice(1), theirs: theirs.slice(1) }

async function openBoth(smoke: boolean): Promise<[Bench, Bench]> {
  const [full, empty] = await Promise.all([openBench(), openBench()])
  await fill(full, smoke ? 1_000 : WAITING)
  return [full, empty]
}

/** Runs of another workflow's guests that stand in the middle of a wait of up to a year. */
async function fill(
  { connection, organisationId, workflowId, guestIds }: Bench,
  count: number,
): Promise<void> {
  // A connection without the time limit of the product's own: nothing there takes a minute.
  const client = new pg.Client({ ...connection, options: '-c search_path=millrace' })
  await client.connect()
  await client.query(
    `INSERT INTO runs (organisation_id, id, workflow_id, workflow_version, guest_id, trigger, status, node_id, sequence,
                       step_count, waiting_for, resumes_at, input, created_at, started_at)
     SELECT $1, uuidv7(interval '-1 hour'), $2, 1, ($3::uuid[])[1 + n % cardinality($3::uuid[])], 'api', 'waiting', 'pause',
            1, 1, '{"type": "time"}', now() + interval '1 hour' + n * interval '30 seconds',
            '{"source": null, "serials": [], "parameters": {}}', now() - interval '1 hour', now() - interval '1 hour'
     FROM generate_series(1, $4) AS n`,
    [organisationId, workflowId, guestIds, count],
  )
  await client.query('VACUUM ANALYZE runs')
  await client.end()
}
