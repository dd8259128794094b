import { dashboard } from '@millrace/contract/operations/dashboard'
import { findDelivery } from '#connections/list-deliveries.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../../bind.ts'
import { Refusal } from '../../../refusal.ts'
import { connectionId, requireStoredMapping } from '../../edge/require-connection.ts'
import { requireId } from '../../edge/require-id.ts'

export default bind(dashboard.readDelivery, ({ database }) => async ({ member, params }) => {
  const { organisationId } = member
  const id = connectionId(params.id)
  const deliveryId = requireId(params.deliveryId, 'delivery_not_found')
  const found = await inTenant(database, organisationId, async tx => {
    await requireStoredMapping(tx, organisationId, id)
    return findDelivery(tx, organisationId, id, deliveryId)
  })
  if (found === undefined) throw new Refusal('delivery_not_found')
  return found
})
