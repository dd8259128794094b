import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from '../../server/src/connections/create-connection.ts'
import {
  bytesOf,
  type ExampleDelivery,
  type VendorExample,
} from '../../server/src/connections/vendors/vendor-example.fixture.ts'
import { vendorExamples } from '../../server/src/connections/vendors/vendor-examples.fixture.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { freePort } from './free-port.ts'
import type { Ground } from './ground.ts'
import { eventually } from './millrace.ts'
import { startProcess, testSecret } from './processes.ts'
import { type Manners, vendorManners } from './vendor-manners.ts'

export interface Storm {
  readonly vendors: number
  readonly deliveries: number
  readonly attempts: number
  readonly kills: number
  readonly events: number
  readonly faults: readonly string[]
}

/** A minute of a vendor's patience takes a second here; a server that is killed is back within a few. */
const MINUTE_MS = 1_000
const BETWEEN_ORDERS_MS = 2_000

interface Sender {
  readonly example: VendorExample
  readonly manners: Manners
  readonly url: string
}

/**
 * Every vendor sends its orders as it documents it, and each of them a second time after it was answered, while the server is
 * killed and started again. Afterwards each order has made its events, once, and no vendor has given up.
 */
export async function vendorStorm(
  { databaseUrl, engine, organisationId }: Ground,
  { orders, kills }: { orders: number; kills: number },
): Promise<Storm> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const start = () => startProcess({ databaseUrl, port, env: { MILLRACE_BASE_URL: base } })
  const senders = await Promise.all(
    vendorExamples.map(async (example): Promise<Sender> => {
      const manners = vendorManners[example.vendor.id]
      if (manners === undefined) throw new Error(`vendor-manners.ts does not know ${example.vendor.id}`)
      return { example, manners, url: `${base}${await connect(engine, organisationId, example)}` }
    }),
  )
  const faults: string[] = []
  let attempts = 0
  let deliveries = 0
  /** Deliveries that wait for their next attempt. */
  let interrupted = 0
  let killed = 0
  let living = await start()
  const send = async (sender: Sender, delivery: ExampleDelivery, order: number) => {
    deliveries++
    for (const pause of [...sender.manners.pauses, undefined]) {
      attempts++
      const status = await attempt(sender, delivery, order)
      if (status !== undefined && status >= 200 && status < 300) return
      if (pause === undefined || (status !== undefined && !sender.manners.retries(status))) {
        faults.push(`${sender.example.vendor.name} gave up on order ${order}: ${status ?? 'no answer'}`)
        return
      }
      interrupted++
      await sleep(pause * MINUTE_MS)
      interrupted--
    }
  }
  const killer = (async () => {
    while (killed < kills) {
      // The next one comes when everybody got through: in the time of vendors, kills are hours apart.
      await sleep(100 + Math.random() * 900)
      if (interrupted > 0) continue
      await living.kill()
      living = await start()
      killed++
    }
  })()
  const sentOrders = await Promise.all(
    senders.map(async sender => {
      let order = 0
      while (order < orders || killed < kills) {
        // Each a second time, as if the answer had been lost on its way.
        for (const _ of ['first', 'second'])
          await Promise.all(sender.example.deliveries.map(delivery => send(sender, delivery, order)))
        order++
        await sleep(Math.random() * BETWEEN_ORDERS_MS)
      }
      return order
    }),
  )
  await killer
  await eventually(
    async () => {
      // What a dead process had claimed is due at once, as it would be after the lease.
      await engine.query("UPDATE connection_deliveries SET due_at = now() WHERE state = 'waiting'")
      return engine.query("SELECT FROM connection_deliveries WHERE state = 'waiting'")
    },
    ({ rowCount }) => rowCount === 0,
  )
  await living.stop()
  const expected = new Map(
    senders.map(({ example }, place) => [example.vendor.id, (sentOrders[place] ?? 0) * eventsOf(example)]),
  )
  const { rows } = await engine.query<{ vendor: string; made: number; kept: number }>(
    `SELECT c.vendor, count(DISTINCT m.event_id)::int AS made,
            (SELECT count(*)::int FROM events e WHERE e.organisation_id = $1 AND e.source = c.id::text) AS kept
     FROM connections c LEFT JOIN connection_events m ON m.organisation_id = c.organisation_id AND m.connection_id = c.id
     WHERE c.organisation_id = $1 GROUP BY c.id, c.vendor`,
    [organisationId],
  )
  for (const { vendor, made, kept } of rows) {
    const wanted = expected.get(vendor)
    if (made !== wanted || kept !== wanted)
      faults.push(`${vendor}: ${wanted} events expected, ${made} made, ${kept} stored`)
  }
  const events = [...expected.values()].reduce((sum, one) => sum + one, 0)
  return { vendors: senders.length, deliveries, attempts, kills: killed, events, faults }
}

/** Events carry the id of their connection as the source, so that each can be counted; no location has to be known. */
async function connect(
  engine: Ground['engine'],
  organisationId: string,
  example: VendorExample,
): Promise<string> {
  const sealer = createSealer({ current: testSecret, previous: [] })
  const { venue: _, ...mapping } = example.vendor.mapping
  const { id, address } = await inTransaction(engine, tx =>
    createConnection(tx, sealer, organisationId, 'test', {
      name: example.vendor.name,
      vendor: { ...example.vendor, mapping },
      secret: example.secret,
      unknownGuests: 'create',
    }),
  )
  await engine.query(
    `UPDATE connections SET mapping = mapping || jsonb_build_object('source', id::text) WHERE id = $1`,
    [id],
  )
  return `/hooks/${address}`
}

/** How many events the deliveries of one order make together: what is the same in several is one. */
function eventsOf({ deliveries }: VendorExample): number {
  const made = deliveries.flatMap(({ makes, name }) =>
    makes.flatMap((one, place) => (typeof one === 'string' ? [] : [one.identity ?? `${name} ${place}`])),
  )
  return new Set(made).size
}

/** undefined: no answer in time. */
function attempt(
  { example, manners, url }: Sender,
  delivery: ExampleDelivery,
  order: number,
): Promise<number | undefined> {
  const text = bytesOf(delivery.body).toString()
  const body = Buffer.from(manners.ids.reduce((rest, id) => rest.replaceAll(id, `${id}${order}`), text))
  const own = delivery.headers ?? {}
  const { idHeader } = manners
  const headers = {
    'content-type': 'application/json',
    ...own,
    ...(idHeader === undefined
      ? {}
      : { [idHeader]: `${own[idHeader] ?? delivery.name.replaceAll(' ', '-')}-${order}` }),
  }
  return new Promise(resolve => {
    const sent = request(url, {
      method: 'POST',
      timeout: manners.timeoutMs,
      headers: { ...headers, ...example.sign(example.secret, body, url, new Date(), headers) },
    })
    sent.on('response', answer => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(undefined))
    sent.end(body)
  })
}
