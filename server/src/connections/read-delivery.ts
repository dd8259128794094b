import type { Mapping } from '@millrace/contract/connection-mapping'
import type { Sql } from '#db/sql.ts'
import type { OrganisationFacts, OrganisationFactsCache } from '#venues/organisation-facts.ts'
import { readDocument } from './mapping/document.ts'
import { type Mapped, mapDelivery } from './mapping/map-delivery.ts'
import { vendorOf } from './vendors/vendors.ts'

/** A delivery, with what its connection says about reading it. */
export interface StoredDelivery {
  readonly id: string
  readonly headers: Record<string, string>
  readonly body: Buffer
  readonly received_at: Date
  readonly vendor: string
  readonly mapping: Mapping
  readonly aliases: Record<string, string>
}

export async function factsOf(
  tx: Sql,
  organisations: OrganisationFactsCache,
  organisationId: string,
): Promise<OrganisationFacts> {
  return (await organisations.find(tx, [organisationId])).get(organisationId) as OrganisationFacts
}

/** What a delivery makes, without making it. */
export function readDelivery(delivery: StoredDelivery, facts: OrganisationFacts): Mapped {
  const reading = readDocument(vendorOf(delivery.vendor)?.format ?? 'json', delivery.headers, delivery.body)
  if (reading.kind === 'problem') return reading
  const began = performance.now()
  return mapDelivery(delivery.mapping, reading.document, {
    deliveryId: delivery.id,
    aliases: delivery.aliases,
    timeZoneOf: serial => facts.venues.get(serial ?? '')?.time_zone ?? facts.settings.time_zone,
    receivedAt: delivery.received_at,
    spent: () => performance.now() - began,
  })
}
