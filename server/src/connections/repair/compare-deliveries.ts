import type { Sql } from '#db/sql.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import { madeBefore, madeByDelivery } from '../made-events.ts'
import type { Outcome } from '../process-delivery.ts'
import { readDelivery, type StoredDelivery } from '../read-delivery.ts'
import { type Difference, differenceOf, type StoredEvent } from './difference.ts'
import type { ComparedDelivery } from './difference-rows.ts'

interface Stored extends Pick<StoredDelivery, 'id' | 'headers' | 'body' | 'received_at'> {
  readonly outcome: Outcome['outcome']
}

export interface Comparing {
  readonly organisationId: string
  readonly connectionId: string
  readonly connection: Pick<StoredDelivery, 'vendor' | 'mapping' | 'aliases'>
  readonly facts: OrganisationFacts
}

/**
 * The next deliveries with what they would make now. Those that wait are left out: they are read by the present mapping
 * anyway.
 */
export async function compareDeliveries(
  sql: Sql,
  { organisationId, connectionId, connection, facts }: Comparing,
  after: string | null,
  limit: number,
): Promise<ComparedDelivery[]> {
  const { rows } = await sql.query<Stored>(
    `SELECT id, headers, body, received_at, outcome FROM connection_deliveries
     WHERE organisation_id = $1 AND connection_id = $2 AND state <> 'waiting' AND ($3::uuid IS NULL OR id > $3)
     ORDER BY id LIMIT $4`,
    [organisationId, connectionId, after, limit],
  )
  const compared: ComparedDelivery[] = []
  for (const delivery of rows) {
    const mapped = await readDelivery({ ...connection, ...delivery }, facts)
    const items = mapped.kind === 'mapped' ? mapped.items : []
    const place = { organisation_id: organisationId, connection_id: connectionId, id: delivery.id }
    compared.push({ deliveryId: delivery.id, difference: await compare(sql, place, delivery, items) })
  }
  return compared
}

async function compare(
  sql: Sql,
  place: Parameters<typeof madeBefore>[1],
  { id, outcome }: Stored,
  items: Parameters<typeof differenceOf>[0]['items'],
): Promise<Difference> {
  const before = outcome.items ?? []
  const events = items.filter(item => item.kind === 'event')
  const shown = before.flatMap(item => ('event_id' in item ? [item.event_id] : []))
  const made = [...(await madeBefore(sql, place, events)), ...(await madeByDelivery(sql, place, shown))]
  const stored = await storedEvents(sql, place.organisation_id, [...new Set(made.map(one => one.event_id))])
  return differenceOf({ deliveryId: id, items, before, made, stored })
}

async function storedEvents(
  sql: Sql,
  organisationId: string,
  ids: readonly string[],
): Promise<Map<string, StoredEvent>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql.query<StoredEvent>(
    'SELECT id, source, serials, parameters, occurred_at FROM events WHERE organisation_id = $1 AND id = ANY($2)',
    [organisationId, ids],
  )
  return new Map(rows.map(event => [event.id, event]))
}
