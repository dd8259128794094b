import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { listSubscriptions } from '#subscriptions/subscriptions.ts'
import { bind } from '../bind.ts'

export default bind(
  dashboard.listSubscriptions,
  ({ database }) =>
    async ({ member: { organisationId } }) => ({
      data: await inTenant(database, organisationId, tx => listSubscriptions(tx, organisationId)),
    }),
)
