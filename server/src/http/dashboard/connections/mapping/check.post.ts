import { dashboard } from '@millrace/contract/operations/dashboard'
import { checkOnDeliveries } from '#connections/versions/check-on-deliveries.ts'
import { tenantSql } from '#db/database.ts'
import { bind } from '../../../bind.ts'
import { checkedBody } from '../../../edge/checked-body.ts'
import { connectionId, readerOf } from '../../edge/require-connection.ts'
import { requireMapping } from '../../edge/require-mapping.ts'

export default bind(dashboard.checkMapping, parts => async request => {
  const { organisationId } = request.member
  const id = connectionId(request.params.id)
  const { connection, facts } = await readerOf(parts, organisationId, id)
  const mapping = requireMapping(checkedBody(request, dashboard.checkMapping).body.mapping)
  const checked = { organisationId, connectionId: id, connection, mapping, facts }
  // Not in one transaction: no connection to the database is held while deliveries are read.
  return checkOnDeliveries(tenantSql(parts.database, organisationId), checked)
})
