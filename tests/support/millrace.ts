import type { NewGuest } from '@millrace/contract/guest'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type pg from 'pg'
import { createKey } from '../../server/src/access/keys.ts'
import { newId } from '../../server/src/base/ids.ts'
import { type Config, decideConfig } from '../../server/src/config/config.ts'
import { loadSecrets } from '../../server/src/config/secrets.ts'
import { auditPads } from '../../server/src/db/audit-pads.ts'
import { type Database, inTransaction } from '../../server/src/db/database.ts'
import { createGuest } from '../../server/src/guests/create-guest.ts'
import { type Role, startMillrace } from '../../server/src/main.ts'
import { keepAuditKey } from '../../server/src/organisations/audit-key.ts'
import { createOrganisation } from '../../server/src/organisations/create-organisation.ts'
import { createSealer } from '../../server/src/secrets/sealer.ts'
import { createVenue } from '../../server/src/venues/create-venue.ts'
import { createWorkflow } from '../../server/src/workflows/create-workflow.ts'
import { publishWorkflow } from '../../server/src/workflows/publish-workflow.ts'
import { freePort } from './free-port.ts'
import { PATIENCE_MS } from './patience.ts'
import { openPatiently } from './patient-database.ts'
import { createTestDatabase } from './postgres.ts'
import { LOOP_REPORTS_VARIABLE, startWatched } from './watched-millrace.ts'

/** The whole product on a separate database and a free port, and what a test needs to look behind it. */
export interface TestMillrace {
  readonly url: string
  readonly config: Config
  readonly database: Database
  readonly databaseUrl: string
  organisation(name?: string): Promise<TestOrganisation>
  stop(): Promise<void>
}

export interface TestOrganisation {
  readonly id: string
  readonly clientId: string
  readonly clientSecret: string
  /** From a separate address, so that tests do not use up each other's requests. */
  token(): Promise<string>
  guest(guest?: NewGuest): Promise<string>
  venue(serial: string): Promise<void>
  workflow(definition: WorkflowDefinition, name?: string): Promise<string>
}

export async function startTestMillrace(
  options: { roles?: Role[]; config?: Partial<Config> } = {},
): Promise<TestMillrace> {
  const testDatabase = await createTestDatabase()
  const config = { ...(await testConfig(testDatabase.url)), ...options.config }
  const { roles = ['api', 'worker'] } = options
  const folder = process.env[LOOP_REPORTS_VARIABLE]
  const millrace = folder
    ? await startWatched({ config, roles, folder })
    : await startMillrace(config, { roles, progress: () => {}, longestWaitMs: PATIENCE_MS })
  const database = openPatiently(testDatabase.connection, {
    tenantConnections: 2,
    engineConnections: 2,
    auditKey: await testAuditKey(config, testDatabase.connection),
  })
  return {
    url: config.baseUrl,
    config,
    database,
    databaseUrl: testDatabase.url,
    organisation: (name = 'Test') => createTestOrganisation(config.baseUrl, database, name),
    async stop() {
      await database.close()
      await millrace.stop()
      await testDatabase.drop()
    },
  }
}

/** What a test writes beside the server is signed as the server signs it. */
async function testAuditKey(config: Config, connection: pg.ClientConfig): Promise<string> {
  const { master, audit } = await loadSecrets(config)
  return auditPads(await keepAuditKey(connection, createSealer(master), audit))
}

export async function testConfig(databaseUrl: string): Promise<Config> {
  const port = await freePort()
  return decideConfig({
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    ...poolerOf(databaseUrl),
    MILLRACE_SECRET: 'a secret for tests only, and long enough',
    // Tests say with X-Forwarded-For which address they come from.
    MILLRACE_TRUSTED_PROXIES: '127.0.0.1',
    MILLRACE_LOG: '/dev/null',
    MILLRACE_LOG_LEVEL: 'silent',
    MILLRACE_DEMO: 'false',
  })
}

/** Through the pooler of the proof, where there is one. */
function poolerOf(databaseUrl: string) {
  const port = process.env.MILLRACE_TEST_POOLER
  if (port === undefined) return {}
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  return { DATABASE_POOL_URL: url.href }
}

export async function createTestOrganisation(
  url: string,
  database: Database,
  name: string,
): Promise<TestOrganisation> {
  const id = newId()
  const write = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(database.engine, work)
  const { clientId, clientSecret } = await write(async tx => {
    await createOrganisation(tx, { id, name })
    return createKey(tx, id, 'test', { name: 'test' })
  })
  return {
    id,
    clientId,
    clientSecret,
    token: () => getToken(url, { clientId, clientSecret }),
    async guest(guest = {}) {
      const created = await write(tx => createGuest(tx, id, guest))
      if (created === undefined) throw new Error('the guest exists already')
      return created.id
    },
    venue: serial => write(tx => createVenue(tx, id, { serial, name: serial, timeZone: 'Europe/London' })),
    workflow: (definition, workflowName = 'Test') =>
      write(async tx => {
        const created = await createWorkflow(tx, { organisationId: id, name: workflowName, actor: 'test' })
        await publishWorkflow(tx, {
          organisationId: id,
          workflowId: created.id,
          document: definition,
          actor: 'test',
        })
        return created.id
      }),
  }
}

let addresses = 0
/** An address that nothing else in this process uses. */
export const newAddress = () => {
  addresses++
  return `10.${process.pid % 250}.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
}

export async function getToken(
  url: string,
  credentials: { clientId: string; clientSecret: string },
): Promise<string> {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
    body: JSON.stringify({
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
      grant_type: 'client_credentials',
    }),
  })
  const body = (await response.json()) as { access_token?: string }
  if (body.access_token === undefined) throw new Error(`no token: ${response.status} ${JSON.stringify(body)}`)
  return body.access_token
}

export interface Answer<Body = Record<string, unknown>> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
  readonly text: string
}

/** One request, as an integrator would send it. */
export async function request<Body = Record<string, unknown>>(
  address: string,
  {
    token,
    json,
    headers = {},
    ...init
  }: RequestInit & { token?: string; json?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer<Body>> {
  const response = await fetch(address, {
    ...init,
    method: init.method ?? (json === undefined ? 'GET' : 'POST'),
    headers: {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parsed(text) as Body }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Waits for something that happens soon; fails with what was last seen. */
export async function eventually<T>(
  look: () => Promise<T>,
  until: (seen: T) => boolean,
  withinMs = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + withinMs
  // What takes longer is looked at less often: looking takes the processor from what is waited for.
  for (let pause = 20; ; pause = Math.min(1.5 * pause, 100)) {
    const seen = await look()
    if (until(seen)) return seen
    if (Date.now() > deadline)
      throw new Error(`not within ${withinMs} ms; last seen: ${JSON.stringify(seen)}`)
    await new Promise(resolve => setTimeout(resolve, pause))
  }
}
