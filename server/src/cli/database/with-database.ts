import type pg from 'pg'
import type { Config } from '#config/config.ts'
import { hasMasterKey, loadSecrets } from '#config/secrets.ts'
import { auditPads, MISSING_AUDIT_KEY } from '#db/audit-pads.ts'
import { believedTime } from '#db/believed-time.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { recognise } from '#db/distributed/recognise.ts'
import { findHome } from '#db/embedded/home.ts'
import { matchClock } from '#db/match-clock.ts'
import { hasAuditKey, keepAuditKey } from '#organisations/audit-key.ts'
import { CannotOpen, createSealer } from '#secrets/sealer.ts'
import type { Context } from '../command/command.ts'
import { Failure } from '../terminal/failure.ts'
import { borrowInTurn } from './borrow-in-turn.ts'
import { requireSchema } from './schema-version.ts'

/** For as long as `work` takes: the database that a server is using, or one that is started for the purpose. */
export async function withDatabase<T>(
  { config, terminal }: Pick<Context, 'config' | 'terminal'>,
  work: (database: Database, connection: pg.ClientConfig) => Promise<T>,
  auditKeyFor: typeof openAuditKey = openAuditKey,
): Promise<T> {
  requireCluster(config)
  const postgres = await borrowInTurn(config, sentence => terminal.say(sentence))
  try {
    await requireSchema(postgres.connection)
    const database = openDatabase(await recognise(postgres.connection), {
      applicationName: 'millrace command',
      tenantConnections: 1,
      engineConnections: 1,
      auditKey: await auditKeyFor(config, postgres.connection),
      // The statement that was under way fails as well, and is reported.
      onError: () => {},
    })
    try {
      await matchClock(database.engine)
      return await work(database, postgres.connection)
    } finally {
      await database.close()
      believedTime.forget()
    }
  } finally {
    await postgres.stop()
  }
}

/**
 * What commands change is signed as what the server changes is. A command whose master key is not the server's can
 * still read.
 */
async function openAuditKey(config: Config, connection: pg.ClientConfig): Promise<string> {
  // Before the first start there is neither, and this command makes both.
  if (!hasMasterKey(config) && (await hasAuditKey(connection))) return MISSING_AUDIT_KEY
  const { master, audit } = await loadSecrets(config)
  try {
    return auditPads(await keepAuditKey(connection, createSealer(master), audit))
  } catch (error) {
    if (error instanceof CannotOpen) return MISSING_AUDIT_KEY
    throw error
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
