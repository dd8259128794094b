import { dashboard } from '@millrace/contract/operations/dashboard'
import { readAgain } from '#connections/change-connection.ts'
import { findDelivery } from '#connections/list-deliveries.ts'
import { inTenant } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { bind } from '../../../bind.ts'
import { Refusal } from '../../../refusal.ts'
import { connectionId, requireStoredMapping } from '../../edge/require-connection.ts'
import { requireId } from '../../edge/require-id.ts'

export default bind(dashboard.retryDelivery, ({ database }) => async ({ member, params }) => {
  const { organisationId, email: actor } = member
  const id = connectionId(params.id)
  const deliveryId = requireId(params.deliveryId, 'delivery_not_found')
  return inTenant(database, organisationId, async tx => {
    await requireStoredMapping(tx, organisationId, id)
    if ((await findDelivery(tx, organisationId, id, deliveryId)) === undefined)
      throw new Refusal('delivery_not_found')
    const deliveries = await readAgain(tx, organisationId, id, ['held', 'failed', 'done'], [deliveryId])
    await recordAudit(tx, organisationId, {
      actor,
      action: 'connection.deliveries_retried',
      subject: id,
      detail: { delivery: deliveryId },
    })
    return { message: 'The delivery is retried.', deliveries }
  })
})
