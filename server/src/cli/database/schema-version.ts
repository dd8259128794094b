import pg from 'pg'
import { readMigrations } from '#db/migrate.ts'
import type { Sql } from '#db/sql.ts'
import { Failure } from '../terminal/failure.ts'

/** What `migrate` has applied, oldest first; nothing where it never ran. */
export async function appliedMigrations(sql: Sql): Promise<{ version: number; name: string }[]> {
  const { rows } = await sql.query<{ present: boolean }>(
    "SELECT to_regclass('millrace.migrations') IS NOT NULL AS present",
  )
  if (!rows[0]?.present) return []
  return (
    await sql.query<{ version: number; name: string }>(
      'SELECT version, name FROM millrace.migrations ORDER BY version',
    )
  ).rows
}

export const newestMigration = async () => (await readMigrations()).at(-1)?.version ?? 0

/** Commands use the schema and do not change it: that is for `migrate` and `serve`, when the operator says so. */
export async function requireSchema(connection: pg.ClientConfig): Promise<void> {
  const applied = await withClient(connection, appliedMigrations)
  const version = applied.at(-1)?.version ?? 0
  const newest = await newestMigration()
  if (version === newest) return
  if (version === 0) {
    throw new Failure('The database is empty. Prepare it with: npx millrace migrate')
  }
  throw new Failure(
    version < newest
      ? `The database is at schema ${version} and this release needs ${newest}. Run: npx millrace migrate`
      : `The database is at schema ${version}, newer than this release (${newest}). Use the newer release.`,
  )
}

/** As the user of the connection, without our roles: they may not exist yet. */
export async function withClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...connection,
    application_name: 'millrace command',
    connectionTimeoutMillis: 5_000,
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
