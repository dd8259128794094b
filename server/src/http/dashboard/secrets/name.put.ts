import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { MOST_NAMED_SECRETS, saveNamedSecret } from '#organisations/named-secrets.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { requireSecretName } from '../edge/require-secret-name.ts'

export default bind(dashboard.saveSecret, ({ database, sealer }) => async request => {
  const { organisationId, email: actor } = request.member
  const name = requireSecretName(request.params.name)
  const { body } = checkedBody(request, dashboard.saveSecret)
  const secret = { name, host: body.host.toLowerCase(), value: body.value }
  const saved = await inTenant(database, organisationId, tx =>
    saveNamedSecret(tx, sealer, organisationId, actor, secret),
  )
  if (!saved) {
    const most = `There are ${MOST_NAMED_SECRETS} secrets already. Remove one first.`
    throw new Refusal('validation_failed', { errors: { name: [most] } })
  }
  return { message: `The secret "${name}" is saved. Its value is not shown again.` }
})
