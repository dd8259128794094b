import { join } from 'node:path'
import { newId } from '../../server/src/base/ids.ts'
import { freePort } from '../support/free-port.ts'
import { type Benchmark, inTurns } from './benchmark.ts'
import { startChild } from './child.ts'
import { drive } from './load.ts'
import { startNodeRed } from './peers/node-red.ts'
import { startRestate } from './peers/restate.ts'
import { bodiesOf, eventBody, eventHeaders, openBench, serve } from './service.ts'

const CONNECTIONS = 64

/** Durable events a second: authenticated, routed, one run created and queued, committed. */
export const p1: Benchmark = {
  id: 'P1',
  async run({ seconds, rounds, peers }) {
    const bench = await openBench()
    const barePort = await freePort()
    const bareUrl = `http://127.0.0.1:${barePort}/event`
    const bare = await startChild(
      [join(import.meta.dirname, 'bare-server.ts')],
      { PORT: String(barePort) },
      { url: bareUrl, body: eventBody(newId()) },
    )
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
      await load(bareUrl, Math.min(3, seconds))
      const figures = await inTurns(
        rounds,
        () => load(oursUrl, seconds),
        () => load(bareUrl, seconds),
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
        must: { atLeast: 0.55 },
        ...figures,
        peers: beside,
      }
    } finally {
      await ours.child.stop()
      await bare.stop()
      await bench.close()
    }
  },
}
