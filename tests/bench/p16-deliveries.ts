import { Agent, request } from 'node:http'
import { createConnection } from '../../server/src/connections/create-connection.ts'
import { shopifyExample } from '../../server/src/connections/vendors/shopify.fixture.ts'
import { bytesOf } from '../../server/src/connections/vendors/vendor-example.fixture.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { type Benchmark, percentile } from './benchmark.ts'
import { type Bench, benchSecret, eventBody, eventHeaders, openBench, serve } from './service.ts'

/** What a vendor that waits two seconds would never notice. */
const MOST_MS = 100
const DELIVERIES_A_SECOND = 200
const EVENTS_A_SECOND = 50

/**
 * How long a vendor waits until its delivery is stored, at 200 signed deliveries a second, while the same process reads them,
 * makes events and runs of them, and takes 50 other events a second. Each is sent when it is its turn, whether those before
 * are answered or not, and its time counts from then: a server that falls behind cannot hide it.
 */
export const p16: Benchmark = {
  id: 'P16',
  async run({ seconds, rounds, smoke }) {
    const bench = await openBench()
    const ours = await serve(bench, 'api,worker')
    const agent = new Agent({ keepAlive: true, maxSockets: 64 })
    try {
      const hook = `${ours.url}${await connectTill(bench)}`
      const figures: number[] = []
      let sent = 0
      for (let round = 0; round < rounds; round++) {
        const deliveries = Math.ceil(DELIVERIES_A_SECOND * seconds)
        const first = sent
        const [took] = await Promise.all([
          paced(deliveries, DELIVERIES_A_SECOND, number => deliver(agent, hook, first + number)),
          paced(Math.ceil(EVENTS_A_SECOND * seconds), EVENTS_A_SECOND, number =>
            post(
              agent,
              `${ours.url}/v1/workflows/incoming-event`,
              eventHeaders(ours.token),
              Buffer.from(eventBody(bench.guestIds[number % bench.guestIds.length] as string)),
            ),
          ),
        ])
        sent += deliveries
        figures.push(percentile(took, 0.99))
      }
      await requireAll(bench, sent)
      return {
        id: 'P16',
        what: `answering a delivery at ${DELIVERIES_A_SECOND}/s, p99`,
        against: 'the limit',
        unit: 'ms',
        must: { atMost: smoke ? Number.POSITIVE_INFINITY : 1 },
        ours: figures,
        theirs: figures.map(() => MOST_MS),
        notes: [`${sent} deliveries sent, ${sent} stored.`],
      }
    } finally {
      agent.destroy()
      await ours.child.stop()
      await bench.close()
    }
  },
}

async function connectTill({ database, organisationId }: Bench): Promise<string> {
  const sealer = createSealer({ current: benchSecret, previous: [] })
  const { vendor, secret } = shopifyExample
  const mapping = { ...vendor.mapping, source: 'bench', parameters: { spend: { constant: 42 } } }
  const { venue: _, ...elsewhere } = mapping
  const given = {
    name: 'Till',
    vendor: { ...vendor, mapping: elsewhere },
    secret,
    unknownGuests: 'create',
  } as const
  const { address } = await inTransaction(database.engine, tx =>
    createConnection(tx, sealer, organisationId, 'bench', given),
  )
  return `/hooks/${address}`
}

const order = shopifyExample.deliveries[0]?.body as { customer: object }

function deliver(agent: Agent, url: string, number: number): Promise<void> {
  const guest = number % 500
  const body = bytesOf({
    ...order,
    id: number,
    email: `buyer-${guest}@example.com`,
    customer: { ...order.customer, id: guest },
  })
  const headers = {
    'content-type': 'application/json',
    'x-shopify-topic': 'orders/paid',
    'x-shopify-webhook-id': `bench-${number}`,
    ...shopifyExample.sign(shopifyExample.secret, body, url, new Date()),
  }
  return post(agent, url, headers, body)
}

/** Starts each at its time, and says how many milliseconds after it each was done. */
async function paced(
  count: number,
  aSecond: number,
  work: (number: number) => Promise<void>,
): Promise<number[]> {
  const began = performance.now()
  const done: Promise<number>[] = []
  for (let number = 0; number < count; number++) {
    const due = began + (number * 1_000) / aSecond
    const early = due - performance.now()
    if (early > 0) await new Promise(resolve => setTimeout(resolve, early))
    done.push(work(number).then(() => performance.now() - due))
  }
  return Promise.all(done)
}

function post(agent: Agent, url: string, headers: Record<string, string>, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent,
      method: 'POST',
      headers: { ...headers, 'content-length': body.length },
    })
    sent.on('error', reject)
    sent.on('response', answer => {
      answer.resume()
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`answered ${answer.statusCode}`)),
      )
    })
    sent.end(body)
  })
}

async function requireAll({ database }: Bench, sent: number): Promise<void> {
  const { rows } = await database.engine.query<{ stored: number }>(
    'SELECT count(*)::int AS stored FROM connection_deliveries',
  )
  if (rows[0]?.stored !== sent) throw new Error(`${sent} deliveries were answered, ${rows[0]?.stored} stored`)
}
