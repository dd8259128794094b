import pg from 'pg'
import { settings } from '#db/database.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { ensureInstallationSecret } from './installation-secrets.ts'

/**
 * The key that entries of the audit log are chained with. It is not in the database, except sealed: who can write
 * tables, but does not have the master key, cannot write a chain that verifies. It stays the same under every master
 * key, so that old entries can still be verified. On a separate connection, because the others begin with the key.
 */
export async function keepAuditKey(
  connection: pg.ClientConfig,
  sealer: Sealer,
  first: Buffer,
): Promise<Buffer> {
  return asEngine(connection, async client => {
    const kept = await ensureInstallationSecret(client, sealer, 'audit_key', first.toString('base64url'))
    return Buffer.from(kept, 'base64url')
  })
}

/** Whether the database has a key already, which only the master key that sealed it can open. */
export const hasAuditKey = (connection: pg.ClientConfig): Promise<boolean> =>
  asEngine(connection, async client => {
    const { rowCount } = await client.query(`SELECT FROM installation_secrets WHERE name = 'audit_key'`)
    return rowCount === 1
  })

async function asEngine<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  // Nobody waits for it yet, so a machine that is busy gets more time than it has to answer a request.
  const patient = {
    ...settings(connection, 'millrace_engine', 'millrace start'),
    connectionTimeoutMillis: 60_000,
  }
  const client = new pg.Client(patient)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
