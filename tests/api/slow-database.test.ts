import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually, request, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { startProxiedMillrace } from '../support/proxied-millrace.ts'
import { rawLines, rawRequest } from '../support/raw-request.ts'
import type { TcpProxy } from '../support/tcp-proxy.ts'
import { endsAtOnce } from '../support/workflows.ts'

/** Each way. */
const DELAY_MS = 100
const STORING = 200
const SENDING = 10
const LISTING = 4
const DURING_MS = 8_000

let millrace: TestMillrace & { proxy: TcpProxy }
let organisation: TestOrganisation
let token: string
let guest: string
let workflow: string

beforeAll(async () => {
  millrace = await startProxiedMillrace({ longestWaitMs: 2_000 })
  organisation = await millrace.organisation()
  token = await organisation.token()
  guest = await organisation.guest()
  workflow = await organisation.workflow(endsAtOnce({ source: 'till' }))
})
afterEach(() => millrace.proxy.pass())
afterAll(() => millrace.stop())

interface Answered {
  readonly status: number
  readonly ms: number
  readonly retryAfter: number
}

async function timed(ask: () => Promise<{ status: number; headers: Headers }>): Promise<Answered> {
  const began = performance.now()
  const { status, headers } = await ask()
  return { status, ms: performance.now() - began, retryAfter: Number(headers.get('retry-after')) }
}
const send = () =>
  timed(() =>
    request(`${millrace.url}/v1/workflows/incoming-event`, {
      token,
      json: { organisation_registration_id: guest, parameters: { source: 'till' } },
    }),
  )
const store = () =>
  timed(() =>
    request(`${millrace.url}/v1/workflows/${workflow}/workflow-runs`, {
      token,
      json: { org_reg_id: guest },
    }),
  )
const list = () => timed(() => request(`${millrace.url}/v1/venues`, { token }))

/** So many callers, each asking again when it is answered, and after a pause when it is refused. */
async function crowd(size: number, ask: () => Promise<Answered>, duringMs: number): Promise<Answered[]> {
  const ends = performance.now() + duringMs
  const answers: Answered[] = []
  const call = async () => {
    while (performance.now() < ends) {
      const answer = await ask()
      answers.push(answer)
      if (answer.status === 503) await sleep(answer.retryAfter * 1_000)
    }
  }
  await Promise.all(Array.from({ length: size }, call))
  return answers
}

const split = (answers: readonly Answered[]) => ({
  accepted: answers.filter(({ status }) => status < 300),
  refused: answers.filter(({ status }) => status === 503),
})
async function crowds(duringMs: number) {
  const [storing, sending, listing] = await Promise.all([
    crowd(STORING, store, duringMs),
    crowd(SENDING, send, duringMs),
    crowd(LISTING, list, duringMs),
  ])
  return { storing: split(storing), sending: split(sending), listing: split(listing) }
}

const served = ({ accepted, refused }: ReturnType<typeof split>) =>
  accepted.length / (accepted.length + refused.length)
const median = (answers: readonly Answered[]) =>
  answers.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(answers.length / 2)] as number

test('a database that takes long is a short queue: some are served, the others refused sooner than those are served', async () => {
  // They come to a server that is up: each of its connections is open, and its code has run.
  await crowds(500)
  millrace.proxy.delay(DELAY_MS)
  const { storing, sending, listing } = await crowds(DURING_MS)
  const all = [storing, sending, listing].flatMap(({ accepted, refused }) => [...accepted, ...refused])
  expect(all.map(({ status }) => status).filter(status => ![200, 201, 503].includes(status))).toEqual([])
  // Who is refused is refused for the crowd, and sooner than anyone is served.
  expect(storing.refused.length).toBeGreaterThan(STORING / 2)
  expect(storing.refused.every(({ retryAfter }) => retryAfter >= 1)).toBe(true)
  expect(median(storing.refused)).toBeLessThan(median(storing.accepted))
  // Ten callers with events get more done than two hundred who store runs one by one, and four who list get their turns.
  expect(sending.accepted.length).toBeGreaterThan(storing.accepted.length / 2)
  expect(served(sending)).toBeGreaterThan(2 * served(storing))
  expect(served(listing)).toBeGreaterThan(served(storing))
})

test('a database that says nothing is noticed by those who come, before those who came first have an answer', async () => {
  expect([(await send()).status, (await store()).status, (await list()).status]).toEqual([200, 201, 200])
  millrace.proxy.freeze()
  const order: string[] = []
  const asked = (who: string, ask: () => Promise<Answered>) =>
    ask().then(answer => {
      order.push(who)
      return answer
    })
  const first = [send, store, list].map(ask => asked('first', ask))
  await sleep(5_000)
  const second = await Promise.all([send, store, list].map(ask => asked('second', ask)))
  expect(second.map(({ status }) => status)).toEqual([503, 503, 503])
  expect(order).toEqual(['second', 'second', 'second'])
  // Nobody reads what an event says that will be refused: this one says nothing yet.
  const beginning = rawLines(
    'POST /v1/workflows/incoming-event HTTP/1.1',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Content-Length: 100',
  )
  expect((await rawRequest(millrace.url, beginning)).status).toBe(503)
  await millrace.proxy.pass()
  await Promise.all(first)
  for (const ask of [send, store, list]) await eventually(ask, ({ status }) => status < 300)
})
