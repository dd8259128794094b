import type { Config } from '#config/config.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { findHome } from '#db/embedded/home.ts'
import type { Context } from '../command/command.ts'
import { Failure } from '../terminal/failure.ts'
import { borrowInTurn } from './borrow-in-turn.ts'
import { requireSchema } from './schema-version.ts'

/** For as long as `work` takes: the database that a server is using, or one that is started for the purpose. */
export async function withDatabase<T>(
  { config, terminal }: Pick<Context, 'config' | 'terminal'>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  requireCluster(config)
  const postgres = await borrowInTurn(config, sentence => terminal.say(sentence))
  try {
    await requireSchema(postgres.connection)
    const database = openDatabase(postgres.connection, {
      applicationName: 'millrace command',
      tenantConnections: 1,
      engineConnections: 1,
      // The statement that was under way fails as well, and is reported.
      onError: () => {},
    })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  } finally {
    await postgres.stop()
  }
}

/** A mistyped folder must not become a new database. */
function requireCluster({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || findHome(dataDir) !== undefined) return
  throw new Failure(
    `There is no database in ${dataDir} yet. Start Millrace with \`npm start\`, or only prepare the database with ` +
      '`npx millrace migrate`.',
  )
}
