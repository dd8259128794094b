import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { resealInstallationSecrets } from './installation-secrets.ts'
import { resealNamedSecrets } from './named-secrets.ts'
import { contextOf, type SecretName } from './secrets.ts'

/**
 * Reseals what was sealed with a previous master key, so that the previous key can be removed. As the engine, over
 * all organisations, and for the installation itself. A secret that is replaced meanwhile is sealed with the current
 * key anyway. Returns how many.
 */
export async function resealSecrets(tx: Sql, sealer: Sealer): Promise<number> {
  const { rows } = await tx.query<{ organisation_id: string; name: SecretName; sealed: string }>(
    'SELECT organisation_id, name, sealed FROM organisation_secrets ORDER BY organisation_id, name FOR UPDATE',
  )
  const old = rows.filter(({ sealed }) => sealer.needsReseal(sealed))
  for (const { organisation_id, name, sealed } of old) {
    const context = contextOf(organisation_id, name)
    // updated_at stays: the secret is the same, and the age of a webhook's previous secret does not change.
    await tx.query('UPDATE organisation_secrets SET sealed = $3 WHERE organisation_id = $1 AND name = $2', [
      organisation_id,
      name,
      sealer.seal(sealer.open(sealed, context), context),
    ])
  }
  return old.length + (await resealNamedSecrets(tx, sealer)) + (await resealInstallationSecrets(tx, sealer))
}
