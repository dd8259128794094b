import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../../server/src/db/embedded/server.ts'

/** How to reach a server as its administrator; plain values, so that it can be handed to another process. */
export interface Connection {
  host: string
  port: number
  user: string
  password: string
  database: string
}

/** What the workers need to know about the server of this run. */
export interface TestServer {
  admin: Connection
  /** The other nodes of a distributed database, each with its part of every database. */
  others?: readonly Connection[]
  template: string
  /** Begins the name of every database of this run. */
  prefix: string
}

export interface TestServerOptions {
  readonly parent?: string | undefined
  readonly url?: string | undefined
}

export interface OpenedTestServer {
  server: TestServer
  createTemplate(prepare: (connection: pg.ClientConfig) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/**
 * An embedded server in a temporary folder, or the one at `url`: by default the one that MILLRACE_TEST_DATABASE_URL names. Callers with
 * `settings`, which may need a restart, get a separate one. `parent` is where the temporary folder is made.
 */
export async function openTestServer(
  settings: Record<string, string> = {},
  { parent = tmpdir(), url: given = process.env.MILLRACE_TEST_DATABASE_URL }: TestServerOptions = {},
): Promise<OpenedTestServer> {
  const own = Object.keys(settings).length > 0
  const url = own ? undefined : given
  const { admin, shutDown } = url ? fromUrl(url) : await startTemporary(settings, parent)
  const prefix = `millrace_test_${randomBytes(4).toString('hex')}`
  const server = { admin, prefix, template: `${prefix}_template` }
  return {
    server,
    async createTemplate(prepare) {
      await withAdmin(admin, client => client.query(`CREATE DATABASE ${server.template}`))
      await prepare({ ...admin, database: server.template })
      // Nothing connects to it from here on: a connection would keep it from being copied.
      await withAdmin(admin, client =>
        client.query(`ALTER DATABASE ${server.template} ALLOW_CONNECTIONS false`),
      )
    },
    async close() {
      // Forced out while it is closing, a connection prints its last words over the output of the tests.
      await withAdmin(admin, client => untilClosed(client, `starts_with(datname, $1)`, prefix))
      if (url) await dropAll(server)
      await shutDown()
    },
  }
}

export async function withAdmin<T>(admin: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...admin, application_name: 'millrace test support' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A connection that is still there after this was left open. One that was closed is gone at once, if the machine has time. */
const LEFT_OPEN_MS = 30_000

export interface Session {
  application_name: string
  state: string
  query: string
}

/** Waits until nothing is connected to these databases. Returns what still is. */
export async function untilClosed(client: pg.Client, databases: string, name: string): Promise<Session[]> {
  const until = Date.now() + LEFT_OPEN_MS
  for (;;) {
    const { rows } = await client.query<Session>(
      `SELECT application_name, state, query FROM pg_stat_activity
       WHERE ${databases} AND backend_type = 'client backend' AND application_name NOT LIKE 'citus%'`,
      [name],
    )
    if (rows.length === 0 || Date.now() > until) return rows
    await sleep(20)
  }
}

async function startTemporary(
  settings: Record<string, string>,
  parent: string,
): Promise<{ admin: Connection; shutDown(): Promise<void> }> {
  const folder = await mkdtemp(join(parent, 'millrace-test-'))
  // mkdtemp closes the folder for other users; run as root, PostgreSQL is another user.
  await chmod(folder, 0o711)
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const start = () => startEmbedded({ dataDir: join(folder, 'data'), progress: () => {} })
    let embedded = await start()
    await withAdmin(embedded.admin, signInQuickly)
    if (Object.keys(settings).length > 0) {
      await withAdmin(embedded.admin, async client => {
        for (const [name, value] of Object.entries(settings)) {
          await client.query(`ALTER SYSTEM SET ${name} = '${value}'`)
        }
      })
      await embedded.stop()
      embedded = await start()
    }
    return {
      admin: embedded.admin,
      async shutDown() {
        await embedded.stop()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Thousands of connections are opened, each of which computes the 4,096 rounds that keep a password from being guessed. */
async function signInQuickly(client: pg.Client): Promise<void> {
  await client.query('SET scram_iterations = 1')
  await client.query(`ALTER ROLE CURRENT_USER PASSWORD ${client.escapeLiteral(client.password ?? '')}`)
}

function fromUrl(url: string): { admin: Connection; shutDown(): Promise<void> } {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url })
  return {
    admin: { host, port, user: user ?? '', password: password ?? '', database: database ?? 'postgres' },
    shutDown: async () => {},
  }
}

/** A server of someone else's keeps nothing of this run, also when a test file ended before it could drop its own. */
async function dropAll({ admin, prefix }: TestServer): Promise<void> {
  await withAdmin(admin, async client => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [prefix],
    )
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
  })
}
