import type { Brand } from '@millrace/contract/brand'
import type { NewGuest } from '@millrace/contract/guest'
import { defaultSettings, type OrganisationSettings } from '@millrace/contract/settings'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { loadSecrets } from '../../server/src/config/secrets.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import type { Role } from '../../server/src/main.ts'
import { writeSecret } from '../../server/src/organisations/secrets.ts'
import { createLanes } from '../../server/src/queue/lanes.ts'
import { openQueue } from '../../server/src/queue/open-queue.ts'
import { retryRun } from '../../server/src/runs/commands/retry-run.ts'
import { findRun } from '../../server/src/runs/read/find-run.ts'
import { listSteps } from '../../server/src/runs/read/list-steps.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import type { mailServer } from '../channels/mail-server.ts'
import type { httpReceiver } from '../channels/receiver.ts'
import { eventually, request, startTestMillrace, type TestMillrace } from '../support/millrace.ts'

export type Outside = Awaited<ReturnType<typeof openOutside>>

type Mail = Awaited<ReturnType<typeof mailServer>>
type Receiver = Awaited<ReturnType<typeof httpReceiver>>

/** The whole product, and outside of it a mail server, an SMS provider and webhook receivers, all over sockets. */
export async function openOutside(
  there: { readonly mail: Mail; readonly provider: Receiver; readonly receivers: readonly Receiver[] },
  roles: Role[] = ['api', 'worker'],
  more: Partial<TestMillrace['config']> = {},
) {
  const allowedPorts = [there.mail, there.provider, ...there.receivers].map(({ port }) => port)
  const millrace: TestMillrace = await startTestMillrace({
    roles,
    config: { allowedPrivateAddresses: ['127.0.0.0/8'], allowedPorts, ...more },
  })
  const organisation = await millrace.organisation()
  const token = await organisation.token()
  const engine = millrace.database.engineSql
  const ignore = () => {}
  const sealer = createSealer((await loadSecrets(millrace.config)).master)
  await writeSecret(engine, sealer, organisation.id, 'sms_token', 'a token of the provider')
  const queue = openQueue(
    { connectionString: millrace.databaseUrl },
    {
      applicationName: 'test of channels',
      lanes: createLanes(() => performance.now()),
      leaseMs: 10_000,
      onError: ignore,
    },
  )
  const query = async <Row>(text: string, values: unknown[] = []) =>
    (await millrace.database.engine.query(text, values)).rows as Row[]

  return {
    ...there,
    millrace,
    query,
    organisation,
    /** What the processes of the product need to reach them. */
    env: {
      MILLRACE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
      MILLRACE_ALLOW_PORTS: allowedPorts.join(','),
    },
    async configure(change: Partial<OrganisationSettings> = {}): Promise<void> {
      const settings: Partial<OrganisationSettings> = {
        email: {
          ...defaultSettings.email,
          smtp: { host: '127.0.0.1', port: there.mail.port, security: 'none' },
        },
        sms: { api_url: there.provider.url, account: 'AC123', from: 'Rialto' },
        ...change,
      }
      await query('UPDATE organisations SET settings = $2 WHERE id = $1', [
        organisation.id,
        JSON.stringify(settings),
      ])
    },
    guest: (guest: NewGuest) => organisation.guest(guest),
    workflow: (document: WorkflowDefinition) => organisation.workflow(document),
    venue: (serial: string, brand: Brand) =>
      query(
        `INSERT INTO venues (organisation_id, serial, name, time_zone, brand) VALUES ($1, $2, $2, 'UTC', $3)`,
        [organisation.id, serial, JSON.stringify(brand)],
      ),
    async event(guestId: string, source: string, serials: string[] = []): Promise<string> {
      const answer = await request<{ event: { workflow_runs: { id: string }[] } }>(
        `${millrace.url}/v1/workflows/incoming-event`,
        { token, json: { organisation_registration_id: guestId, serials, parameters: { source } } },
      )
      return (answer.body.event.workflow_runs[0] as { id: string }).id
    },
    run: async (id: string) => {
      const run = await findRun(engine, organisation.id, id)
      if (run === undefined) throw new Error('there is no such run')
      return run
    },
    steps: (id: string) => listSteps(engine, organisation.id, id),
    async path(id: string): Promise<string[]> {
      return (await listSteps(engine, organisation.id, id)).map(step => step.node_id)
    },
    until(id: string, status: string) {
      return eventually(
        () => this.run(id),
        run => run.status === status,
      )
    },
    /** Waits until this attempt of the run's message has been recorded, and makes the next one due at once. */
    async next(runId: string, attempt: number): Promise<void> {
      await eventually(
        () =>
          query(
            `SELECT FROM message_attempts a JOIN messages m ON m.id = a.message_id
             WHERE m.run_id = $1 AND a.attempt = $2`,
            [runId, attempt],
          ),
        rows => rows.length === 1,
      )
      await query(`UPDATE messages SET due_at = now() WHERE run_id = $1 AND status = 'pending'`, [runId])
    },
    retry: (runId: string) =>
      inTransaction(millrace.database.engine, tx => retryRun(tx, queue, organisation.id, { runId })),
    async close(): Promise<void> {
      await queue.stop({ drainMs: 0 })
      await millrace.stop()
      await Promise.all([
        there.mail.close(),
        there.provider.close(),
        ...there.receivers.map(one => one.close()),
      ])
    },
  }
}
