import type { WebhookRequest } from '../../server/src/channels/webhook/request.ts'
import { newWebhookSecret } from '../../server/src/channels/webhook/secret.ts'

const secret = newWebhookSecret()

export function webhookTo(url: string, changes: Partial<WebhookRequest> = {}): WebhookRequest {
  return {
    id: '0198c0de-0000-7000-8000-000000000001',
    organisationId: 'organisation',
    method: 'POST',
    url,
    headers: {},
    body: '{"guest":"Ada"}',
    secrets: [secret],
    at: new Date(),
    ...changes,
  }
}
