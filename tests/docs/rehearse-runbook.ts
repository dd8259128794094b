import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atTerminal } from '../../server/src/cli/at-terminal.fixture.ts'
import { createTestMember } from '../support/dashboard.ts'
import { postEvent } from '../support/ingest.ts'
import {
  eventually,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'

/** A running Millrace with a receiver that is down at first, and what the runbook says done to it. */
export interface Runbook {
  readonly millrace: TestMillrace
  readonly organisation: TestOrganisation
  readonly workflow: string
  /** A command of the document, with its placeholders replaced. */
  command(
    text: string,
    replaced?: Readonly<Record<string, string>>,
    ...more: string[]
  ): ReturnType<typeof atTerminal>
  /** An event of a new guest, from this source. */
  send(source: string): Promise<void>
  repairReceiver(): void
  untilRun(status: string): Promise<string>
  member(): Promise<string>
  close(): Promise<void>
}

export async function openRunbook(): Promise<Runbook> {
  let down = true
  const receiver = createServer((_request, response) => response.writeHead(down ? 404 : 204).end())
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  const millrace = await startTestMillrace({
    config: { allowedPrivateAddresses: ['127.0.0.1'], allowedPorts: [port] },
  })
  const organisation = await millrace.organisation('Runbook')
  const workflow = 'Notify the till'
  await organisation.workflow(
    {
      trigger: { source: 'till' },
      start: 'call',
      nodes: [
        { id: 'call', type: 'call_webhook', url: `http://127.0.0.1:${port}/`, method: 'POST', next: 'end' },
        { id: 'end', type: 'end', outcome: 'success' },
      ],
    },
    workflow,
  )
  const env = {
    DATABASE_URL: millrace.databaseUrl,
    MILLRACE_SECRET: millrace.config.secret,
    PORT: String(millrace.config.port),
  }
  return {
    millrace,
    organisation,
    workflow,
    command(text, replaced = {}, ...more) {
      const words = [...text.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
      return atTerminal([...words.slice(2).map(word => replaced[word] ?? word), ...more], env)
    },
    async send(source) {
      const guest = await organisation.guest()
      await postEvent(millrace.url, await organisation.token(), guest, { parameters: { source } })
    },
    repairReceiver() {
      down = false
    },
    async untilRun(status) {
      const [run] = await eventually(
        async () =>
          (await millrace.database.engine.query('SELECT id, status FROM runs')).rows as {
            id: string
            status: string
          }[],
        runs => runs.every(found => found.status === status) && runs.length > 0,
      )
      return run?.id as string
    },
    member: async () => (await createTestMember(millrace, organisation.id)).email,
    async close() {
      await millrace.stop()
      receiver.closeAllConnections()
      receiver.close()
    },
  }
}
