import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { prepareSessions } from '../../server/src/db/distributed/distribute.ts'
import { recognise } from '../../server/src/db/distributed/recognise.ts'
import { type Connection, untilClosed, withAdmin } from './test-server.ts'

export interface TestDatabase {
  /** The same as `connection`, in the form of DATABASE_URL. */
  url: string
  connection: Connection
  /** Fails when something is still connected: a connection left open is a defect of what was tested. */
  drop(): Promise<void>
}

/** A separate database for a test file, migrated and empty. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { admin, others = [], template, prefix } = inject('postgres')
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  // Copying the files takes a tenth of the time that sending them all through the log does.
  const create = `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`
  for (const node of [admin, ...others]) await withAdmin(node, client => client.query(create))
  const plain = { ...admin, database: name }
  // A copy has none of the settings of its template.
  if (others.length > 0) await withAdmin(plain, prepareSessions)
  const connection = others.length > 0 ? await recogniseOnce(plain) : plain
  return {
    url: urlOf(connection),
    connection,
    async drop() {
      await withAdmin(admin, client => drop(client, name))
      for (const node of others)
        await withAdmin(node, client => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}

/** Worked out once for all databases of a run: they are copies of one. */
let recognised: ReturnType<typeof recognise> | undefined
async function recogniseOnce(plain: Connection): Promise<Connection> {
  recognised ??= recognise(plain)
  return { ...plain, naming: (await recognised).naming } as Connection
}

async function drop(client: pg.Client, name: string): Promise<void> {
  const left = await untilClosed(client, 'datname = $1', name)
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

export function urlOf({ host, port, user, password, database }: Connection): string {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`
  if (!host.startsWith('/')) return `postgresql://${login}@${host}:${port}/${database}`
  // A folder is no host name; the parameter takes its place.
  return `postgresql://${login}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
