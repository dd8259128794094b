import type { Config } from '#config/config.ts'
import { askingBriefly, openDatabase } from '#db/database.ts'
import { readPrimary, readReplica, whyForeign } from '#db/replica/compare.ts'
import { failed, ok, type Verdict } from './verdict.ts'

const ADVICE =
  'Lists of the dashboard are read from the primary meanwhile. DATABASE_READ_URL names a streaming standby of the server of ' +
  'DATABASE_URL, with the same user, password and database; unset it if there is none.'

/** Whether the standby could be used; undefined where none is configured. */
export async function checkReplica({
  databaseUrl,
  databaseReadUrl,
}: Pick<Config, 'databaseUrl' | 'databaseReadUrl'>): Promise<Verdict | undefined> {
  if (databaseUrl === undefined || databaseReadUrl === undefined) return undefined
  const open = (connectionString: string) =>
    openDatabase(
      { connectionString },
      { applicationName: 'millrace doctor', tenantConnections: 1, engineConnections: 1, onError: () => {} },
    )
  const [primary, replica] = [open(databaseUrl), open(databaseReadUrl)]
  try {
    const state = await readReplica(askingBriefly(replica.engine))
    const reason = whyForeign(state, await readPrimary(askingBriefly(primary.engine)))
    return reason === undefined
      ? ok('lists of the dashboard can be read from it')
      : failed(`it is not used: ${reason}`, ADVICE)
  } catch (error) {
    return failed(`it does not answer: ${(error as Error).message}`, ADVICE)
  } finally {
    await Promise.all([primary.close(), replica.close()])
  }
}
