import type { PreviewItem } from '@millrace/contract/dashboard/connections'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { newId } from '#base/ids.ts'
import { readDocument } from '#connections/mapping/document.ts'
import type { MappedItem } from '#connections/mapping/map-delivery.ts'
import { readMapping } from '#connections/read-connection.ts'
import { factsOf, readDelivery } from '#connections/read-delivery.ts'
import { vendorOf } from '#connections/vendors/vendors.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
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
  const { headers = {} } = body
  const mapping = body.mapping === undefined ? connection.mapping : requireMapping(body.mapping)
  const sample = { id: newId(), headers, body: Buffer.from(body.body), received_at: new Date() }
  const mapped = await readDelivery({ ...connection, ...sample, mapping }, facts)
  const document = contentOf(connection.vendor, headers, sample.body)
  if (mapped.kind === 'problem') return { problem: mapped.problem, document, items: [] }
  return { problem: null, document, items: mapped.items.map(toItem) }
})

function contentOf(vendor: string, headers: Record<string, string>, body: Buffer): unknown {
  const reading = readDocument(vendorOf(vendor)?.format ?? 'json', headers, body)
  return reading.kind === 'read' ? reading.document.content : null
}

function toItem(item: MappedItem): PreviewItem {
  if (item.kind !== 'event') return { event: null, warnings: [], reason: item.reason, detail: item.detail }
  const { source, serials, parameters, occurredAt, name, identifiers, warnings } = item
  return {
    event: {
      source,
      serials: [...serials],
      parameters,
      occurred_at: occurredAt,
      guest_name: name,
      identifiers: [...identifiers],
    },
    warnings: [...warnings],
    reason: null,
    detail: {},
  }
}
