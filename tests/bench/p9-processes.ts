import { availableParallelism } from 'node:os'
import { type Benchmark, inTurns } from './benchmark.ts'
import { drive } from './load.ts'
import { createProcessorTime, usedBy, usedByPostgres, usedHere } from './processor-time.ts'
import { bodiesOf, eventHeaders, openBench, type Serving, serve } from './service.ts'

const CONNECTIONS = 64
/** One process, PostgreSQL and what sends the load keep two processors busy: a second one then only makes batches smaller. */
const ENOUGH_PROCESSORS = 4

/** Events a second of several processes on one database. */
export const p9: Benchmark = {
  id: 'P9',
  async run({ seconds, rounds, smoke }) {
    const bench = await openBench()
    const processes: Serving[] = []
    for (let n = 0; n < (smoke ? 2 : 4); n++) processes.push(await serve(bench, 'api'))
    const rate = async (count: number, time = seconds) => {
      const share = { seconds: time, connections: CONNECTIONS / count, bodies: bodiesOf(bench) }
      const rates = await Promise.all(
        processes
          .slice(0, count)
          .map(({ url, token }) =>
            drive({ ...share, url: `${url}/v1/workflows/incoming-event`, headers: eventHeaders(token) }),
          ),
      )
      return rates.reduce((sum, one) => sum + one, 0)
    }
    try {
      await rate(processes.length, Math.min(3, seconds))
      const PostgreSQL = await usedByPostgres(bench.database.engineSql)
      const [first, second] = processes.map(({ child }) => usedBy(child.pid))
      const both = first && second && (() => first() + second())
      const ofTwo = createProcessorTime({ 'the processes': both, PostgreSQL, 'the load': usedHere })
      const ofOne = createProcessorTime({ 'the process': first, PostgreSQL, 'the load': usedHere })
      const figures = await inTurns(
        rounds,
        () => ofTwo.during(() => rate(2)),
        () => ofOne.during(() => rate(1)),
      )
      const four = smoke ? undefined : await rate(4)
      return {
        id: 'P9',
        what: 'durable events/s of 2 processes on one database, 64 connections in all',
        against: '1 process',
        unit: '/s',
        must: { atLeast: availableParallelism() >= ENOUGH_PROCESSORS ? 1.3 : 0.95 },
        ...figures,
        notes: [
          `an event takes ${ofTwo.describe()}; with one process ${ofOne.describe()}`,
          ...(four === undefined
            ? []
            : [
                `4 processes: ${four.toFixed(0)}/s; the limit here is ${availableParallelism()} processors for all`,
              ]),
        ],
      }
    } finally {
      await Promise.all(processes.map(({ child }) => child.stop()))
      await bench.close()
    }
  },
}
