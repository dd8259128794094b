import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { createLanes } from '../../server/src/queue/lanes.ts'
import { openQueue } from '../../server/src/queue/open-queue.ts'
import { startScheduled } from '../../server/src/triggers/start-scheduled.ts'
import { createOrganisationFactsCache } from '../../server/src/venues/organisation-facts.ts'
import { sendBroadcast, setBroadcastState } from '../../server/src/workflows/broadcasts/change-broadcast.ts'
import { createCatalogue } from '../../server/src/workflows/catalogue.ts'
import { createWorkflow } from '../../server/src/workflows/create-workflow.ts'
import { publishWorkflow } from '../../server/src/workflows/publish-workflow.ts'
import { keepSegments } from '../../server/src/workflows/segments/keep-segments.ts'
import { createSegment } from '../../server/src/workflows/segments/segments.ts'
import { type Benchmark, inTurns } from './benchmark.ts'
import { ourRuns } from './p3-runs.ts'
import { type Bench, openBench } from './service.ts'

/** Runs that a broadcast creates a second, each with its occasion and its job, against the runs of P3. */
export const p14: Benchmark = {
  id: 'P14',
  async run({ rounds, smoke }) {
    const bench = await openBench()
    const guests = smoke ? 1_000 : 100_000
    try {
      const workflowId = await prepare(bench, guests)
      const pauses: number[] = []
      const figures = await inTurns(
        rounds,
        () => send(bench, workflowId, guests, pauses),
        () => ourRuns(bench, smoke ? 1_000 : 30_000),
      )
      return {
        id: 'P14',
        what: `runs created/s by a broadcast to ${guests.toLocaleString('en-GB')} guests`,
        against: 'three-step runs/s from a backlog (P3)',
        unit: '/s',
        must: { atLeast: 0.8 },
        ...figures,
        peers: [{ name: 'pausing it while it is being sent, ms:', figures: pauses }],
      }
    } finally {
      await bench.close()
    }
  },
}

/** A segment with so many guests, and a workflow that is sent to it. */
async function prepare({ database, organisationId }: Bench, guests: number): Promise<string> {
  const { engine } = database
  // A statement may take so long, and no longer.
  for (let left = guests; left > 0; left -= 5_000)
    await engine.query(
      `INSERT INTO guests (organisation_id, id, tags) SELECT $1, gen_random_uuid(), '{broadcast}' FROM generate_series(1, $2::int)`,
      [organisationId, Math.min(left, 5_000)],
    )
  const condition = { field: 'guest.tags', operator: 'contains', value: 'broadcast' } as const
  const workflowId = await inTransaction(engine, async tx => {
    const segment = await createSegment(tx, organisationId, { name: newId(), condition }, 'bench')
    const { id } = await createWorkflow(tx, { organisationId, name: 'Broadcast', actor: 'bench' })
    await publishWorkflow(tx, {
      organisationId,
      workflowId: id,
      document: {
        trigger: { broadcast: { segment: segment.id } },
        start: 'end',
        nodes: [{ id: 'end', type: 'end', outcome: 'success' }],
      },
      actor: 'bench',
    })
    return id
  })
  while (
    await keepSegments(engine, {
      error: (fault: unknown) => process.stderr.write(`${JSON.stringify(fault)}\n`),
    })
  );
  await engine.query('ANALYZE')
  return workflowId
}

/** Paused and resumed once after the first portions, which is not counted. The runs wait in the queue: nobody works on them. */
async function send(bench: Bench, workflowId: string, guests: number, pauses: number[]): Promise<number> {
  const { database, organisationId } = bench
  const queue = openQueue(bench.connection, {
    applicationName: 'millrace bench queue',
    lanes: createLanes(() => performance.now()),
    leaseMs: 10_000,
    onError: error => process.stderr.write(`${error.message}\n`),
  })
  const parts = {
    database,
    queue,
    catalogue: createCatalogue(),
    organisations: createOrganisationFactsCache(),
    logger: { error: (fault: unknown) => process.stderr.write(`${JSON.stringify(fault)}\n`) },
  }
  const who = { organisationId, workflowId, actor: 'bench' }
  try {
    const id = await inTransaction(database.engine, tx => sendBroadcast(tx, who))
    const began = performance.now()
    const underWay = startScheduled(parts)
    const asked = performance.now()
    await inTransaction(database.engine, tx => setBroadcastState(tx, who, id, 'paused'))
    const paused = performance.now() - asked
    await underWay
    pauses.push(paused)
    await inTransaction(database.engine, tx => setBroadcastState(tx, who, id, 'sending'))
    const resumed = performance.now()
    while (await startScheduled(parts));
    const seconds = (performance.now() - resumed + (asked - began)) / 1_000
    const { rows } = await database.engine.query<{ state: string; started: number }>(
      'SELECT state, started FROM broadcasts WHERE organisation_id = $1 AND id = $2',
      [organisationId, id],
    )
    if (rows[0]?.state !== 'done' || rows[0].started !== guests)
      throw new Error(`the broadcast is ${JSON.stringify(rows[0])}`)
    // P3 has its own backlog, and no other.
    await database.engine.query('DELETE FROM jobs')
    return guests / seconds
  } finally {
    await queue.stop({ drainMs: 5_000 })
  }
}
