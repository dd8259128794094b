import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examine } from '../support/examine.ts'
import { type Ground, openGround } from '../support/ground.ts'
import { type Acknowledged, ingest } from '../support/ingest.ts'
import { countOf, findRepeated, type LogicalRequest, logicalRequests } from '../support/logical-requests.ts'
import { type Answer, eventually } from '../support/millrace.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses, type Process, startProcess } from '../support/processes.ts'
import { record, untilFinished } from '../support/takeover.ts'
import { type Client, startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

const TIMES = 40

let ground: Ground
let proxy: TcpProxy
let millrace: Process
const acknowledged: Acknowledged[] = []

beforeAll(async () => {
  const testDatabase = await createTestDatabase()
  ground = await openGround(testDatabase, { guests: 2 * TIMES, waitSeconds: 1 })
  proxy = await startTcpProxy(testDatabase.connection)
  millrace = await startProcess({ databaseUrl: proxy.through(testDatabase.url) })
})
afterAll(async () => {
  await proxy.pass()
  await millrace.stop()
  await proxy.close()
  await ground.close()
  killProcesses()
})

const ofARequest = ({ options }: Client) => options.includes('role=millrace_tenant')
const ofTheWorker = ({ options }: Client) => options.includes('role=millrace_engine')

/** The answer to COMMIT is swallowed; then the request is sent again. */
async function sendTwice(logical: LogicalRequest, keys: [string, string] | []): Promise<Answer[]> {
  const token = await ground.token(millrace.url)
  const swallowed = proxy.swallowCommit(ofARequest)
  const first = await logical.send(millrace.url, token, keys[0])
  await swallowed
  const second = await logical.send(millrace.url, token, keys[1])
  return [first, second]
}

describe('a request whose COMMIT went through while its answer was lost', () => {
  test.each(['incoming-event', 'workflow-runs'] as const)(
    'to %s and is repeated with its key makes one event and one run',
    async route => {
      for (const logical of logicalRequests(ground, route, TIMES)) {
        const key = randomUUID()
        const [first, second] = (await sendTwice(logical, [key, key])) as [Answer, Answer]
        expect([first.status, first.headers.get('retry-after')], first.text).toEqual([503, '1'])
        expect(second.headers.get('idempotent-replayed'), second.text).toBe('true')
        acknowledged.push(logical.acknowledgedBy(second.body))
      }
      expect(await findRepeated(ground, route)).toEqual([])
      expect(await countOf(ground, route)).toBe(TIMES)
      record(`${route}: ${TIMES} answers to COMMIT swallowed, ${TIMES} requests repeated, 0 made twice`)
    },
  )

  test('loses nothing and repeats nothing where it was the worker’s, or the end of a wait', async () => {
    let swallowed = 0
    let over = false
    const swallowing = (async () => {
      while (!over) {
        await proxy.swallowCommit(ofTheWorker)
        swallowed += 1
      }
    })()
    for (let round = 0; round < TIMES; round++) {
      const ingested = await ingest(ground, { url: millrace.url, count: 3, concurrency: 3 })
      acknowledged.push(...ingested.acknowledged)
      await eventually(
        async () => swallowed,
        seen => seen > round,
      )
    }
    over = true
    await proxy.pass()
    void swallowing
    await untilFinished(ground)
    const { runs, faults } = await examine(ground, acknowledged)
    expect(faults).toEqual([])
    expect(millrace.hasEnded()).toBe(false)
    record(`worker: ${swallowed} answers to COMMIT swallowed over ${runs} runs`)
  })

  test.each(['incoming-event', 'workflow-runs'] as const)(
    'to %s and is repeated without a key makes two, and that is noticed',
    async route => {
      for (const logical of logicalRequests(ground, route, 5)) await sendTwice(logical, [])
      expect(await findRepeated(ground, route)).toHaveLength(5)
    },
  )
})
