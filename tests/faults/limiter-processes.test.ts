import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  newAddress,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'
import { headed, json, sendRaw } from '../support/token-request.ts'
import { startTokenServer, type TokenServer } from '../support/token-server.ts'

let millrace: TestMillrace
/** Three separate processes; the fourth is the one this runs in. */
let servers: TokenServer[]
let urls: string[]

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  servers = await Promise.all(Array.from({ length: 3 }, () => startTokenServer(millrace.databaseUrl)))
  urls = [...servers.map(server => server.url), millrace.url]
})

afterAll(async () => {
  await Promise.all((servers ?? []).map(server => server.stop()))
  await millrace?.stop()
})

interface Flood {
  /** By process, the status of every answer in the order they came. */
  readonly answered: readonly number[][]
  stop(): Promise<void>
}

/** Asks every process for tokens of one client, over several connections each, as fast as they answer. */
function flood(client: TestOrganisation, addressOf: () => string): Flood {
  const answered: number[][] = urls.map(() => [])
  let stopped = false
  const keepAsking = async (url: string, answers: number[]) => {
    const request = headed({ 'x-forwarded-for': addressOf() }, json())(client)
    while (!stopped) {
      try {
        answers.push((await sendRaw(url, request)).status)
      } catch {
        // Killed, and not back yet.
        await sleep(20)
      }
    }
  }
  const asking = urls.flatMap((url, index) =>
    Array.from({ length: 6 }, () => keepAsking(url, answered[index] as number[])),
  )
  return {
    answered,
    async stop() {
      stopped = true
      await Promise.all(asking)
    },
  }
}

/** A limiter that a process kept for itself would have let its own 20 through by then. */
async function untilEachAnswered({ answered }: Flood, times: number): Promise<void> {
  while (answered.some(answers => answers.length < times)) await sleep(20)
}

test.each<[string, () => () => string]>([
  [
    'one address',
    () => {
      const address = newAddress()
      return () => address
    },
  ],
  ['an address for each connection', () => newAddress],
])(
  'four processes that are flooded from %s admit 20 together, neither more nor fewer',
  async (_, addresses) => {
    const flooding = flood(await millrace.organisation(), addresses())
    await untilEachAnswered(flooding, 40)
    await flooding.stop()
    const answers = flooding.answered.flat()
    expect(answers.filter(status => status === 200).length).toBe(20)
    expect(new Set(answers)).toStrictEqual(new Set([200, 429]))
  },
)

test('what a process had counted before it was killed still counts, for it and for the others', async ({
  skip,
}) => {
  const client = await millrace.organisation()
  const address = newAddress()
  const request = headed({ 'x-forwarded-for': address }, json())(client)
  const [first] = servers as [TokenServer]
  const began = performance.now()
  for (let n = 0; n < 12; n++) expect((await sendRaw(first.url, request)).status).toBe(200)

  await first.kill()
  await first.restart()
  const flooding = flood(client, () => address)
  await untilEachAnswered(flooding, 40)
  await flooding.stop()
  const seconds = Math.round((performance.now() - began) / 1_000)
  skip(
    seconds >= 60,
    `It took ${seconds} s to start a process again; by then the minute is over. Run it alone.`,
  )
  const answers = flooding.answered.flat()
  expect(answers.filter(status => status === 200).length).toBe(8)
  expect(new Set(answers)).toStrictEqual(new Set([200, 429]))
})
