import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { removeProvider } from '#organisations/providers/remove-provider.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { providerId } from '../edge/changed-provider.ts'

export default bind(dashboard.removeProvider, parts => async request => {
  const { organisationId, email: actor } = request.member
  const id = providerId(request.params.id)
  const name = await inTenant(parts.database, organisationId, tx =>
    removeProvider(tx, parts.sealer, { organisationId, actor }, id),
  )
  if (name === undefined) throw new Refusal('provider_not_found')
  return { message: `"${name}" removed.` }
})
