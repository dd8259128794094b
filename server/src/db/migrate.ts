import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '#base/startup-error.ts'
import { jobLocks } from './advisory-locks.ts'
import { buildIndexes } from './build-indexes.ts'

const MIGRATIONS = new URL('../../migrations/', import.meta.url)
export const OLDEST_SERVER = 15

interface Migration {
  version: number
  name: string
  sql: string
}

/** Brings the database to this release's schema, or to that of some of its migrations. Forward only; each file in its own transaction. */
export async function migrate(
  connection: pg.ClientConfig,
  migrations: Promise<Migration[]> = readMigrations(),
): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'millrace migrate' })
  await client.connect()
  try {
    await refuseOldServer(client)
    await oneAtATime(client)
    await createRoles(client)
    await createSchema(client)
    const applied = await applyMissing(client, await migrations)
    await client.query('SELECT create_month_partitions(2)')
    // New tables and indexes have no statistics yet. Otherwise PostgreSQL maintains them, and a start does not wait.
    if (applied > 0) await analyseFilled(client)
  } finally {
    await client.end()
  }
}

/**
 * All tables that have rows. One that has none is planned for as if it had ten pages, so that rows are looked up by their keys; once
 * it is known to be empty, any index seems as good. Statements that were planned then went through all runs of a month for each run
 * that they looked for: of a first flood, a batch of a thousand took 6 to 9 seconds, until there were statistics.
 */
async function analyseFilled(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(FILLED)
  if (rows.length > 0) await client.query(`ANALYZE ${rows.map(({ name }) => name).join(', ')}`)
}

const FILLED = `
  SELECT oid::regclass::text AS name FROM pg_class
  WHERE relkind = 'r' AND relnamespace IN ('millrace'::regnamespace, 'pg_catalog'::regnamespace) AND pg_relation_size(oid) > 0`

/**
 * Until this is the only one. It asks again and again: an index is built after all statements that began before it, and one that
 * waited for this lock would be waited for.
 */
async function oneAtATime(client: pg.Client): Promise<void> {
  const ask = () =>
    client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [jobLocks.migrate])
  while ((await ask()).rows[0]?.alone !== true) await sleep(ASK_AGAIN_MS)
}
const ASK_AGAIN_MS = 100

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
    for (const role of ['millrace_engine', 'millrace_tenant']) await takeRole(client, role)
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    throw new StartupError(
      'The database user may not create roles. As an administrator of the server run: ' +
        'CREATE ROLE millrace_engine; CREATE ROLE millrace_tenant; ' +
        'GRANT millrace_engine, millrace_tenant TO <the user of DATABASE_URL>; then start again.',
    )
  }
}

/** Creates the role if there is none, and makes the user of this connection able to become it. */
async function takeRole(client: pg.Client, role: string): Promise<void> {
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

const AUDIT_ROLE = 'millrace_audit'

/**
 * Some migrations change tables of the audit log, whose owner the application must not be able to become. So the user
 * of this connection is a member of that role only while they run; an administrator is anyway.
 */
async function becomeAudit(client: pg.Client): Promise<() => Promise<void>> {
  const isMember = async () =>
    (
      await client.query<{ member: boolean }>(
        `SELECT EXISTS (SELECT FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.roleid JOIN pg_roles u ON u.oid = m.member
           WHERE r.rolname = $1 AND u.rolname = current_user AND m.grantor = u.oid) AS member`,
        [AUDIT_ROLE],
      )
    ).rows[0]?.member === true
  try {
    const before = await isMember()
    await takeRole(client, AUDIT_ROLE)
    const granted = !before && (await isMember())
    return async () => {
      if (granted) await client.query(`REVOKE ${AUDIT_ROLE} FROM current_user`)
    }
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    throw new StartupError(
      'The audit log gets an owner that the application cannot become, and the database user may not create it. As an ' +
        'administrator of the server run: CREATE ROLE millrace_audit; GRANT millrace_audit TO <the user of DATABASE_URL>; ' +
        'then start again, and when it has started: REVOKE millrace_audit FROM <the user of DATABASE_URL>.',
    )
  }
}

async function createSchema(client: pg.Client): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS millrace AUTHORIZATION millrace_engine')
}

/** Returns how many were applied. */
async function applyMissing(client: pg.Client, migrations: Migration[]): Promise<number> {
  await client.query('SET ROLE millrace_engine; SET search_path = millrace')
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
  if (!missing.some(({ sql }) => sql.includes(AUDIT_ROLE))) {
    await applyAll(client, missing)
    return missing.length
  }
  await client.query('RESET ROLE')
  const resign = await becomeAudit(client)
  try {
    await client.query('SET ROLE millrace_engine')
    await applyAll(client, missing)
  } finally {
    await client.query('RESET ROLE')
    await resign()
    await client.query('SET ROLE millrace_engine')
  }
  return missing.length
}

async function applyAll(client: pg.Client, missing: readonly Migration[]): Promise<void> {
  for (const migration of missing) {
    await buildIndexes(client, migration.sql)
    for (let attempt = 1; !(await apply(client, migration, attempt === MOST_ATTEMPTS)); attempt++)
      await sleep(ASK_AGAIN_MS)
  }
}
/** What a migration waits for are requests, each of which is over soon. */
const MOST_ATTEMPTS = 20

/**
 * Returns whether it was applied. Otherwise it had locked some of its tables, and processes of the previous release, which serve meanwhile,
 * some of the others: PostgreSQL has undone it, and it can be tried again.
 */
async function apply(
  client: pg.Client,
  { version, name, sql }: Migration,
  isLast: boolean,
): Promise<boolean> {
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await client.query('INSERT INTO migrations (version, name) VALUES ($1, $2)', [version, name])
    await client.query('COMMIT')
    return true
  } catch (error) {
    await client.query('ROLLBACK')
    if ((error as { code?: string }).code !== DEADLOCK) throw error
    if (!isLast) return false
    throw new StartupError(
      `The database could not be brought to this release's schema: ${MOST_ATTEMPTS} times, ${name} and sessions of the previous release waited for each other. ` +
        'Nothing of it was changed. Start again when there is less to do, or stop the processes of the previous release first.',
    )
  }
}
const DEADLOCK = '40P01'
