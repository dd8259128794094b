import type pg from 'pg'
import { StartupError } from '#base/startup-error.ts'
import type { Config } from '#config/config.ts'
import { findHome } from '#db/embedded/home.ts'
import { borrowInTurn } from '../database/borrow-in-turn.ts'
import { appliedMigrations, newestMigration, withClient } from '../database/schema-version.ts'
import { type ContentFacts, examineContents } from './examine-contents.ts'

export interface DatabaseFacts {
  version: string
  major: number
  fsync: boolean
  schemaVersion: number
  schemaExpected: number
  roles: { name: string; superuser: boolean; bypassesRowSecurity: boolean }[]
  /** Whether the user of the connection can become the owner of the audit log. */
  ownsAudit: boolean
  /** The database's clock less ours. */
  clockDifferenceMs: number
  /** Undefined where the tables are not those of this release, or nobody may look into them. */
  contents: ContentFacts | undefined
}

export type Examined =
  | { kind: 'facts'; facts: DatabaseFacts }
  | { kind: 'unreachable'; sentence: string }
  /** The embedded one before the first start. A check does not make it. */
  | { kind: 'absent' }

export async function examineDatabase(config: Config): Promise<Examined> {
  try {
    if (config.databaseUrl === undefined && findHome(config.dataDir) === undefined) return { kind: 'absent' }
    const postgres = await borrowInTurn(config, () => {})
    try {
      return {
        kind: 'facts',
        facts: await withClient(postgres.connection, client => readFacts(client, config)),
      }
    } finally {
      await postgres.stop()
    }
  } catch (error) {
    const { message } = error as Error
    return {
      kind: 'unreachable',
      sentence: error instanceof StartupError ? message : `The database does not answer: ${message}.`,
    }
  }
}

async function readFacts(client: pg.Client, config: Config): Promise<DatabaseFacts> {
  const asked = Date.now()
  const { rows } = await client.query<{ version: string; major: number; fsync: boolean; clock: Date }>(
    `SELECT current_setting('server_version') AS version,
            current_setting('server_version_num')::int / 10000 AS major,
            current_setting('fsync')::boolean AS fsync,
            clock_timestamp() AS clock`,
  )
  const halfway = (asked + Date.now()) / 2
  const { clock, ...server } = rows[0] as NonNullable<(typeof rows)[0]>
  const roles = await client.query<DatabaseFacts['roles'][number]>(
    `SELECT rolname AS name, rolsuper AS superuser, rolbypassrls AS "bypassesRowSecurity"
     FROM pg_roles WHERE rolname IN ('millrace_engine', 'millrace_tenant') ORDER BY rolname`,
  )
  const audit = await client.query<{ owned: boolean }>(
    `SELECT bool_or(pg_has_role(session_user, oid, 'MEMBER')) AS owned FROM pg_roles WHERE rolname = 'millrace_audit'`,
  )
  const schemaVersion = (await appliedMigrations(client)).at(-1)?.version ?? 0
  const schemaExpected = await newestMigration()
  const usable = schemaVersion === schemaExpected && roles.rows.length === 2
  return {
    ...server,
    schemaVersion,
    schemaExpected,
    roles: roles.rows,
    ownsAudit: audit.rows[0]?.owned === true,
    clockDifferenceMs: clock.getTime() - halfway,
    contents: usable ? await examineContents(client, config) : undefined,
  }
}
