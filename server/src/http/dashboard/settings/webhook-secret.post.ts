import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { rotateWebhookSecret } from '#organisations/settings/rotate-webhook-secret.ts'
import { bind } from '../../bind.ts'

export default bind(dashboard.rotateWebhookSecret, parts => {
  const { sealer } = parts
  return async ({ member: { organisationId, email: actor } }) => {
    const secret = await inTenant(parts.database, organisationId, tx =>
      rotateWebhookSecret(tx, sealer, organisationId, actor),
    )
    return { message: 'New secret created. Save it: it is not shown again.', secret }
  }
})
