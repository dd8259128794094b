import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { listProviders } from '#organisations/providers/list-providers.ts'
import { orderProviders } from '#organisations/providers/order-providers.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { providerId } from '../edge/changed-provider.ts'

export default bind(dashboard.orderProviders, parts => async request => {
  const { organisationId, email: actor } = request.member
  const { channel, ids } = checkedBody(request, dashboard.orderProviders).body
  const order = ids.map(providerId)
  const data = await inTenant(parts.database, organisationId, async tx => {
    const isOrdered = await orderProviders(tx, parts.sealer, { organisationId, actor }, channel, order)
    return isOrdered ? listProviders(tx, organisationId) : undefined
  })
  if (data === undefined)
    throw new Refusal('validation_failed', {
      errors: { ids: ['Name every provider of the channel once. The list may have changed: load it again.'] },
    })
  return { data }
})
