import type { DeliveryPreview, PreviewItem } from '@millrace/contract/dashboard/connections'
import { newId } from '#base/ids.ts'
import { readDocument } from '#connections/mapping/document.ts'
import type { MappedItem } from '#connections/mapping/map-delivery.ts'
import { readDelivery, type StoredDelivery } from '#connections/read-delivery.ts'
import { vendorOf } from '#connections/vendors/vendors.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'

/** What a mapping would make of a delivery that is not stored. */
export async function previewOf(
  connection: Pick<StoredDelivery, 'vendor' | 'mapping' | 'aliases'>,
  { headers, body }: Pick<StoredDelivery, 'headers' | 'body'>,
  facts: OrganisationFacts,
): Promise<DeliveryPreview> {
  const sample = { id: newId(), headers, body, received_at: new Date() }
  const mapped = await readDelivery({ ...connection, ...sample }, facts)
  const document = contentOf(connection.vendor, headers, body)
  if (mapped.kind === 'problem') return { problem: mapped.problem, document, items: [] }
  return { problem: null, document, items: mapped.items.map(toItem) }
}

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
