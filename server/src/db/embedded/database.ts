import { createHmac } from 'node:crypto'
import pg from 'pg'
import { StartupError } from '#base/startup-error.ts'

export const DATABASE = 'millrace'
/** What the application connects as: not the superuser, so that it cannot become the owner of the audit log. */
export const APPLICATION = 'millrace_application'
const ROLES = ['millrace_engine', 'millrace_tenant'] as const
const WRONG_PASSWORD = '28P01'

/**
 * A new cluster has only PostgreSQL's own databases. Checked at each start: the first start may have been
 * interrupted.
 */
export async function ensureDatabase(connection: pg.ClientConfig & { password: string }): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres', application_name: 'millrace start' })
  try {
    await client.connect()
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
    await ensureApplication(client, applicationPassword(connection.password))
  } catch (error) {
    if ((error as pg.DatabaseError).code !== WRONG_PASSWORD) throw error
    throw new StartupError(
      'The file postgres-password of the data folder does not fit its database: restore both from the same backup.',
    )
  } finally {
    await client.end()
  }
}

/** Derived, so that one file still has everything that a backup needs. */
export const applicationPassword = (superuserPassword: string) =>
  createHmac('sha256', superuserPassword).update(APPLICATION).digest('base64url')

/** With its roles: until the migrations have run there is nothing that they could do. */
async function ensureApplication(client: pg.Client, password: string): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>(
    'SELECT rolname FROM pg_roles WHERE rolname = ANY ($1)',
    [[APPLICATION, ...ROLES]],
  )
  const known = new Set(rows.map(({ rolname }) => rolname))
  if (!known.has(APPLICATION)) {
    await client.query(`CREATE ROLE ${APPLICATION} LOGIN PASSWORD ${client.escapeLiteral(password)}`)
  }
  for (const role of ROLES) if (!known.has(role)) await client.query(`CREATE ROLE ${role} NOLOGIN`)
  await client.query(`GRANT ${ROLES.join(', ')} TO ${APPLICATION}`)
}
