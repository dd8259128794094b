import { dashboard } from '@millrace/contract/operations/dashboard'
import { readAgain } from '#connections/change-connection.ts'
import { inTenant } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { bind } from '../../bind.ts'
import { connectionId, requireStoredMapping } from '../edge/require-connection.ts'

export default bind(dashboard.retryDeliveries, ({ database }) => async ({ member, params }) => {
  const { organisationId, email: actor } = member
  const id = connectionId(params.id)
  return inTenant(database, organisationId, async tx => {
    await requireStoredMapping(tx, organisationId, id)
    const deliveries = await readAgain(tx, organisationId, id, ['held', 'failed'])
    await recordAudit(tx, organisationId, {
      actor,
      action: 'connection.deliveries_retried',
      subject: id,
      detail: { deliveries },
    })
    const message = `${deliveries} ${deliveries === 1 ? 'delivery is' : 'deliveries are'} retried.`
    return { message, deliveries }
  })
})
