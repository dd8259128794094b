import { dashboard } from '@millrace/contract/operations/dashboard'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { previewOf } from '../edge/preview-of.ts'
import { connectionId, readerOf } from '../edge/require-connection.ts'
import { requireMapping } from '../edge/require-mapping.ts'

export default bind(dashboard.previewDelivery, parts => async request => {
  const { organisationId } = request.member
  const id = connectionId(request.params.id)
  const { connection, facts } = await readerOf(parts, organisationId, id)
  const { body } = checkedBody(request, dashboard.previewDelivery)
  const mapping = body.mapping === undefined ? connection.mapping : requireMapping(body.mapping)
  const sample = { headers: body.headers ?? {}, body: Buffer.from(body.body) }
  return previewOf({ ...connection, mapping }, sample, facts)
})
