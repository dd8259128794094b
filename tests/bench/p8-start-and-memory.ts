import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'
import { residentMegabytes } from '../support/resident-memory.ts'
import type { Benchmark } from './benchmark.ts'
import { drive } from './load.ts'
import { bodiesOf, eventHeaders, openBench, serve, startCommand } from './service.ts'

const MEMORY_LIMIT_MB = 200

/** Resident memory of our process after many events, against the same process idle; and how long a second start takes. */
export const p8: Benchmark = {
  id: 'P8',
  async run({ seconds, rounds, smoke }) {
    const starts = await secondStarts(smoke ? 1 : 5)
    const bench = await openBench()
    const ours = await serve(bench, 'api,worker')
    try {
      await sleep(smoke ? 200 : 5_000)
      const idle = await residentMegabytes(ours.child.pid)
      const after: number[] = []
      let events = 0
      for (let round = 0; round < rounds; round++) {
        const rate = await drive({
          url: `${ours.url}/v1/workflows/incoming-event`,
          seconds,
          connections: 64,
          headers: eventHeaders(ours.token),
          bodies: bodiesOf(bench),
        })
        events += rate * seconds
        await sleep(smoke ? 100 : 3_000)
        after.push(await residentMegabytes(ours.child.pid))
      }
      return {
        id: 'P8',
        what: `resident memory after each third of ${Math.round(events / 1000)},000 events`,
        against: `${MEMORY_LIMIT_MB} MB`,
        unit: 'MB',
        must: { atMost: 1 },
        ours: after,
        theirs: [MEMORY_LIMIT_MB],
        notes: [
          `idle ${idle.toFixed(0)} MB; after each round ${after.map(mb => mb.toFixed(0)).join(', ')} MB`,
          `second start to ready: ${starts.map(ms => `${(ms / 1000).toFixed(2)} s`).join(', ')}`,
        ],
      }
    } finally {
      await ours.child.stop()
      await bench.close()
    }
  },
}

/** Embedded database and all, from the command to the first answer. */
async function secondStarts(count: number): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-bench-'))
  const times: number[] = []
  try {
    for (let start = 0; start <= count; start++) {
      const port = await freePort()
      const began = performance.now()
      const child = await startCommand(
        ['serve'],
        {
          PORT: String(port),
          MILLRACE_DATA_DIR: join(folder, 'data'),
          MILLRACE_LOG: '/dev/null',
          NODE_ENV: 'development',
        },
        `http://127.0.0.1:${port}/readyz`,
      )
      if (start > 0) times.push(performance.now() - began)
      await child.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return times
}
