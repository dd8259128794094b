import { StartupError } from '#base/startup-error.ts'
import type { Database } from '#db/database.ts'
import { ensureInstallationSecret } from '#organisations/installation-secrets.ts'
import { CannotOpen, type Sealer } from '#secrets/sealer.ts'

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
  try {
    const kept = await ensureInstallationSecret(
      engineSql,
      sealer,
      'unsubscribe_key',
      first.toString('base64url'),
    )
    return Buffer.from(kept, 'base64url')
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error
    // Derived here rather than at the first message: a process whose key differs from its neighbours' is a mistake.
    throw new StartupError(
      'The master key is not the one that this database was sealed with. Correct MILLRACE_SECRET, or the file secret in the ' +
        'data folder; or give the other key in MILLRACE_PREVIOUS_SECRETS. Where it is lost, docs/operations.md says what to do.',
    )
  }
}
