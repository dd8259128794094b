import { dashboard } from '@millrace/contract/operations/dashboard'
import { readMapping } from '#connections/read-connection.ts'
import { factsOf } from '#connections/read-delivery.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { previewOf } from '../edge/preview-of.ts'
import { connectionId } from '../edge/require-connection.ts'
import { requireMapping } from '../edge/require-mapping.ts'

export default bind(dashboard.previewDelivery, ({ database, organisations }) => async request => {
  const { organisationId } = request.member
  const id = connectionId(request.params.id)
  const { connection, facts } = await inTenant(database, organisationId, async tx => {
    const connection = await readMapping(tx, organisationId, id)
    if (connection === undefined) throw new Refusal('connection_not_found')
    return { connection, facts: await factsOf(tx, organisations, organisationId) }
  })
  const { body } = checkedBody(request, dashboard.previewDelivery)
  const mapping = body.mapping === undefined ? connection.mapping : requireMapping(body.mapping)
  const sample = { headers: body.headers ?? {}, body: Buffer.from(body.body) }
  return previewOf({ ...connection, mapping }, sample, facts)
})
