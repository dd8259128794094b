import { dashboard } from '@millrace/contract/operations/dashboard'
import { readMapping } from '#connections/read-connection.ts'
import { factsOf } from '#connections/read-delivery.ts'
import { checkOnDeliveries } from '#connections/versions/check-on-deliveries.ts'
import { inTenant, tenantSql } from '#db/database.ts'
import { bind } from '../../../bind.ts'
import { checkedBody } from '../../../edge/checked-body.ts'
import { Refusal } from '../../../refusal.ts'
import { connectionId } from '../../edge/require-connection.ts'
import { requireMapping } from '../../edge/require-mapping.ts'

export default bind(dashboard.checkMapping, ({ database, organisations }) => async request => {
  const { organisationId } = request.member
  const id = connectionId(request.params.id)
  const { connection, facts } = await inTenant(database, organisationId, async tx => {
    const connection = await readMapping(tx, organisationId, id)
    if (connection === undefined) throw new Refusal('connection_not_found')
    return { connection, facts: await factsOf(tx, organisations, organisationId) }
  })
  const mapping = requireMapping(checkedBody(request, dashboard.checkMapping).body.mapping)
  const checked = { organisationId, connectionId: id, connection, mapping, facts }
  // Not in one transaction: no connection to the database is held while deliveries are read.
  return checkOnDeliveries(tenantSql(database, organisationId), checked)
})
