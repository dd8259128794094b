import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { changeProvider } from '#organisations/providers/change-provider.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { changedProvider, providerId } from '../edge/changed-provider.ts'

export default bind(dashboard.changeProvider, parts => async request => {
  const { organisationId, email: actor } = request.member
  const { body } = checkedBody(request, dashboard.changeProvider)
  const id = providerId(request.params.id)
  const provider = changedProvider(
    await inTenant(parts.database, organisationId, tx =>
      changeProvider(tx, parts, { organisationId, actor }, id, body),
    ),
  )
  return { message: `"${provider.name}" saved.`, provider }
})
