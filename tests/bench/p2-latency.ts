import { Agent, request } from 'node:http'
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
        must: { atMost: 4 },
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

/** One connection, kept open, with as little around it as Node allows. */
export function sender(url: string, headers: Record<string, string>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (body: string) =>
    new Promise<string>((resolve, reject) => {
      const sent = request(url, {
        method: 'POST',
        agent,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      })
      sent.on('error', reject)
      sent.on('response', response => {
        let text = ''
        response.on('data', chunk => {
          text += chunk
        })
        response.on('end', () =>
          response.statusCode === 200 ? resolve(text) : reject(new Error(`${response.statusCode}: ${text}`)),
        )
      })
      sent.end(body)
    })
  return Object.assign(send, { close: () => agent.destroy() })
}
