import { WebhookSecret } from '@millrace/contract/dashboard/settings'
import { inTenant } from '#db/database.ts'
import { rotateWebhookSecret } from '#organisations/settings/rotate-webhook-secret.ts'
import { route } from '../../route.ts'
import { toolsOf } from '../edge/tools.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/settings/webhook-secret',
  access: 'member',
  role: 'owner',
  confirmed: true,
  schema: {
    operationId: 'rotateWebhookSecret',
    tags: ['Dashboard'],
    summary: 'A new secret to sign webhooks with; the one before signs as well for a day',
    response: { 200: WebhookSecret },
  },
  handler: parts => {
    const { sealer } = toolsOf(parts)
    return async ({ member: { organisationId, email: actor } }) => {
      const secret = await inTenant(parts.database, organisationId, tx =>
        rotateWebhookSecret(tx, sealer, organisationId, actor),
      )
      return { message: 'New secret made. Keep it: it is not shown again.', secret }
    }
  },
})
