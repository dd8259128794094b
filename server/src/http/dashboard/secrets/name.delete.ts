import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { removeNamedSecret } from '#organisations/named-secrets.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { requireSecretName } from '../edge/require-secret-name.ts'

export default bind(dashboard.removeSecret, ({ database }) => async request => {
  const { organisationId, email: actor } = request.member
  const name = requireSecretName(request.params.name)
  const removed = await inTenant(database, organisationId, tx =>
    removeNamedSecret(tx, organisationId, actor, name),
  )
  if (!removed) throw new Refusal('secret_not_found')
  return { message: `The secret "${name}" is removed.` }
})
