import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { StartupError } from '#base/startup-error.ts'
import { jobLocks } from './advisory-locks.ts'

const MIGRATIONS = new URL('../../migrations/', import.meta.url)
export const OLDEST_SERVER = 15

interface Migration {
  version: number
  name: string
  sql: string
}

/** Brings the database to this release's schema. Forward only; each file in its own transaction. */
export async function migrate(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'millrace migrate' })
  await client.connect()
  try {
    await refuseOldServer(client)
    await client.query('SELECT pg_advisory_lock($1)', [jobLocks.migrate])
    await createRoles(client)
    await createSchema(client)
    await client.query('SET ROLE millrace_engine')
    await client.query('SET search_path = millrace')
    const applied = await applyMissing(client, await readMigrations())
    await client.query('SELECT create_month_partitions(2)')
    // New tables and indexes have no statistics yet. Otherwise PostgreSQL maintains them, and a start does not wait.
    if (applied > 0) await client.query('ANALYZE')
  } finally {
    await client.end()
  }
}

export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(MIGRATIONS)).filter(file => /^\d{4}_.+\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async file => ({
      version: Number(file.slice(0, 4)),
      name: file,
      sql: await readFile(new URL(file, MIGRATIONS), 'utf8'),
    })),
  )
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; major: number; fsync: string }>(
    `SELECT current_setting('server_version') AS version,
            current_setting('server_version_num')::int / 10000 AS major,
            current_setting('fsync') AS fsync`,
  )
  const server = rows[0]
  if (server === undefined || server.major < OLDEST_SERVER) {
    throw new StartupError(
      `This PostgreSQL is version ${server?.version}; Millrace needs ${OLDEST_SERVER} or newer. ` +
        'Upgrade the server, or unset DATABASE_URL to use the embedded one.',
    )
  }
  if (server.fsync === 'off') {
    throw new StartupError(
      'This PostgreSQL runs with fsync = off and would lose acknowledged events. Set fsync = on and reload it.',
    )
  }
}

async function createRoles(client: pg.Client): Promise<void> {
  try {
    for (const role of ['millrace_engine', 'millrace_tenant']) {
      await client.query(`DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN
          CREATE ROLE ${role} NOLOGIN NOSUPERUSER NOBYPASSRLS;
        END IF;
        BEGIN
          PERFORM set_config('role', '${role}', true);
          PERFORM set_config('role', 'none', true);
        EXCEPTION WHEN insufficient_privilege THEN
          GRANT ${role} TO current_user;
        END;
      END $$`)
    }
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    throw new StartupError(
      'The database user may not create roles. As an administrator of the server run: ' +
        'CREATE ROLE millrace_engine; CREATE ROLE millrace_tenant; ' +
        'GRANT millrace_engine, millrace_tenant TO <the user of DATABASE_URL>; then start again.',
    )
  }
}

async function createSchema(client: pg.Client): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS millrace AUTHORIZATION millrace_engine')
}

/** Returns how many were applied. */
async function applyMissing(client: pg.Client, migrations: Migration[]): Promise<number> {
  await client.query(`CREATE TABLE IF NOT EXISTS migrations (
    version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`)
  const { rows } = await client.query<{ version: number }>('SELECT version FROM migrations')
  const applied = new Set(rows.map(row => row.version))
  const newest = Math.max(0, ...applied)
  const known = migrations.at(-1)?.version ?? 0
  if (newest > known) {
    throw new StartupError(
      `The database is at schema ${newest}, this release knows ${known}. Start the newer release, or restore a backup.`,
    )
  }
  const missing = migrations.filter(({ version }) => !applied.has(version))
  for (const { version, name, sql } of missing) {
    await client.query('BEGIN')
    try {
      await client.query(sql)
      await client.query('INSERT INTO migrations (version, name) VALUES ($1, $2)', [version, name])
      await client.query('COMMIT')
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    }
  }
  return missing.length
}
