import type { Database } from '#db/database.ts'
import { foreignMasterKey } from '#organisations/foreign-master-key.ts'
import { ensureInstallationSecret } from '#organisations/installation-secrets.ts'
import type { Sealer } from '#secrets/sealer.ts'

/**
 * Messages are read years after they were sent, and the address in them has to work as long. So its key does not change
 * with the master key: the key derived from the first master key is stored sealed, and sealed again with the other
 * secrets.
 */
export async function keepUnsubscribeKey(
  { engineSql }: Pick<Database, 'engineSql'>,
  sealer: Sealer,
  first: Buffer,
): Promise<Buffer> {
  const kept = await ensureInstallationSecret(
    engineSql,
    sealer,
    'unsubscribe_key',
    first.toString('base64url'),
  ).catch(foreignMasterKey)
  return Buffer.from(kept, 'base64url')
}
