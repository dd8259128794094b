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
  const client = new pg.Client(settings(connection, 'millrace_engine', 'millrace start'))
  await client.connect()
  try {
    const kept = await ensureInstallationSecret(client, sealer, 'audit_key', first.toString('base64url'))
    return Buffer.from(kept, 'base64url')
  } finally {
    await client.end()
  }
}
