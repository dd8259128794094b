import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { examineWithControl } from '../support/examine.ts'
import { openGround } from '../support/ground.ts'
import { ingest, nothingIngested } from '../support/ingest.ts'
import { startKillablePostgres } from '../support/killable-postgres.ts'
import { request } from '../support/millrace.ts'
import { type Process, startProcess } from '../support/processes.ts'
import { residentMegabytes } from '../support/resident-memory.ts'
import { untilFinished } from '../support/takeover.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { between, counted, inSeconds, oneOf, type Proof } from './proof.ts'

const WORKERS = 2
/** Between two faults. */
const [LEAST_MS, MOST_MS] = [4_000, 12_000]
const SAMPLE_MS = 5_000
/** What garbage that has not been collected yet may make of a difference between two looks. */
const NOISE_MB = 15
const NOISE_DESCRIPTORS = 20

interface Sample {
  readonly megabytes: number
  readonly descriptors: number
}

/** Everything that goes wrong in the other proofs, at random and for as long as it is given. */
export const soak: Proof = {
  name: 'soak',
  promise:
    'with PostgreSQL and workers killed, connections cut and frozen and commits unanswered, at random: nothing is lost or doubled, every run finishes, and memory and descriptors do not grow',
  async run({ minutes, progress }) {
    const postgres = await startKillablePostgres()
    const proxy = await startTcpProxy(postgres.database.connection)
    const ground = await openGround(postgres.database, { guests: 500, waitSeconds: 1 })
    const databaseUrl = proxy.through(ground.databaseUrl)
    const worker = () => startProcess({ databaseUrl, roles: ['worker'] })
    const front = await startProcess({ databaseUrl, roles: ['api'] })
    const workers: Process[] = await Promise.all(Array.from({ length: WORKERS }, worker))

    const faults: Record<string, () => Promise<unknown>> = {
      'workers killed': async () => {
        const victim = oneOf(workers)
        await victim.kill()
        workers.splice(workers.indexOf(victim), 1, await worker())
      },
      'kills of PostgreSQL': async () => {
        await postgres.kill()
        await sleep(between(0, 2_000))
        await postgres.restart()
      },
      'connections cut': async () => proxy.cut(),
      'silences of the database': async () => {
        proxy.freeze()
        await sleep(between(500, 5_000))
        await proxy.pass()
      },
      'slow spells': async () => {
        proxy.delay(100)
        await sleep(between(1_000, 4_000))
        await proxy.pass()
      },
      'commits unanswered': async () => {
        await Promise.race([proxy.swallowCommit(), sleep(1_000)])
        await proxy.pass()
      },
    }
    const made = new Map(Object.keys(faults).map(name => [name, 0]))
    const samples: Sample[] = []
    const ingested = nothingIngested()
    const ends = performance.now() + minutes * 60_000
    const isOver = () => performance.now() >= ends
    const ingesting = ingest(ground, {
      url: front.url,
      until: isOver,
      concurrency: 4,
      pauseMs: 60,
      into: ingested,
    })
    const sampling = (async () => {
      while (!isOver()) {
        samples.push(await sampleOf(front))
        await sleep(SAMPLE_MS)
      }
    })()
    let worst = 0
    while (!isOver()) {
      await sleep(between(LEAST_MS, MOST_MS))
      const name = oneOf(Object.keys(faults))
      await faults[name]?.()
      made.set(name, (made.get(name) ?? 0) + 1)
      const over = performance.now()
      while ((await request(`${front.url}/readyz`)).status !== 200) await sleep(20)
      worst = Math.max(worst, performance.now() - over)
      progress(
        `${Math.ceil((ends - performance.now()) / 60_000)} minutes left, ${counted(ingested.acknowledged.length)} acknowledged, ready again after ${inSeconds(worst)} at worst`,
      )
    }
    await Promise.all([ingesting, sampling])
    await untilFinished(ground, 300_000)
    const { acknowledged, refused } = ingested
    const found = await examineWithControl(ground, acknowledged)
    const ended = front.hasEnded()
    await Promise.all([front, ...workers].map(process => process.stop()))
    await ground.close()
    await proxy.close()
    await postgres.close()
    const grown = growth(samples)
    return {
      tried: `${minutes} minutes, ${[...made].map(([name, times]) => `${times} ${name}`).join(', ')}; ${counted(acknowledged.length)} acknowledged, ${counted(found.runs)} runs, ${counted(refused.length)} answered 503`,
      worst: `ready ${inSeconds(worst)} after a fault; ${grown.shown}`,
      control: found.control,
      faults: [
        ...found.faults,
        ...grown.faults,
        ...(ended ? ['the process that serves requests ended'] : []),
        ...refused
          .filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)
          .slice(0, 3)
          .map(({ status, text }) => `answered ${status}: ${text}`),
      ],
    }
  },
}

async function sampleOf({ pid }: Process): Promise<Sample> {
  const [megabytes, open] = await Promise.all([residentMegabytes(pid), readdir(`/proc/${pid}/fd`)])
  return { megabytes, descriptors: open.length }
}

/** The first third warms up; of the rest, the second half is compared with the first. */
function growth(samples: readonly Sample[]): { shown: string; faults: string[] } {
  const warm = samples.slice(Math.floor(samples.length / 3))
  const half = Math.ceil(warm.length / 2)
  const most = (of: (sample: Sample) => number, part: readonly Sample[]) => Math.max(...part.map(of))
  const compare = (of: (sample: Sample) => number) =>
    [most(of, warm.slice(0, half)), most(of, warm.slice(half))] as const
  const [megabytes, descriptors] = [
    compare(sample => sample.megabytes),
    compare(sample => sample.descriptors),
  ]
  return {
    shown: `${megabytes.map(mb => mb.toFixed(0)).join(' and then ')} MB, ${descriptors.join(' and then ')} descriptors`,
    faults: [
      ...(megabytes[1] - megabytes[0] > NOISE_MB ? [`grew from ${megabytes.join(' to ')} MB`] : []),
      ...(descriptors[1] - descriptors[0] > NOISE_DESCRIPTORS
        ? [`grew from ${descriptors.join(' to ')} descriptors`]
        : []),
    ],
  }
}
