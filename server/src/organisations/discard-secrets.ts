import type { Sql } from '#db/sql.ts'
import { canOpen } from '#secrets/can-open.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { recordAudit } from './audit.ts'
import { listAllNamedSecrets, removeNamedSecret } from './named-secrets.ts'
import { contextOf, type SecretName, writeSecret } from './secrets.ts'

/** Deletes the secrets of organisations that no master key opens, and records each. Returns their names. */
export async function discardSecrets(tx: Sql, sealer: Sealer, actor: string): Promise<string[]> {
  const { rows } = await tx.query<{ organisation_id: string; name: SecretName; sealed: string }>(
    'SELECT organisation_id, name, sealed FROM organisation_secrets ORDER BY organisation_id, name FOR UPDATE',
  )
  const lost = rows.filter(row => !canOpen(sealer, row.sealed, contextOf(row.organisation_id, row.name)))
  for (const { organisation_id, name } of lost) {
    await writeSecret(tx, sealer, organisation_id, name, null)
    await recordAudit(tx, organisation_id, { actor, action: 'secret.discarded', subject: name })
  }
  const named = (await listAllNamedSecrets(tx)).filter(
    ({ sealed, context }) => !canOpen(sealer, sealed, context),
  )
  for (const { organisationId, name } of named) await removeNamedSecret(tx, organisationId, actor, name)
  return [...lost, ...named].map(({ name }) => name)
}
