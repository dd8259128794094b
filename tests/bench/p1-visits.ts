import { inTransaction } from '../../server/src/db/database.ts'
import { setMeaning } from '../../server/src/visits/source-meanings.ts'
import { type Benchmark, inTurns } from './benchmark.ts'
import { drive } from './load.ts'
import { type Bench, bodiesOf, eventHeaders, openBench, serve } from './service.ts'

/** As P1. */
const CONNECTIONS = 64

/** Durable events a second from a source whose events are visits, against one whose events are nothing in particular. */
export const p1Visits: Benchmark = {
  id: 'P1-visits',
  async run({ seconds, rounds }) {
    const [recording, plain] = [await openBench(), await openBench()]
    await inTransaction(recording.database.engine, tx =>
      setMeaning(tx, recording.organisationId, 'bench', { kind: 'visit', amount: 'spend' }, 'bench'),
    )
    const [ours, theirs] = [await serve(recording, 'api'), await serve(plain, 'api')]
    try {
      const load =
        (bench: Bench, { url, token }: typeof ours) =>
        (seconds: number) =>
          drive({
            url: `${url}/v1/workflows/incoming-event`,
            seconds,
            connections: CONNECTIONS,
            headers: eventHeaders(token),
            bodies: bodiesOf(bench),
          })
      const [withVisits, without] = [load(recording, ours), load(plain, theirs)]
      await withVisits(Math.min(3, seconds))
      await without(Math.min(3, seconds))
      const figures = await inTurns(
        rounds,
        () => withVisits(seconds),
        () => without(seconds),
      )
      return {
        id: 'P1-visits',
        what: 'durable events/s that are visits, 64 connections',
        against: 'the same events from a source that was not declared',
        unit: '/s',
        must: { atLeast: 0.95 },
        ...figures,
      }
    } finally {
      await ours.child.stop()
      await theirs.child.stop()
      await recording.close()
      await plain.close()
    }
  },
}
