import { setTimeout as sleep } from 'node:timers/promises'
import { distribute } from '../../server/src/db/distributed/distribute.ts'
import { recognise } from '../../server/src/db/distributed/recognise.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { type CitusCluster, startCitusCluster } from '../support/citus/citus-cluster.ts'
import { examineWithControl } from '../support/examine.ts'
import { type Ground, openGround } from '../support/ground.ts'
import { type Ingested, ingest, nothingIngested } from '../support/ingest.ts'
import { request } from '../support/millrace.ts'
import { type TestDatabase, urlOf } from '../support/postgres.ts'
import { startProcess } from '../support/processes.ts'
import { untilFinished } from '../support/takeover.ts'
import { type Connection, withAdmin } from '../support/test-server.ts'
import { type Cluster, citus, findCitusTools } from './operations-cluster.ts'
import { serverProcessorMs } from './processor-time.ts'
import { between, counted, inSeconds, type Proof } from './proof.ts'
import { runFiles } from './run-files.ts'

/** What every integrator relies on. */
const CONTRACT = ['incoming-event', 'token', 'workflow-runs'].map(name => `tests/api/${name}.test.ts`)

export const nodes: Proof = {
  name: 'nodes',
  promise:
    'on a coordinator and two workers of Citus the API answers as on one PostgreSQL; a filled database is distributed as it was; any node crashes: every acknowledged event is there, every run finishes, and organisations of other nodes are served meanwhile',
  needs: [citus],
  async run({ quick, many, progress }) {
    const tools = findCitusTools() as string
    progress(`${CONTRACT.length} files of the API`)
    const contract = quick
      ? { passed: 0, faults: [] }
      : await runFiles(CONTRACT, { MILLRACE_TEST_CITUS: tools })
    const wanted = many({ quick: 2, hour: 6, whole: 20 })
    const cluster = await startCitusCluster({ tools })
    try {
      const { faults, tried, worst, control } = await crash(cluster, wanted, progress)
      return {
        tried: `${counted(contract.passed)} tests of the API, ${tried}`,
        worst,
        control,
        faults: [...contract.faults, ...faults],
      }
    } finally {
      await cluster.close()
    }
  },
}

/** The same before and after, so that what an event costs can be compared. */
const GROUND = { guests: 100, waitSeconds: 1 }
const WARM_UP = 300
const MEASURED = 1_000

/** The time of each server's processors for one of the events, in ms. */
async function measure(servers: readonly Cluster[], work: () => Promise<void>): Promise<number[]> {
  const timesNow = () => servers.map(({ database }) => serverProcessorMs(database.connection.port))
  const before = timesNow()
  await work()
  return timesNow().map((time, index) => (time - (before[index] as number)) / MEASURED)
}

