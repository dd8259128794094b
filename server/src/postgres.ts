import type pg from 'pg'
import pgClient from 'pg'
import { StartupError } from '#base/startup-error.ts'
import type { Config } from '#config/config.ts'
import { attachEmbedded, startEmbedded } from '#db/embedded/server.ts'
import { isUnavailable } from '#db/unavailable.ts'

export interface Postgres {
  readonly connection: pg.ClientConfig
  /** For migrations. With DATABASE_URL, the user named there migrates as well. */
  readonly admin: pg.ClientConfig
  readonly clusterDir: string | undefined
  /** Resolves when the embedded server has ended and is not started again. */
  readonly lost: Promise<void>
  stop(): Promise<void>
}

type Where = Pick<Config, 'databaseUrl' | 'dataDir'>

/** The operator's PostgreSQL, or the one that Millrace includes and runs. */
export async function openPostgres(
  config: Where,
  progress: (sentence: string) => void,
  revived?: (sentence: string) => void,
): Promise<Postgres> {
  if (config.databaseUrl !== undefined) {
    const connection = { connectionString: config.databaseUrl }
    await tryConnection(connection)
    return {
      connection,
      admin: connection,
      clusterDir: undefined,
      lost: new Promise(() => {}),
      stop: async () => {},
    }
  }
  const server = await startEmbedded({ dataDir: config.dataDir, progress, ...(revived && { revived }) })
  return {
    connection: server.connection,
    admin: server.admin,
    clusterDir: server.clusterDir,
    lost: server.exited,
    stop: server.stop,
  }
}

/** For a command: the database of the running `serve`, or one that runs only for the command. */
export async function borrowPostgres(config: Where, progress: (sentence: string) => void): Promise<Postgres> {
  const running =
    config.databaseUrl === undefined ? await attachEmbedded({ dataDir: config.dataDir }) : undefined
  if (running === undefined) return openPostgres(config, progress)
  return { ...running, clusterDir: undefined, lost: new Promise(() => {}), stop: async () => {} }
}

async function tryConnection(connection: pg.ClientConfig): Promise<void> {
  const client = new pgClient.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
  } catch (error) {
    throw new StartupError(unreachable(error as Error & { code?: string }))
  }
  await client.end()
}

/** The address contains a password, so it is not repeated. */
function unreachable(error: Error & { code?: string }): string {
  if (error.code === '28P01' || error.code === '28000') {
    return 'PostgreSQL refused the user or password of DATABASE_URL. Correct them and start again.'
  }
  if (error.code === '3D000')
    return 'The database that DATABASE_URL names does not exist. Create it and start again.'
  if (isUnavailable(error) || /timeout/i.test(error.message)) {
    return 'PostgreSQL at DATABASE_URL cannot be reached. Check that it runs and that host and port are right.'
  }
  return `PostgreSQL at DATABASE_URL does not answer as expected: ${error.message}.`
}
