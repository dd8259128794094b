import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Millrace } from '../../sdk/src/client.ts'
import { ConnectionError, RateLimitError, TimeoutError, UnavailableError } from '../../sdk/src/errors.ts'
import { freePort } from '../support/free-port.ts'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { waits } from '../support/workflows.ts'
import { cacheOf, clientOf, failureOf } from './client-under-test.ts'
import { type Fault, type FaultyServer, startFaultyServer } from './faulty-server.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let server: FaultyServer
let client: Millrace
let guest: string
let workflow: string

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  organisation = await millrace.organisation()
  guest = await organisation.guest()
  workflow = await organisation.workflow(waits({ source: 'till' }))
})
beforeEach(async () => {
  server = await startFaultyServer(millrace.url)
  client = clientOf(organisation, server.url, { tokenCache })
  return () => server.close()
})
afterAll(() => millrace.stop())

/** Kept over the tests: the token endpoint takes 20 requests a minute. */
const tokenCache = cacheOf(undefined)
const EVENTS = '/v1/workflows/incoming-event'
const unavailable = (seconds?: number): Fault => ({
  status: 503,
  ...(seconds === undefined ? {} : { headers: { 'retry-after': String(seconds) } }),
  body: { code: 'unavailable', message: 'Not available right now.', request_id: 'r-1' },
})
const tooMany = (seconds: number): Fault => ({
  status: 429,
  headers: { 'retry-after': String(seconds) },
  body: { code: 'too_many_requests', message: 'Too many requests.', request_id: 'r-2' },
})
const inFlight: Fault = { status: 409, body: { code: 'idempotency_in_flight', message: 'In flight.' } }

/** An event that differs from all others. */
const marked = () => {
  const mark = randomUUID()
  return { mark, event: { organisation_registration_id: guest, parameters: { source: 'till', mark } } }
}

