import type { Sql } from '#db/sql.ts'
import type { MappedEvent } from './mapping/map-delivery.ts'
import type { MadeEvent } from './pair-events.ts'

interface Delivery {
  readonly organisation_id: string
  readonly connection_id: string
  readonly id: string
}

const columns = 'identity, event_id, guest_id, delivery_id'

/** The events with these identities, whichever delivery made them. */
export async function madeBefore(
  tx: Sql,
  { organisation_id, connection_id }: Delivery,
  events: readonly MappedEvent[],
): Promise<MadeEvent[]> {
  const { rows } = await tx.query<MadeEvent>(
    `SELECT ${columns} FROM connection_events
     WHERE organisation_id = $1 AND connection_id = $2 AND identity = ANY($3)`,
    [organisation_id, connection_id, events.map(({ identity }) => identity)],
  )
  return rows
}

/** The events that the delivery made, and these. */
export async function madeByDelivery(
  tx: Sql,
  { organisation_id, connection_id, id }: Delivery,
  eventIds: readonly string[],
): Promise<MadeEvent[]> {
  const { rows } = await tx.query<MadeEvent>(
    `SELECT ${columns} FROM connection_events
     WHERE organisation_id = $1 AND delivery_id = $3 AND connection_id = $2
     UNION SELECT ${columns} FROM connection_events
     WHERE organisation_id = $1 AND event_id = ANY($4) AND connection_id = $2`,
    [organisation_id, connection_id, id, eventIds],
  )
  return rows
}

export async function recordMade(
  tx: Sql,
  { organisation_id, connection_id, id }: Delivery,
  made: readonly { event: MappedEvent; guestId: string; eventId: string }[],
): Promise<void> {
  if (made.length === 0) return
  await tx.query(
    `INSERT INTO connection_events (organisation_id, connection_id, delivery_id, identity, event_id, guest_id)
     SELECT $1, $2, $3, e.* FROM unnest($4::text[], $5::uuid[], $6::uuid[]) AS e ON CONFLICT DO NOTHING`,
    [
      organisation_id,
      connection_id,
      id,
      made.map(({ event }) => event.identity),
      made.map(({ eventId }) => eventId),
      made.map(({ guestId }) => guestId),
    ],
  )
}
