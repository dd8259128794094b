import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { startScheduled } from '../../server/src/triggers/start-scheduled.ts'
import { createOrganisationFactsCache } from '../../server/src/venues/organisation-facts.ts'
import { sendBroadcast, setBroadcastState } from '../../server/src/workflows/broadcasts/change-broadcast.ts'
import { createCatalogue } from '../../server/src/workflows/catalogue.ts'
import { createWorkflow } from '../../server/src/workflows/create-workflow.ts'
import { publishWorkflow } from '../../server/src/workflows/publish-workflow.ts'
import { keepSegments } from '../../server/src/workflows/segments/keep-segments.ts'
import { createSegment } from '../../server/src/workflows/segments/segments.ts'
import { type Benchmark, inTurns } from './benchmark.ts'
import { benchQueue, benchWorker, ourRuns, until } from './p3-runs.ts'
import { type Bench, openBench } from './service.ts'

const PAUSE_MS = 1_000

/**
 * Runs that a broadcast creates a second, each with its occasion and its job, against the runs of P3. Beside it, once, how many it
 * creates while the same process takes them through their step, which shares the time of both.
 */
export const p14: Benchmark = {
  id: 'P14',
  async run({ rounds, smoke }) {
    const bench = await openBench()
    const guests = smoke ? 5_000 : 100_000
    try {
      const workflowId = await prepare(bench, guests)
      const figures = await inTurns(
        rounds,
        () => create(bench, workflowId, guests),
        () => ourRuns(bench, smoke ? 1_000 : 30_000),
      )
      const pauses: number[] = []
      const meanwhile = await send(bench, workflowId, guests, pauses)
      const longest = Math.max(...pauses)
      if (!smoke && longest > PAUSE_MS) throw new Error(`a pause took ${longest} ms`)
      return {
        id: 'P14',
        what: `runs created/s by a broadcast to ${guests.toLocaleString('en-GB')} guests`,
        against: 'three-step runs/s from a backlog (P3)',
        unit: '/s',
        must: { atLeast: 0.8 },
        ...figures,
        notes: [
          `while they are worked on: ${meanwhile.toFixed(0)}/s`,
          `a pause while it is being sent: at most ${longest.toFixed(0)} ms (limit ${PAUSE_MS})`,
        ],
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

/** The runs wait in the queue: nobody works on them. */
async function create(bench: Bench, workflowId: string, guests: number): Promise<number> {
  const { database, organisationId } = bench
  const queue = benchQueue(bench)
  const parts = {
    database,
    queue,
    catalogue: createCatalogue(),
    organisations: createOrganisationFactsCache(),
    logger: { error: (fault: unknown) => process.stderr.write(`${JSON.stringify(fault)}\n`) },
  }
  try {
    const id = await inTransaction(database.engine, tx =>
      sendBroadcast(tx, { organisationId, workflowId, actor: 'bench' }),
    )
    const began = performance.now()
    while (await startScheduled(parts));
    const seconds = (performance.now() - began) / 1_000
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

/**
 * Runs a second that a worker creates while it also takes them through their step, from the first portion to the last. Once it is
 * paused: until the answer, and whether anyone started after it.
 */
async function send(bench: Bench, workflowId: string, guests: number, pauses: number[]): Promise<number> {
  const { database, organisationId } = bench
  const { engine } = database
  const who = { organisationId, workflowId, actor: 'bench' }
  const worker = benchWorker(bench, benchQueue(bench))
  try {
    const id = await inTransaction(engine, tx => sendBroadcast(tx, who))
    const set = (state: 'paused' | 'sending') =>
      inTransaction(engine, tx => setBroadcastState(tx, who, id, state))
    const look = async () => {
      const { rows } = await engine.query<{ started: number }>(
        'SELECT started FROM broadcasts WHERE organisation_id = $1 AND id = $2',
        [organisationId, id],
      )
      return { started: rows[0]?.started as number, at: performance.now() }
    }
    const first = await created(look, 0, guests / 4)
    const asked = performance.now()
    await set('paused')
    pauses.push(performance.now() - asked)
    const { started } = await look()
    await sleep(1_500)
    if ((await look()).started !== started) throw new Error('a guest started after the pause')
    await set('sending')
    const second = await created(look, started, guests)
    await until(async () => {
      const { rows } = await engine.query<{ left: number }>('SELECT count(*) AS left FROM jobs')
      return rows[0]?.left === 0
    })
    return (first.runs + second.runs) / ((first.ms + second.ms) / 1_000)
  } finally {
    await worker.stop()
  }
}

/** From the first look that finds more than before, until so many have started. */
async function created(
  look: () => Promise<{ started: number; at: number }>,
  before: number,
  upTo: number,
): Promise<{ runs: number; ms: number }> {
  let begun = await look()
  while (begun.started <= before) begun = await look()
  let reached = begun
  while (reached.started < upTo) {
    await sleep(20)
    reached = await look()
  }
  return { runs: reached.started - begun.started, ms: reached.at - begun.at }
}
