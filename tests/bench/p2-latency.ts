import { connect } from 'node:net'
import pg from 'pg'
import { type Benchmark, median } from './benchmark.ts'
import { eventBody, eventHeaders, openBench, serve } from './service.ts'

/** How long one event takes on an idle server, against one INSERT and its commit. Both one after the other, in turns. */
export const p2: Benchmark = {
  id: 'P2',
  async run({ rounds, smoke }) {
    const bench = await openBench()
    const ours = await serve(bench, 'api')
    const client = new pg.Client({ ...bench.connection })
    await client.connect()
    const send = sender(`${ours.url}/v1/workflows/incoming-event`, eventHeaders(ours.token))
    try {
      await client.query('CREATE TABLE one_row (id uuid PRIMARY KEY, body jsonb NOT NULL)')
      const body = eventBody(bench.guestIds[0] as string)
      const insert = () => client.query('INSERT INTO one_row VALUES (gen_random_uuid(), $1)', [body])
      const figures = { ours: [] as number[], theirs: [] as number[] }
      for (let n = 0; n < 50; n++) {
        await send(body)
        await insert()
      }
      for (let round = 0; round < rounds; round++) {
        const events: number[] = []
        const inserts: number[] = []
        for (let n = 0; n < (smoke ? 20 : 500); n++) {
          events.push(await timed(() => send(body)))
          inserts.push(await timed(insert))
        }
        figures.ours.push(median(events))
        figures.theirs.push(median(inserts))
      }
      return {
        id: 'P2',
        what: 'one event on an idle server, p50',
        against: 'one INSERT and COMMIT',
        unit: 'ms',
        must: { atMost: 3 },
        ...figures,
      }
    } finally {
      send.close()
      await client.end()
      await ours.child.stop()
      await bench.close()
    }
  },
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/**
 * One connection, kept open, and nothing around it: what a client library adds is not what is measured here. Answers
 * are whole when as many bytes have come as their content-length says.
 */
export function sender(url: string, headers: Record<string, string>) {
  const { hostname, port, pathname, search, host } = new URL(url)
  const socket = connect(Number(port), hostname).setNoDelay(true)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `POST ${pathname}${search} HTTP/1.1\r\n${lines.join('')}`
  let received = Buffer.alloc(0)
  let waiting: PromiseWithResolvers<string> | undefined
  socket.on('error', error => waiting?.reject(error))
  socket.on('data', chunk => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const end = received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = received.subarray(0, end).toString()
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
    if (received.length < end + 4 + length) return
    const body = received.subarray(end + 4).toString()
    received = Buffer.alloc(0)
    if (head.startsWith('HTTP/1.1 200')) waiting?.resolve(body)
    else waiting?.reject(new Error(`${head.slice(0, 20)}: ${body}`))
  })
  const send = (body: string): Promise<string> => {
    waiting = Promise.withResolvers()
    socket.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    return waiting.promise
  }
  return Object.assign(send, { close: () => socket.destroy() })
}
