import { newId } from '../../server/src/base/ids.ts'
import { type Benchmark, inTurns, median } from './benchmark.ts'
import { drive } from './load.ts'
import { untilEnded } from './p3-runs.ts'
import { createProcessorTime, usedBy, usedByPostgres } from './processor-time.ts'
import { bodiesOf, eventHeaders, openBench, serve, serveBare } from './service.ts'

const CONNECTIONS = 64

/**
 * Events a second that one process accepts and whose three-step runs it finishes, for as long as they come: counted until the last run
 * has ended, so what only piles up is not counted as done. P1 is the first half of it, in a process that only accepts.
 */
export const p1b: Benchmark = {
  id: 'P1b',
  async run({ seconds, rounds }) {
    const bench = await openBench()
    const bare = await serveBare()
    const ours = await serve(bench, 'api,worker')
    try {
      const load = (url: string, during: number) =>
        drive({
          url,
          seconds: during,
          connections: CONNECTIONS,
          headers: eventHeaders(ours.token),
          bodies: bodiesOf(bench),
        })
      const left: number[] = []
      const finished = async (during: number) => {
        const first = newId()
        const began = performance.now()
        const events = during * (await load(`${ours.url}/v1/workflows/incoming-event`, during))
        const accepted = performance.now()
        await untilEnded(bench, first)
        left.push((performance.now() - accepted) / 1_000)
        return events / ((performance.now() - began) / 1_000)
      }
      await finished(Math.min(3, seconds))
      await load(bare.url, Math.min(3, seconds))
      left.length = 0
      const events = createProcessorTime({
        'the process': usedBy(ours.child.pid),
        PostgreSQL: await usedByPostgres(bench.database.engineSql),
      })
      const figures = await inTurns(
        rounds,
        () => events.during(() => finished(seconds)),
        () => load(bare.url, seconds),
      )
      return {
        id: 'P1b',
        what: `durable events/s with their three-step runs finished, one process, ${CONNECTIONS} connections`,
        against: 'a bare Fastify route with the same schema, from memory',
        unit: '/s',
        must: { atLeast: 0.3 },
        ...figures,
        notes: [
          `the last run ended ${median(left).toFixed(1)} s after the last event`,
          `an event and its run take ${events.describe()}`,
        ],
      }
    } finally {
      await ours.child.stop()
      await bare.child.stop()
      await bench.close()
    }
  },
}