async function countStored(mark: string): Promise<number> {
  const { rows } = await millrace.database.engine.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM events WHERE organisation_id = $1 AND parameters ->> 'mark' = $2`,
    [organisation.id, mark],
  )
  return (rows[0] as { n: number }).n
}

describe('an event is stored exactly once', () => {
  test.each<[string, Fault[]]>([
    ['503', [unavailable()]],
    ['503 with Retry-After', [unavailable(1)]],
    ['429 with Retry-After', [tooMany(1)]],
    ['a fault of a gateway', [{ status: 502, body: '<html>Bad gateway</html>' }]],
    ['a fault of the server', [{ status: 500, body: { code: 'internal_error', message: 'Our fault.' } }]],
    ['a connection that was cut', ['cut']],
    ['a lost answer', ['lose the answer']],
    ['a lost answer, and a first request that is still being worked on', ['lose the answer', inFlight]],
    ['an answer that never came', ['hang']],
    ['an answer that never ended', ['stall']],
    ['three faults in a row', ['cut', unavailable(), 'lose the answer']],
  ])('after %s', async (_what, faults) => {
    const { mark, event } = marked()
    server.fault(EVENTS, ...faults)
    const answer = await client.events.send(event, { attemptTimeoutMs: 2_000 })
    expect(answer.event).toMatchObject({ status: 'routed', parameters: { mark } })
    expect(await countStored(mark)).toBe(1)
    const keys = server.of(EVENTS).map(({ headers }) => headers['idempotency-key'])
    // A busy server may ask for one more attempt.
    expect(keys.length).toBeGreaterThan(faults.length)
    expect(new Set(keys).size).toBe(1)
  })

  test('by each of a hundred concurrent calls, though a third of them fail at first', async () => {
    const events = Array.from({ length: 100 }, marked)
    const faults: Fault[] = ['cut', 'lose the answer', unavailable()]
    for (let n = 0; n < 33; n++) server.fault(EVENTS, faults[n % 3] as Fault)
    await Promise.all(events.map(({ event }) => client.events.send(event, { retries: 10 })))
    const { rows } = await millrace.database.engine.query<{ mark: string }>(
      `SELECT parameters ->> 'mark' AS mark FROM events WHERE organisation_id = $1 AND parameters ->> 'mark' = ANY ($2)`,
      [organisation.id, events.map(({ mark }) => mark)],
    )
    expect(rows.map(({ mark }) => mark).sort()).toEqual(events.map(({ mark }) => mark).sort())
  })
})

test('the next attempt does not come before the server asked for it', async () => {
  server.fault(EVENTS, tooMany(1))
  await client.events.send(marked().event)
  const [first, second] = server.of(EVENTS)
  expect((second?.at as number) - (first?.at as number)).toBeGreaterThanOrEqual(1_000)
})

/** A call that the server has asked to wait; it comes back once the call has heard of it. */
async function askedToWait(seconds: number, signal?: AbortSignal): Promise<{ call: Promise<unknown> }> {
  server.fault(EVENTS, tooMany(seconds))
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const call = client.events.send(marked().event, { signal, onRetry: () => resolve() })
  await asked
  return { call }
}

test('where the server asks one call to wait, the others of the client wait too', async () => {
  const { call } = await askedToWait(1)
  const retries: unknown[] = []
  const others = [1, 2].map(() =>
    client.events.send(marked().event, { onRetry: retry => retries.push(retry) }),
  )
  await Promise.all([call, ...others])
  const [first, ...later] = server.of(EVENTS)
  expect(later).toHaveLength(3)
  for (const { at } of later) expect(at - (first?.at as number)).toBeGreaterThanOrEqual(1_000)
  expect(retries).toEqual([])
})

test('a call that has less time than the server asks for does not wait with the others', async () => {
  const controller = new AbortController()
  const { call } = await askedToWait(50, controller.signal)
  const answer = await client.events.send(marked().event, { timeoutMs: 30_000 })
  expect(answer.event.status).toBe('routed')
  controller.abort(new Error('stop'))
  await expect(call).rejects.toThrow('stop')
})

test('a call that waits for the rate limit does so as often as it is asked to, and says so', async () => {
  const { mark, event } = marked()
  server.fault(EVENTS, ...Array<Fault>(5).fill(tooMany(0)))
  const seen: unknown[] = []
  const onRetry = ({ error }: { error: { status: number | undefined } }) => seen.push(error.status)
  await client.events.send(event, { retries: 0, waitForRateLimit: true, onRetry })
  expect(seen).toEqual(Array(5).fill(429))
  expect(await countStored(mark)).toBe(1)
  server.fault(EVENTS, unavailable(0))
  const error = await failureOf(client.events.send(event, { retries: 0, waitForRateLimit: true }))
  expect(error).toBeInstanceOf(UnavailableError)
})

test('a run is stored once, though the answer was lost', async () => {
  const someone = await organisation.guest()
  server.fault('/v1/workflows', 'lose the answer')
  const { workflow_run } = await client.workflowRuns.store(workflow, { org_reg_id: someone })
  const listed = await client.workflowRuns.list(workflow, { org_reg_id: someone }).page()
  expect(listed.data.map(({ id }) => id)).toEqual([workflow_run.id])
})

test('a run is cancelled, though the answer was lost', async () => {
  const { workflow_run: run } = await client.workflowRuns.store(workflow, { org_reg_id: guest })
  server.fault(`/v1/workflows/${workflow}/workflow-runs/${run.id}`, 'lose the answer')
  expect((await client.workflowRuns.cancel(workflow, run.id)).workflow_run.status).toBe('cancelled')
})

test('a guest is registered once, though the answer was lost', async () => {
  const name = randomUUID()
  server.fault('/v1/guests', 'lose the answer', inFlight)
  const { guest: registered } = await client.guests.create({ name })
  const { rows } = await millrace.database.engine.query('SELECT id FROM guests WHERE name = $1', [name])
  expect(rows).toEqual([{ id: registered.id }])
})

describe('a call ends', () => {
  test('after its retries, with the last refusal', async () => {
    server.fault(EVENTS, unavailable(), unavailable(), unavailable())
    const error = await failureOf(client.events.send(marked().event, { retries: 2 }))
    expect(error).toBeInstanceOf(UnavailableError)
    expect(error).toMatchObject({ status: 503, code: 'unavailable', requestId: 'r-1' })
  })

  test('at once, where the server asks for a longer wait than there is time', async () => {
    server.fault(EVENTS, tooMany(3_600))
    const error = await failureOf(client.events.send(marked().event))
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ status: 429, retryAfterSeconds: 3_600 })
  })

  test('after its time, however many retries are left', async () => {
    server.fault(EVENTS, 'hang')
    const error = await failureOf(client.events.send(marked().event, { timeoutMs: 500, retries: 100 }))
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({
      message: `POST ${EVENTS} was not done within 500 ms, retries included.`,
      status: undefined,
    })
  })

  test('when its last attempt takes too long', async () => {
    server.fault(EVENTS, 'hang')
    const error = await failureOf(client.events.send(marked().event, { attemptTimeoutMs: 500, retries: 0 }))
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({ message: `${server.url} did not answer within 500 ms.` })
  })

  test('with the reason of its signal: before it began, during an attempt, and between two', async () => {
    const stop = new Error('stop')
    const during = async (...faults: Fault[]) => {
      server.fault(EVENTS, ...faults)
      const before = server.of(EVENTS).length
      const controller = new AbortController()
      const failure = failureOf(client.events.send(marked().event, { signal: controller.signal }))
      await expect.poll(() => server.of(EVENTS).length).toBe(before + 1)
      controller.abort(stop)
      return failure
    }
    expect(await failureOf(client.guests.get(guest, { signal: AbortSignal.abort(stop) }))).toBe(stop)
    expect(server.received).toEqual([])
    expect(await during('hang')).toBe(stop)
    expect(await during(unavailable(30))).toBe(stop)
  })

  test('with what happened to the connection, when nobody is there', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`
    const away = clientOf(organisation, nobody, { retries: 0 })
    const error = await failureOf(away.guests.get(guest))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ message: `There was no answer from ${nobody} (ECONNREFUSED).` })
  })

  test('where something answers that is not Millrace', async () => {
    server.fault('/v1/guests', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' })
    expect(await failureOf(client.guests.get(guest))).toMatchObject({
      message: `${server.url} answered with something other than JSON. Is Millrace there?`,
    })
  })
})
