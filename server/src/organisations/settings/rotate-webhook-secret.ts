import { newWebhookSecret } from '#channels/webhook/secret.ts'
import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { recordAudit } from '../audit.ts'
import { readSecrets, writeSecret } from '../secrets.ts'

/**
 * Creates a new webhook secret; it is returned once and never shown again. The previous one also signs for a day, so
 * that receivers can be switched one by one.
 */
export async function rotateWebhookSecret(
  tx: Sql,
  sealer: Sealer,
  organisationId: string,
  actor: string,
): Promise<string> {
  // Of two concurrent rotations, the second finds the first one's secret as the previous one.
  await tx.query('SELECT FROM organisations WHERE id = $1 FOR NO KEY UPDATE', [organisationId])
  const { webhook_secret: before } = await readSecrets(tx, sealer, organisationId)
  const secret = newWebhookSecret()
  await writeSecret(tx, sealer, organisationId, 'webhook_secret', secret)
  await writeSecret(tx, sealer, organisationId, 'webhook_secret_previous', before ?? null)
  await recordAudit(tx, organisationId, {
    actor,
    action: 'webhook_secret.rotated',
    subject: organisationId,
  })
  return secret
}
