import { findTools, openMachine } from '../prove/operations-cluster.ts'
import { getToken } from '../support/millrace.ts'
import { withAdmin } from '../support/test-server.ts'
import { type Benchmark, inTurns, median, ratioOf } from './benchmark.ts'
import { drive } from './load.ts'
import { addOrganisation, type Bench, bodiesOf, eventHeaders, openBench, serve } from './service.ts'

const ORGANISATIONS = 32
const CONNECTIONS = 64
/** As a standby takes that confirms every commit. */
const DELAY_MS = 3
const MUST = 0.8
const MUST_DELAYED = 0.6

/**
 * Events a second of many organisations, whose batches are small, against one that has all connections: on the PostgreSQL that
 * DATABASE_URL names, or the one of the system, or the embedded one; with commits as they are, and with commits that take longer.
 */
export const p15: Benchmark = {
  id: 'P15',
  async run({ seconds, rounds, smoke }) {
    const postgres = smoke ? embedded : await findPostgres()
    const bench = await openBench({ guests: 1_000, url: postgres.url })
    try {
      const others = await Promise.all(
        Array.from({ length: (smoke ? 2 : ORGANISATIONS) - 1 }, () => addOrganisation(bench.database, 1_000)),
      )
      await bench.database.engine.query('ANALYZE')
      const all = [bench, ...others]
      const measure = () => measured(bench, all, { seconds, rounds })
      const plain = await measure()
      // New sessions have it: each measurement starts the service again.
      await withAdmin(bench.connection, async client => {
        await client.query(
          `ALTER DATABASE ${bench.connection.database} SET commit_delay = ${1_000 * DELAY_MS}`,
        )
        await client.query(`ALTER DATABASE ${bench.connection.database} SET commit_siblings = 0`)
      })
      const delayed = await measure()
      const [ratio, figure] = [ratioOf(delayed), (figures: readonly number[]) => median(figures).toFixed(0)]
      const said = `with ${DELAY_MS} ms for each commit ${ratio.toFixed(2)} (${figure(delayed.ours)}/s against ${figure(delayed.theirs)}/s)`
      return {
        id: 'P15',
        what: `durable events/s of ${ORGANISATIONS} organisations, ${CONNECTIONS} connections`,
        against: 'of one organisation, as many connections',
        unit: '/s',
        must: { atLeast: MUST },
        ...plain,
        missed: ratio < MUST_DELAYED && !smoke ? [`${said}, less than ${MUST_DELAYED}`] : [],
        notes: [said, postgres.name],
      }
    } finally {
      await bench.close()
      await postgres.close()
    }
  },
}

interface Postgres {
  readonly name: string
  /** Undefined for the one of the benchmarks. */
  readonly url?: string
  close(): Promise<void>
}

const embedded: Postgres = { name: 'the embedded PostgreSQL', close: async () => {} }

/** What most installations run on differs from the embedded one: in its version, and in its settings, such as JIT. */
async function findPostgres(): Promise<Postgres> {
  const given = process.env.DATABASE_URL
  if (given !== undefined)
    return { name: 'the PostgreSQL of DATABASE_URL', url: given, close: async () => {} }
  if (findTools() === undefined) return embedded
  const machine = await openMachine()
  const cluster = await machine.initialise({})
  return {
    name: `PostgreSQL ${machine.version} of the system, with its defaults`,
    url: cluster.database.url,
    close: machine.close,
  }
}

type Sender = Pick<Bench, 'credentials' | 'guestIds'>

async function measured(
  bench: Bench,
  all: readonly Sender[],
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<{ ours: number[]; theirs: number[] }> {
  const ours = await serve(bench, 'api')
  try {
    const tokens = await Promise.all(all.map(({ credentials }) => getToken(ours.url, credentials)))
    const rate = async (count: number, during = seconds) => {
      const rates = await Promise.all(
        all.slice(0, count).map((sender, n) =>
          drive({
            url: `${ours.url}/v1/workflows/incoming-event`,
            seconds: during,
            connections: CONNECTIONS / count,
            headers: eventHeaders(tokens[n] as string),
            bodies: bodiesOf(sender),
          }),
        ),
      )
      return rates.reduce((sum, one) => sum + one, 0)
    }
    await rate(all.length, Math.min(3, seconds))
    await rate(1, Math.min(3, seconds))
    return await inTurns(
      rounds,
      () => rate(all.length),
      () => rate(1),
    )
  } finally {
    await ours.child.stop()
  }
}
