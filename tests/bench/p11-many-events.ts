import { type Benchmark, inTurns } from './benchmark.ts'
import { drive } from './load.ts'
import { bodiesOf, eventBody, eventHeaders, openBench, serve } from './service.ts'

/** As P1, so that the two sides differ in nothing but how many events a request has. */
const CONNECTIONS = 64
const IN_A_REQUEST = 500
/** So many requests are under way that the next portion is there when one is committed. */
const SENDERS = 4

/** Durable events a second with many in a request, against one in each: the same acceptance and the same guarantees. */
export const p11: Benchmark = {
  id: 'P11',
  async run({ seconds, rounds }) {
    const bench = await openBench()
    const ours = await serve(bench, 'api')
    try {
      const headers = eventHeaders(ours.token)
      const many = (sender: number): string[] =>
        Array.from({ length: 4 }, (_, n) => {
          const guest = (place: number) =>
            bench.guestIds[((sender * 4 + n) * IN_A_REQUEST + place) % bench.guestIds.length] as string
          return `[${Array.from({ length: IN_A_REQUEST }, (_, place) => eventBody(guest(place))).join()}]`
        })
      const inRequests = async (seconds: number) =>
        IN_A_REQUEST *
        (await drive({
          url: `${ours.url}/v1/events`,
          seconds,
          connections: SENDERS,
          headers,
          bodies: many,
        }))
      const single = (seconds: number) =>
        drive({
          url: `${ours.url}/v1/workflows/incoming-event`,
          seconds,
          connections: CONNECTIONS,
          headers,
          bodies: bodiesOf(bench),
        })
      await inRequests(Math.min(3, seconds))
      await single(Math.min(3, seconds))
      const figures = await inTurns(
        rounds,
        () => inRequests(seconds),
        () => single(seconds),
      )
      return {
        id: 'P11',
        what: `durable events/s, ${IN_A_REQUEST} in a request`,
        against: 'one in a request, 64 connections (P1)',
        unit: '/s',
        must: { atLeast: 2.5 },
        ...figures,
      }
    } finally {
      await ours.child.stop()
      await bench.close()
    }
  },
}
