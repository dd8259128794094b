import { randomUUID } from 'node:crypto'
import { examineWithControl } from '../support/examine.ts'
import { openGround } from '../support/ground.ts'
import type { Acknowledged } from '../support/ingest.ts'
import { findRepeated, logicalRequests } from '../support/logical-requests.ts'
import { startProcess } from '../support/processes.ts'
import { untilFinished } from '../support/takeover.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { counted, type Proof } from './proof.ts'

const ROUTES = ['incoming-event', 'workflow-runs'] as const

export const swallowedCommits: Proof = {
  name: 'swallowed-commits',
  promise:
    'the answer to COMMIT lost and the request repeated with its key: one event, one run, the same answer',
  async run({ many, createDatabase, progress }) {
    const times = many({ quick: 20, hour: 150, whole: 500 })
    const testDatabase = await createDatabase()
    const ground = await openGround(testDatabase, { guests: times + 1 })
    const proxy = await startTcpProxy(testDatabase.connection)
    const millrace = await startProcess({ databaseUrl: proxy.through(testDatabase.url) })
    const token = await ground.token(millrace.url)
    const acknowledged: Acknowledged[] = []
    const faults: string[] = []
    for (const route of ROUTES) {
      for (const logical of logicalRequests(ground, route, times)) {
        const key = randomUUID()
        const swallowed = proxy.swallowCommit(({ options }) => options.includes('role=millrace_tenant'))
        const first = await logical.send(millrace.url, token, key)
        await swallowed
        const second = await logical.send(millrace.url, token, key)
        const third = await logical.send(millrace.url, token, key)
        if (first.status !== 503) faults.push(`${route}: ${first.status} although COMMIT was not answered`)
        if (second.headers.get('idempotent-replayed') !== 'true' || second.text !== third.text) {
          faults.push(`${route}: repeated with its key, ${second.status} ${second.text}`)
        } else acknowledged.push(logical.acknowledgedBy(second.body))
        progress(`${route}: ${acknowledged.length} of ${times * ROUTES.length}`)
      }
      faults.push(...(await findRepeated(ground, route)).map(mark => `${route}: ${mark} happened twice`))
    }
    await untilFinished(ground)
    const examined = await examineWithControl(ground, acknowledged)
    await proxy.pass()
    await millrace.stop()
    await proxy.close()
    await ground.close()
    return {
      tried: `${counted(times)} times on each of ${ROUTES.length} routes`,
      worst: `${faults.length} repeated or refused`,
      control: examined.control,
      faults: [...faults.slice(0, 5), ...examined.faults],
    }
  },
}
