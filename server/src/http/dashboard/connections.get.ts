import { dashboard } from '@millrace/contract/operations/dashboard'
import { listConnections } from '#connections/list-connections.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../bind.ts'

export default bind(
  dashboard.listConnections,
  ({ database, sealer }) =>
    async ({ member: { organisationId } }) => ({
      data: await inTenant(database, organisationId, tx => listConnections(tx, sealer, organisationId)),
    }),
)
