import type { Mapping } from '@millrace/contract/connection-mapping'
import type { Sql } from '#db/sql.ts'
import type { OrganisationFacts, OrganisationFactsCache } from '#venues/organisation-facts.ts'
import type { Mapped } from './mapping/map-delivery.ts'
import { readAside } from './mapping/read-aside.ts'
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
export function readDelivery(delivery: StoredDelivery, facts: OrganisationFacts): Promise<Mapped> {
  const { id, vendor, received_at: receivedAt, aliases } = delivery
  const zones = Object.values(aliases).flatMap(serial => {
    const zone = facts.venues.get(serial)?.time_zone
    return zone === undefined || zone === null ? [] : [[serial, zone] as const]
  })
  return readAside({
    ...{ deliveryId: id, receivedAt, aliases },
    headers: delivery.headers,
    body: delivery.body,
    mapping: delivery.mapping,
    format: vendorOf(vendor)?.format ?? 'json',
    timeZone: facts.settings.time_zone,
    timeZones: new Map(zones),
  })
}
