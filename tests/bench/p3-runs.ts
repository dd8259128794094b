import { PgBoss } from 'pg-boss'
import { tokens } from '../../server/src/access/identify.ts'
import { newId } from '../../server/src/base/ids.ts'
import { createChannels } from '../../server/src/channels/channels.ts'
import { PUBLIC_ONLY } from '../../server/src/channels/guard/policy.ts'
import { inTransaction, settings } from '../../server/src/db/database.ts'
import { createAcceptEvent } from '../../server/src/events/accept-event.ts'
import { createLoopGuard } from '../../server/src/events/loop-guard.ts'
import { createLogger } from '../../server/src/observability/logger.ts'
import { createMetrics } from '../../server/src/observability/metrics.ts'
import { createLanes } from '../../server/src/queue/lanes.ts'
import { openQueue } from '../../server/src/queue/open-queue.ts'
import type { Queue } from '../../server/src/queue/queue.ts'
import { enqueueRuns } from '../../server/src/runs/advance-job.ts'
import { insertRuns, type NewRun } from '../../server/src/runs/change/insert-runs.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { createOrganisationFactsCache } from '../../server/src/venues/organisation-facts.ts'
import { startWorker } from '../../server/src/worker/start-worker.ts'
import { createCatalogue } from '../../server/src/workflows/catalogue.ts'
import { withAdmin } from '../support/test-server.ts'
import { type Benchmark, inTurns } from './benchmark.ts'
import { dbosWorkflows } from './peers/dbos.ts'
import { graphileJobs } from './peers/graphile-worker.ts'
import { createProcessorTime, type ProcessorTime, usedByPostgres, usedHere } from './processor-time.ts'
import { type Bench, openBench } from './service.ts'

/** It works through some hundred a second, and takes longer to be given them. */
const DBOS_BACKLOG = 3_000

/** Three-step runs a second from a backlog, fully recorded, against pg-boss doing nothing. */
export const p3: Benchmark = {
  id: 'P3',
  async run({ rounds, smoke, peers: withPeers }) {
    const bench = await openBench()
    const backlog = smoke ? 1_000 : 30_000
    try {
      await withAdmin(bench.connection, client =>
        client.query('CREATE SCHEMA raw_boss AUTHORIZATION millrace_engine'),
      )
      const PostgreSQL = await usedByPostgres(bench.database.engineSql)
      const who = { 'the process': usedHere, PostgreSQL }
      const [runs, jobs] = [createProcessorTime(who), createProcessorTime(who)]
      const figures = await inTurns(
        rounds,
        () => ourRuns(bench, backlog, runs),
        () => rawJobs(bench, backlog, jobs),
      )
      const peers = smoke
        ? []
        : [
            {
              name: 'graphile-worker, jobs that do nothing:',
              figures: [await graphileJobs(bench.connection, backlog)],
            },
            ...(withPeers
              ? [
                  {
                    name: 'DBOS, workflows that do nothing:',
                    figures: [await dbosWorkflows(bench.url, DBOS_BACKLOG)],
                  },
                ]
              : []),
          ]
      return {
        id: 'P3',
        what: 'three-step runs/s from a backlog, every step recorded',
        against: 'raw pg-boss, jobs that do nothing',
        unit: '/s',
        must: { atLeast: 0.45 },
        ...figures,
        notes: [`a run takes ${runs.describe()}`, `a job of pg-boss ${jobs.describe()}`],
        peers,
      }
    } finally {
      await bench.close()
    }
  },
}

export async function ourRuns(
  bench: Bench,
  backlog: number,
  time = createProcessorTime({}),
): Promise<number> {
  const { database } = bench
  const queue = benchQueue(bench)
  const runs = newRuns(bench, backlog)
  for (let at = 0; at < runs.length; at += 5_000) {
    const some = runs.slice(at, at + 5_000)
    await inTransaction(database.engine, async tx => {
      await insertRuns(
        tx,
        {
          organisationId: bench.organisationId,
          trigger: 'api',
          bypassed: [],
          createdAt: new Date().toISOString(),
        },
        some,
      )
      await enqueueRuns(
        tx,
        queue,
        some.map(run => ({ organisation_id: bench.organisationId, run_id: run.id, sequence: 0 })),
      )
    })
  }
  await database.engine.query('ANALYZE')
  const began = performance.now()
  const worker = benchWorker(bench, queue)
  const perSecond = await time.during(async () => {
    await untilEnded(bench, (runs[0] as NewRun).id)
    return backlog / ((performance.now() - began) / 1000)
  })
  await worker.stop()
  return perSecond
}

