import { newWebhookSecret } from '#channels/webhook/secret.ts'
import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { ensureSecret, readSecrets } from './secrets.ts'

/** What an organisation's webhooks are signed with. The first is created when it is needed; a previous one signs too, until it is removed. */
export async function webhookSecrets(sql: Sql, sealer: Sealer, organisationId: string): Promise<string[]> {
  const { webhook_secret, webhook_secret_previous } = await readSecrets(sql, sealer, organisationId)
  const current =
    webhook_secret ?? (await ensureSecret(sql, sealer, organisationId, 'webhook_secret', newWebhookSecret()))
  return webhook_secret_previous === undefined ? [current] : [current, webhook_secret_previous]
}
