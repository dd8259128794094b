import { setTimeout as delay } from 'node:timers/promises'
import { createLanes, type Lanes } from '../../server/src/queue/lanes.ts'
import { type Ground, openGround } from '../support/ground.ts'
import { eventually } from '../support/millrace.ts'
import { startProcess } from '../support/processes.ts'
import { openSender, startRuns } from '../support/start-runs.ts'
import { counted, type Proof, type Trial } from './proof.ts'

const PROMISED = 2
const PAUSE_MS = 40

/** Of another organisation's runs, in milliseconds from being stored to being finished. */
interface Latency {
  readonly median: number
  readonly p99: number
  readonly longest: number
}

interface Latencies {
  readonly idle: Latency
  readonly flooded: Latency
  readonly runs: number
}

export const fairness: Proof = {
  name: 'fairness',
  promise: 'a flood from one organisation leaves another’s latency below twice its idle value',
  async run(trial) {
    const flood = trial.quick ? 6_000 : 30_000
    const apart = await measure(
      trial,
      flood,
      createLanes(() => performance.now()),
    )
    trial.progress('the same in one lane, where it must not hold')
    const together = await measure(trial, flood, inOneLane)
    const ratio = apart.flooded.median / apart.idle.median
    const control = together.flooded.longest / together.idle.median
    return {
      tried: `${counted(flood)} runs of one, ${counted(apart.runs)} of the other`,
      worst: `${apart.idle.median.toFixed(1)} ms idle, ${apart.flooded.median.toFixed(1)} ms flooded: ${ratio.toFixed(2)} times; p99 ${apart.idle.p99.toFixed(0)} and ${apart.flooded.p99.toFixed(0)} ms`,
      control: `in one lane the longest is ${together.flooded.longest.toFixed(0)} ms`,
      faults: [
        ...(ratio < PROMISED ? [] : [`${ratio.toFixed(2)} times its idle value`]),
        ...(control >= PROMISED ? [] : [`the control held: at most ${control.toFixed(2)} times in one lane`]),
      ],
    }
  },
}

const inOneLane: Lanes = { laneOf: () => 'fast' }

async function measure(
  { quick, createDatabase, progress }: Trial,
  flood: number,
  lanes: Lanes,
): Promise<Latencies> {
  const database = await createDatabase()
  const flooding = await openGround(database, { guests: 1_000 })
  const other = await openGround({ ...database, drop: async () => {} })
  const queue = openSender(database)
  const flooder = openSender(database, lanes)
  const worker = await startProcess({ databaseUrl: database.url, roles: ['worker'] })
  const one = async () => {
    await startRuns(other, queue, 1)
    await eventually(
      () => countUnfinished(other),
      left => left === 0,
      300_000,
    )
    await delay(PAUSE_MS)
  }
  const latency = async (after: Date): Promise<Latency> => {
    const { rows } = await other.engine.query<Latency>(
      `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS median, percentile_cont(0.99) WITHIN GROUP (ORDER BY ms) AS p99, max(ms) AS longest
       FROM runs, LATERAL (SELECT extract(epoch FROM finished_at - created_at)::float8 * 1000 AS ms) WHERE organisation_id = $1 AND created_at > $2`,
      [other.organisationId, after],
    )
    return rows[0] as Latency
  }
  const clock = async () =>
    ((await other.engine.query<{ now: Date }>('SELECT now() AS now')).rows[0] as { now: Date }).now

  // Until code and connections are warm.
  for (let n = 0; n < (quick ? 20 : 200); n++) await one()
  const idleFrom = await clock()
  for (let n = 0; n < (quick ? 20 : 200); n++) await one()
  const idle = await latency(idleFrom)

  for (let left = flood; left > 0; left -= 1_000) await startRuns(flooding, flooder, Math.min(1_000, left))
  const floodedFrom = await clock()
  let runs = 0
  while ((await countUnfinished(flooding)) > 0) {
    await one()
    runs += 1
    progress(`${counted(runs)} runs beside the flood`)
  }
  const flooded = await latency(floodedFrom)
  await worker.stop()
  await queue.stop({ drainMs: 0 })
  await flooder.stop({ drainMs: 0 })
  await other.close()
  await flooding.close()
  return { idle, flooded, runs }
}

async function countUnfinished({ engine, organisationId }: Ground): Promise<number> {
  const { rows } = await engine.query<{ n: number }>(
    `SELECT count(*) AS n FROM (
       SELECT FROM runs WHERE organisation_id = $1 AND status IN ('queued', 'running') ORDER BY id DESC LIMIT 1)`,
    [organisationId],
  )
  return Number(rows[0]?.n)
}