async function crash(cluster: CitusCluster, wanted: number, progress: (sentence: string) => void) {
  let before: Ingested = nothingIngested()
  let first: { organisationId: string; guestIds: readonly string[] } | undefined
  let plain: number[] = []
  const connection = await cluster.createDatabase('millrace', async coordinator => {
    await migrate(coordinator)
    progress('filling the database')
    const ground = await openGround(onItsOwn(coordinator as Connection), GROUND)
    const process = await startProcess({ databaseUrl: ground.databaseUrl })
    before = await ingest(ground, { url: process.url, count: WARM_UP })
    await untilFinished(ground)
    plain = await measure([cluster.coordinator], async () => {
      await ingest(ground, { url: process.url, count: MEASURED, into: before })
      await untilFinished(ground)
    })
    await process.stop()
    await ground.engine.end()
    first = ground
  })
  await distribute(connection, sentence => progress(`distributing ${sentence}`))
  const { naming } = await recognise(connection)
  const database = { ...onItsOwn(connection), connection: { ...connection, naming } as Connection }
  const filled = await groundOf(database, first as NonNullable<typeof first>)
  const faults = (await examineWithControl(filled, before.acknowledged)).faults.map(
    fault => `after distributing: ${fault}`,
  )
  await filled.engine.end()

  const grounds = await onDifferentWorkers(cluster, database)
  const serving = await startProcess({ databaseUrl: database.url })
  const { url } = serving
  const answers = grounds.map(nothingIngested)
  const [measured, ofMeasured] = [grounds[0] as Ground, answers[0] as Ingested]
  await ingest(measured, { url, count: WARM_UP, into: ofMeasured })
  await untilFinished(measured)
  const distributed = await measure([cluster.coordinator, ...cluster.workers], async () => {
    await ingest(measured, { url, count: MEASURED, into: ofMeasured })
    await untilFinished(measured)
  })
  const processes = [serving, await startProcess({ databaseUrl: database.url })]
  let over = false
  const ingesting = grounds.map((ground, index) =>
    ingest(ground, { url, until: () => over, concurrency: 2, pauseMs: 20, into: answers[index] as Ingested }),
  )
  let [crashes, worst, served] = [0, 0, 0]
  const all: readonly Cluster[] = [cluster.coordinator, ...cluster.workers]
  while (crashes < wanted) {
    await sleep(between(1_000, 3_000))
    const node = all[crashes % all.length] as Cluster
    const other = node === cluster.workers[0] ? 1 : 0
    const count = () => (answers[other] as Ingested).acknowledged.length
    const beforeCrash = count()
    const { port } = node.database.connection
    await node.crash()
    await sleep(between(500, 2_000))
    // Without the coordinator nobody is served, because all come by it.
    if (node !== cluster.coordinator) {
      served += count() - beforeCrash
      if (count() === beforeCrash)
        faults.push(`nothing of the other node's organisation was stored in crash ${crashes + 1}`)
    }
    await node.start(port)
    const back = performance.now()
    while ((await request(`${url}/readyz`)).status !== 200) await sleep(20)
    worst = Math.max(worst, performance.now() - back)
    crashes += 1
    const stored = answers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
    progress(
      `${crashes} of ${wanted} crashes, ${counted(stored)} acknowledged; back after ${inSeconds(worst)} at worst`,
    )
  }
  over = true
  await Promise.all(ingesting)
  let [runs, control] = [0, '']
  for (const [index, ground] of grounds.entries()) {
    await untilFinished(ground, 180_000)
    const found = await examineWithControl(ground, (answers[index] as Ingested).acknowledged)
    runs += found.runs
    control = found.control
    faults.push(...found.faults)
  }
  const ended = processes.filter(process => process.hasEnded()).length
  if (ended > 0) faults.push(`${ended} of our processes ended`)
  const refused = answers.flatMap(answer => answer.refused)
  const wrongly = refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)
  if (wrongly.length > 0)
    faults.push(`${wrongly.length} were not answered 503 with Retry-After, as ${JSON.stringify(wrongly[0])}`)
  await Promise.all(processes.map(process => process.stop()))
  for (const ground of grounds) await ground.engine.end()
  const acknowledged = answers.reduce((sum, answer) => sum + answer.acknowledged.length, 0)
  return {
    faults,
    tried: `${counted(before.acknowledged.length)} events distributed, ${crashes} crashes, ${counted(acknowledged)} acknowledged, ${counted(runs)} runs, ${counted(refused.length)} answered 503`,
    worst: `ready ${inSeconds(worst)} after the node; an event with its run took ${inMs(plain)} ms of one PostgreSQL's processors, and then ${inMs(distributed)} of those of the nodes; ${counted(served)} events of the other worker's organisation while one was away`,
    control,
  }
}

const inMs = (times: readonly number[]) => times.map(time => time.toFixed(1)).join(' + ')

/** It goes with its cluster. */
const onItsOwn = (connection: Connection): TestDatabase => ({
  url: urlOf(connection),
  connection,
  drop: async () => {},
})

/** The ground of a database that was one node's when it was opened. */
async function groundOf(
  database: TestDatabase,
  { organisationId, guestIds }: Pick<Ground, 'organisationId' | 'guestIds'>,
): Promise<Ground> {
  const other = await openGround(database, GROUND)
  return { ...other, engine: other.engineOf(organisationId), organisationId, guestIds }
}

/** Organisations of which each worker has one. */
async function onDifferentWorkers({ workers }: CitusCluster, database: TestDatabase): Promise<Ground[]> {
  const found = new Map<number, Ground>()
  const ports = workers.map(({ database: { connection } }) => connection.port)
  while (found.size < workers.length) {
    const ground = await openGround(database, GROUND)
    const { rows } = await withAdmin(database.connection, client =>
      client.query<{ port: number }>(
        `SELECT nodeport AS port FROM pg_dist_shard_placement
         WHERE shardid = get_shard_id_for_distribution_column('millrace.runs', $1::uuid)`,
        [ground.organisationId],
      ),
    )
    const port = rows[0]?.port ?? 0
    if (found.has(port) || !ports.includes(port)) await ground.engine.end()
    else found.set(port, ground)
  }
  return ports.map(port => found.get(port) as Ground)
}
