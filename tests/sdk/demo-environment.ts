import { createKey } from '../../server/src/access/keys.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { demo } from '../../server/src/demo/demo-data.ts'
import type { TestMillrace } from '../support/millrace.ts'

/** A new key of the demo organisation, in the variables that `keys create --env` prints. */
export async function demoEnvironment({
  url,
  database,
}: Pick<TestMillrace, 'url' | 'database'>): Promise<Record<string, string>> {
  const { clientId, clientSecret } = await inTransaction(database.engine, tx =>
    createKey(tx, demo.organisationId, 'test', { name: 'test' }),
  )
  return {
    MILLRACE_CLIENT_ID: clientId,
    MILLRACE_CLIENT_SECRET: clientSecret,
    MILLRACE_AUTH_URL: url,
    MILLRACE_BASE_URL: url,
  }
}
