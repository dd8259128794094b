import { type Benchmark, inTurns } from './benchmark.ts'
import { drive } from './load.ts'
import { startNodeRed } from './peers/node-red.ts'
import { startRestate } from './peers/restate.ts'
import { createProcessorTime, usedBy, usedByPostgres, usedHere } from './processor-time.ts'
import { bodiesOf, eventHeaders, openBench, serve, serveBare } from './service.ts'

const CONNECTIONS = 64

/** Durable events a second: authenticated, routed, one run created and queued, committed. */
export const p1: Benchmark = {
  id: 'P1',
  async run({ seconds, rounds, peers }) {
    const bench = await openBench()
    const bare = await serveBare()
    const ours = await serve(bench, 'api')
    try {
      const load = (url: string, seconds: number) =>
        drive({
          url,
          seconds,
          connections: CONNECTIONS,
          headers: eventHeaders(ours.token),
          bodies: bodiesOf(bench),
        })
      const alone = async (start: () => Promise<{ url: string; stop(): Promise<void> }>) => {
        const peer = await start()
        try {
          await load(peer.url, Math.min(3, seconds))
          return await load(peer.url, seconds)
        } finally {
          await peer.stop()
        }
      }
      const oursUrl = `${ours.url}/v1/workflows/incoming-event`
      await load(oursUrl, Math.min(3, seconds))
      await load(bare.url, Math.min(3, seconds))
      const postgres = await usedByPostgres(bench.database.engineSql)
      const events = createProcessorTime({
        'the process': usedBy(ours.child.pid),
        PostgreSQL: postgres,
        'the load': usedHere,
      })
      const requests = createProcessorTime({ 'the process': usedBy(bare.child.pid), 'the load': usedHere })
      const figures = await inTurns(
        rounds,
        () => events.during(() => load(oursUrl, seconds)),
        () => requests.during(() => load(bare.url, seconds)),
      )
      const beside = peers
        ? [
            { name: 'Node-RED, keeping nothing:', figures: [await alone(startNodeRed)] },
            { name: 'Restate, an invocation accepted:', figures: [await alone(startRestate)] },
          ]
        : []
      return {
        id: 'P1',
        what: 'durable events/s, 64 connections',
        against: 'a bare Fastify route with the same schema, from memory',
        unit: '/s',
        must: { atLeast: 0.7 },
        ...figures,
        notes: [`an event takes ${events.describe()}`, `a request of the bare route ${requests.describe()}`],
        peers: beside,
      }
    } finally {
      await ours.child.stop()
      await bare.child.stop()
      await bench.close()
    }
  },
}
