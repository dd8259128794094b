import { StartupError } from '#base/startup-error.ts'
import type { Config } from '#config/config.ts'
import { openDatabase } from '#db/database.ts'
import { attachEmbedded } from '#db/embedded/server.ts'
import { isUnavailable } from '#db/unavailable.ts'
import { listOrganisations, type Organisation } from '#organisations/list-organisations.ts'
import { appliedMigrations, newestMigration, withClient } from '../database/schema-version.ts'
import { demoIds } from '../organisations/demo.ts'
import { type Overview, readOverview } from './read-overview.ts'

export interface DatabaseStatus {
  reachable: boolean
  schema_version: number | null
  schema_expected: number
  organisations: Organisation[]
  overview: Overview | null
  demo: typeof demoIds | null
}

/** What the database says. Nothing is started for it: an embedded one that does not run stays unreachable. */
export async function readDatabaseStatus(config: Config): Promise<DatabaseStatus> {
  const nothing: DatabaseStatus = {
    reachable: false,
    schema_version: null,
    schema_expected: await newestMigration(),
    organisations: [],
    overview: null,
    demo: null,
  }
  try {
    const connection =
      config.databaseUrl === undefined
        ? (await attachEmbedded(config))?.connection
        : { connectionString: config.databaseUrl }
    if (connection === undefined) return nothing
    const version = (await withClient(connection, appliedMigrations)).at(-1)?.version ?? 0
    const reached = { ...nothing, reachable: true, schema_version: version }
    return version === 0 ? reached : { ...reached, ...(await readContents(connection)) }
  } catch (error) {
    // `doctor` says why.
    if (isUnavailable(error) || error instanceof StartupError || refusedUs(error)) return nothing
    throw error
  }
}

/** SQLSTATE: wrong user or password, no such database. */
const refusedUs = (error: unknown) => /^(28|3D)/.test((error as { code?: string }).code ?? '')

async function readContents(connection: Parameters<typeof openDatabase>[0]) {
  const database = openDatabase(connection, {
    applicationName: 'millrace command',
    tenantConnections: 1,
    engineConnections: 1,
    onError: () => {},
  })
  try {
    const organisations = await listOrganisations(database.engine)
    const hasDemo = organisations.some(({ id }) => id === demoIds.organisation_id)
    return {
      organisations,
      overview: await readOverview(database.engine),
      demo: hasDemo ? demoIds : null,
    }
  } finally {
    await database.close()
  }
}
