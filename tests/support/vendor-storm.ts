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
import { isSwitchedOff, type Manners, type SeenError, vendorManners } from './vendor-manners.ts'

export interface Storm {
  readonly vendors: number
  readonly deliveries: number
  readonly attempts: number
  readonly kills: number
  readonly events: number
  /** How long it took from each kill until a server answered again. */
  readonly awayMs: readonly number[]
  /** Deliveries that were given up because no server was there during the whole schedule of their vendor. */
  readonly unserved: readonly string[]
  readonly faults: readonly string[]
}

/**
 * A minute of a vendor's patience takes a second here, and so does a minute in which the server is away: 15 seconds here
 * stand for the quarter of an hour after which the most impatient vendor gives up.
 */
const MINUTE_MS = 1_000
const BETWEEN_ORDERS_MS = 2_000
const MOST_BY_HAND = 3
/** No kills after this time, so that a slow machine makes fewer instead of taking for ever. */
const LONGEST_MS = 11 * 60_000

interface Sender {
  readonly example: VendorExample
  readonly manners: Manners
  readonly url: string
  readonly errors: SeenError[]
}

/**
 * Every vendor sends its orders as it documents it, and each of them a second time after it was answered, while the server is
 * killed and started again. Afterwards each order has made its events, once, and no vendor has given up to which a server
 * could have answered, or has switched the connection off.
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
      return { example, manners, url: `${base}${await connect(engine, organisationId, example)}`, errors: [] }
    }),
  )
  const faults: string[] = []
  const unserved: string[] = []
  const awayMs: number[] = []
  let attempts = 0
  let deliveries = 0
  /** Deliveries that failed and have not got through yet, also while their next attempt is on its way. */
  const interrupted = new Set<symbol>()
  let killed = 0
  const started = Date.now()
  const isOver = () => killed >= kills || Date.now() - started > LONGEST_MS
  let living = await start()
  let ready: Promise<unknown> = Promise.resolve()
  let isAway = false

  /** As its schedule says. Returns whether it was answered. */
  const sendOnSchedule = async (sender: Sender, delivery: ExampleDelivery, order: number, own: symbol) => {
    const seen: string[] = []
    const since = Date.now()
    let served = false
    for (const pause of [...sender.manners.pauses, undefined]) {
      attempts++
      const at = Date.now()
      // A server that is killed while it answers was there, and this attempt was in vain all the same.
      const wasAway = isAway
      const status = await attempt(sender, delivery, order)
      if (status !== undefined && status >= 200 && status < 300) return true
      interrupted.add(own)
      sender.errors.push({ status, at: Date.now() })
      if (isSwitchedOff(sender.manners, sender.errors, MINUTE_MS))
        faults.push(
          `${sender.example.vendor.name} switched the connection off after ${status ?? 'no answer'}`,
        )
      served ||= !wasAway && !isAway
      seen.push(`after ${inSeconds(at - since)} ${status ?? 'no answer'}${isAway ? ' (no server)' : ''}`)
      const isLast = pause === undefined || (status !== undefined && !sender.manners.retries(status))
      if (isLast) break
      await sleep(pause * MINUTE_MS)
    }
    const sentence = `${sender.example.vendor.name} gave up on order ${order}: ${seen.join(', ')}`
    if (served) faults.push(sentence)
    else unserved.push(sentence)
    return false
  }

  const send = async (sender: Sender, delivery: ExampleDelivery, order: number) => {
    deliveries++
    const own = Symbol(sender.example.vendor.id)
    // What was given up is sent again by hand, so that the number of events is known all the same.
    for (let tries = 0; tries < MOST_BY_HAND; tries++) {
      if (await sendOnSchedule(sender, delivery, order, own)) break
      await ready
    }
    interrupted.delete(own)
  }

  const killer = (async () => {
    while (!isOver()) {
      // The next one comes when everybody got through: in the time of vendors, kills are hours apart.
      await sleep(100 + Math.random() * 900)
      if (interrupted.size > 0) continue
      const at = Date.now()
      isAway = true
      await living.kill()
      const starting = start()
      ready = starting
      living = await starting
      isAway = false
      awayMs.push(Date.now() - at)
      killed++
    }
  })()
  const sentOrders = await Promise.all(
    senders.map(async sender => {
      let order = 0
      while (order < orders || !isOver()) {
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
  return { vendors: senders.length, deliveries, attempts, kills: killed, events, awayMs, unserved, faults }
}

const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

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
