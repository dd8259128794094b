import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { inject } from 'vitest'
import { type Connection, withAdmin } from './test-server.ts'

export interface TestDatabase {
  /** The same as `connection`, in the form of DATABASE_URL. */
  url: string
  connection: Connection
  /** Fails when something is still connected: a connection left open is a defect of what was tested. */
  drop(): Promise<void>
}

/** A connection that is still there after this was left open. One that was closed is gone at once, if the machine has time. */
const LEFT_OPEN_MS = 30_000

/** A database of its own for a test file, migrated and empty. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { admin, template, prefix } = inject('postgres')
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  // Copying the files takes a tenth of the time that sending them all through the log does.
  const create = `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`
  await withAdmin(admin, client => client.query(create))
  const connection = { ...admin, database: name }
  return { url: urlOf(connection), connection, drop: () => withAdmin(admin, client => drop(client, name)) }
}

async function drop(client: pg.Client, name: string): Promise<void> {
  const left = await waitForConnectionsToClose(client, name)
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  if (left.length > 0) {
    throw new Error(
      `${left.length} connections were left open:\n` +
        left
          .map(row => `  ${row.application_name || 'unnamed'}, ${row.state}, last: ${row.query}`)
          .join('\n'),
    )
  }
}

interface Session {
  application_name: string
  state: string
  query: string
}

async function waitForConnectionsToClose(client: pg.Client, name: string): Promise<Session[]> {
  const until = Date.now() + LEFT_OPEN_MS
  for (;;) {
    const { rows } = await client.query<Session>(
      `SELECT application_name, state, query FROM pg_stat_activity
       WHERE datname = $1 AND backend_type = 'client backend'`,
      [name],
    )
    if (rows.length === 0 || Date.now() > until) return rows
    await sleep(20)
  }
}

export function urlOf({ host, port, user, password, database }: Connection): string {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`
  if (!host.startsWith('/')) return `postgresql://${login}@${host}:${port}/${database}`
  // A folder is no host name; the parameter takes its place.
  return `postgresql://${login}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
