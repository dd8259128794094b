import { join } from 'node:path'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { createKey } from '../../server/src/access/keys.ts'
import { newId } from '../../server/src/base/ids.ts'
import { type Database, inTransaction, openDatabase } from '../../server/src/db/database.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { createOrganisation } from '../../server/src/organisations/create-organisation.ts'
import { createWorkflow } from '../../server/src/workflows/create-workflow.ts'
import { publishWorkflow } from '../../server/src/workflows/publish-workflow.ts'
import { BUNDLE_VARIABLE, programOf } from '../support/bundled-programs.ts'
import { freePort } from '../support/free-port.ts'
import { getToken } from '../support/millrace.ts'
import { type Connection, openTestServer, withAdmin } from '../support/test-server.ts'
import { type Child, startChild } from './child.ts'
import { profiled } from './profile/record.ts'

export const benchSecret = 'a secret for benchmarks, which is long enough'

/** A migrated database on its own PostgreSQL, and an organisation in it. */
export interface Bench {
  readonly connection: Connection
  readonly url: string
  readonly database: Database
  readonly organisationId: string
  readonly workflowId: string
  readonly guestIds: readonly string[]
  readonly credentials: { clientId: string; clientSecret: string }
  close(): Promise<void>
}

/** Three steps: a branch, points, the end. */
export const threeSteps: WorkflowDefinition = {
  trigger: { source: 'bench', when: { field: 'event.parameters.spend', operator: 'at_least', value: 1 } },
  start: 'size',
  nodes: [
    {
      id: 'size',
      type: 'branch',
      cases: [
        { when: { field: 'event.parameters.spend', operator: 'at_least', value: 100 }, next: 'points' },
      ],
      else: 'points',
    },
    { id: 'points', type: 'award_points', points: 10, next: 'done' },
    { id: 'done', type: 'end', outcome: 'success' },
  ],
}

interface BenchOptions {
  readonly guests?: number
  readonly settings?: Record<string, string>
  /** Another PostgreSQL than that of the benchmarks. */
  readonly url?: string | undefined
}

export async function openBench({ guests = 2_000, settings = {}, url }: BenchOptions = {}): Promise<Bench> {
  const server = await openTestServer(settings, { url })
  const { admin, prefix } = server.server
  const connection = { ...admin, database: `${prefix}_bench` }
  // A server with settings is a separate one, without the template.
  const template = Object.keys(settings).length === 0 && process.env.MILLRACE_TEST_TEMPLATE
  const copied = template ? ` TEMPLATE ${template} STRATEGY FILE_COPY` : ''
  await withAdmin(admin, client => client.query(`CREATE DATABASE ${connection.database}${copied}`))
  await migrate(connection)
  const database = openDatabase(connection, {
    applicationName: 'millrace bench',
    tenantConnections: 2,
    engineConnections: 4,
    onError: error => process.stderr.write(`${error.message}\n`),
  })
  const organisation = await addOrganisation(database, guests)
  await database.engine.query('ANALYZE')
  const { host, port, user, password } = connection
  const where = host.startsWith('/')
    ? `localhost/${connection.database}?host=${encodeURIComponent(host)}&port=${port}`
    : `${host}:${port}/${connection.database}`
  return {
    ...organisation,
    connection,
    url: `postgresql://${user}:${encodeURIComponent(password)}@${where}`,
    database,
    async close() {
      await database.close()
      await server.close()
    },
  }
}

/** An organisation with a workflow, guests and a key. */
export async function addOrganisation(
  database: Database,
  guests: number,
): Promise<Pick<Bench, 'organisationId' | 'workflowId' | 'guestIds' | 'credentials'>> {
  const organisationId = newId()
  return inTransaction(database.engine, async tx => {
    await createOrganisation(tx, { id: organisationId, name: 'Bench' })
    const key = await createKey(tx, organisationId, 'bench', { name: 'bench', requestsPerMinute: 0 })
    const workflow = await createWorkflow(tx, { organisationId, name: 'Bench', actor: 'bench' })
    await publishWorkflow(tx, {
      organisationId,
      workflowId: workflow.id,
      document: threeSteps,
      actor: 'bench',
    })
    const ids = Array.from({ length: guests }, () => newId())
    await tx.query(
      `INSERT INTO guests (organisation_id, id, name, email)
       SELECT $1, id, 'Guest ' || n, 'guest' || n || '@example.com'
       FROM unnest($2::uuid[]) WITH ORDINALITY AS t (id, n)`,
      [organisationId, ids],
    )
    return { organisationId, credentials: key, workflowId: workflow.id, guestIds: ids }
  })
}

export interface Serving {
  readonly url: string
  readonly child: Child
  readonly token: string
}

/** What `npm start` runs, and the same flags and variables. */
const STARTED = join(import.meta.dirname, '../../server/dist/millrace.mjs')
const FLAGS = ['--max-semi-space-size=8']
const VARIABLES = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }

/** The command as an operator would run it, or from the bundle of a test, whose figures do not count. */
export function startCommand(args: string[], env: Record<string, string>, question: string): Promise<Child> {
  const program = process.env[BUNDLE_VARIABLE] === undefined ? STARTED : programOf('command')
  return startChild([program, ...args], { ...VARIABLES, ...env }, question, { flags: FLAGS })
}

/** The product itself, as an operator would run it. */
export async function serve(bench: Bench, roles: string): Promise<Serving> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PORT: String(port),
    DATABASE_URL: bench.url,
    MILLRACE_SECRET: benchSecret,
    MILLRACE_LOG: '/dev/null',
    MILLRACE_DEMO: 'false',
    ...profiled(),
  }
  const child = await startCommand(['serve', '--roles', roles], env, `${url}/readyz`)
  return { url, child, token: await getToken(url, bench.credentials) }
}

export const eventHeaders = (token: string) => ({
  'content-type': 'application/json',
  authorization: `Bearer ${token}`,
})

export const eventBody = (guestId: string, spend = 42) =>
  JSON.stringify({
    organisation_registration_id: guestId,
    serials: [],
    parameters: { source: 'bench', spend, covers: 2, table: '12' },
  })

/** Each connection has separate guests. */
export const bodiesOf =
  (bench: Pick<Bench, 'guestIds'>) =>
  (connection: number): string[] =>
    Array.from({ length: 30 }, (_, n) =>
      eventBody(bench.guestIds[(connection * 30 + n) % bench.guestIds.length] as string),
    )

/** A bare Fastify route that takes and answers the same, from memory. */
export async function serveBare(): Promise<{ readonly url: string; readonly child: Child }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/event`
  const program = join(import.meta.dirname, 'bare-server.ts')
  const child = await startChild([program], { PORT: String(port) }, { url, body: eventBody(newId()) })
  return { url, child }
}