export const benchQueue = ({ connection }: Bench): Queue =>
  openQueue(connection, {
    applicationName: 'millrace bench queue',
    lanes: createLanes(() => performance.now()),
    leaseMs: 10_000,
    onError: error => process.stderr.write(`${error.message}\n`),
  })

/** The worker of the product, with everything that it does. */
export function benchWorker({ database }: Bench, queue: Queue): { stop(): Promise<void> } {
  const channels = createChannels(PUBLIC_ONLY)
  const catalogue = createCatalogue()
  const organisations = createOrganisationFactsCache()
  const worker = startWorker({
    database,
    acceptEvent: createAcceptEvent({
      database,
      catalogue,
      organisations,
      queue,
      tokens,
      loops: createLoopGuard(),
    }),
    queue,
    catalogue,
    organisations,
    channels,
    sealer: createSealer({ current: 'a secret for benchmarks, which is long enough', previous: [] }),
    unsubscribeUrl: () => '',
    statusCallback: () => undefined,
    confirmUrl: () => '',
    countedUrl: (_organisation, _message, target) => target,
    logger: createLogger({ level: 'silent', destination: '/dev/null' }),
    metrics: createMetrics(),
  })
  return {
    async stop() {
      await worker.stop()
      await channels.close()
      await queue.stop({ drainMs: 5_000 })
    },
  }
}

function newRuns(bench: Bench, count: number): NewRun[] {
  return Array.from({ length: count }, (_, n) => ({
    id: newId(),
    workflowId: bench.workflowId,
    workflowVersion: 1,
    guestId: bench.guestIds[n % bench.guestIds.length] as string,
    eventId: null,
    input: { source: 'bench', serials: [], parameters: { source: 'bench', spend: 42 } },
  }))
}

/** pg-boss as its documentation would have it for throughput: batches, one statement each way, no work. */
async function rawJobs(bench: Bench, backlog: number, time: ProcessorTime): Promise<number> {
  const boss = new PgBoss({
    ...(settings(bench.connection, 'millrace_engine', 'raw boss') as object),
    schema: 'raw_boss',
    createSchema: false,
    schedule: false,
    useListenNotify: true,
  })
  boss.on('error', error => process.stderr.write(`${error.message}\n`))
  await boss.start()
  await boss.createQueue('nothing')
  for (let at = 0; at < backlog; at += 5_000) {
    const count = Math.min(5_000, backlog - at)
    const jobs = Array.from({ length: count }, (_, n) => ({
      data: { organisation_id: bench.organisationId, n },
    }))
    await boss.insert('nothing', jobs)
  }
  await bench.database.engine.query('ANALYZE')
  let left = backlog
  const done = Promise.withResolvers<void>()
  const began = performance.now()
  const perSecond = await time.during(async () => {
    await boss.work(
      'nothing',
      { batchSize: 500, burstWhenBatchFull: true, localConcurrency: 2 },
      async jobs => {
        left -= jobs.length
        if (left === 0) done.resolve()
      },
    )
    await done.promise
    return backlog / ((performance.now() - began) / 1000)
  })
  await boss.stop({ graceful: true, timeout: 5_000 })
  return perSecond
}

/**
 * Until no run from this one on is still to be done. What is looked at counts as part of what is measured, so it is little: not a
 * million runs before these, and of these the newest first, which are done last.
 */
export async function untilEnded({ database, organisationId }: Bench, first: string): Promise<void> {
  await until(async () => {
    const { rows } = await database.engine.query(
      `SELECT FROM runs WHERE organisation_id = $1 AND id >= $2 AND status IN ('queued', 'running')
       ORDER BY id DESC LIMIT 1`,
      [organisationId, first],
    )
    return rows.length === 0
  })
}

export async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await new Promise(resolve => setTimeout(resolve, 25))
}
