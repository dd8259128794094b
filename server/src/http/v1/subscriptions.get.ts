import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { listSubscriptions } from '#subscriptions/subscriptions.ts'
import { bind } from '../bind.ts'

export default bind(v1.listSubscriptions, ({ database }) => async ({ identity: { organisationId } }) => ({
  data: await inTenant(database, organisationId, tx => listSubscriptions(tx, organisationId)),
}))
