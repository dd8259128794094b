import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { connectionId, requireConnection } from '../edge/require-connection.ts'

export default bind(
  dashboard.readConnection,
  parts =>
    async ({ member: { organisationId }, params }) =>
      inTenant(parts.database, organisationId, tx =>
        requireConnection(tx, parts, organisationId, connectionId(params.id)),
      ),
)
