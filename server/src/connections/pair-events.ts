import type { MappedEvent, MappedItem } from './mapping/map-delivery.ts'
import type { ItemOutcome } from './process-delivery.ts'

/** An event that a delivery of the connection made, and what it is recognised by. */
export interface MadeEvent {
  readonly identity: string
  readonly event_id: string
  readonly guest_id: string
  readonly delivery_id: string
}

/**
 * Which events a delivery has made before under another identity, because its mapping recognised them by something else
 * then. They are the same events, and are not made again. An item is the one at the same place as before; where the
 * items are others than before, they are taken in their order.
 */
export function pairEvents(
  deliveryId: string,
  items: readonly MappedItem[],
  before: readonly ItemOutcome[],
  made: readonly MadeEvent[],
): Map<MappedEvent, MadeEvent> {
  const byIdentity = new Map(made.map(one => [one.identity, one]))
  const events = items.map(item => (item.kind === 'event' ? item : undefined))
  const known = new Set(events.flatMap(event => byIdentity.get(event?.identity ?? '')?.event_id ?? []))
  const left = new Map(made.filter(one => !known.has(one.event_id)).map(one => [one.event_id, one]))
  const paired = new Map<MappedEvent, MadeEvent>()
  const isSameList = before.length === items.length
  const ownInOrder = [...left.values()]
    .filter(one => one.delivery_id === deliveryId)
    .toSorted((a, b) => (a.event_id < b.event_id ? -1 : 1))
  for (const [place, event] of events.entries()) {
    if (event === undefined || byIdentity.has(event.identity)) continue
    const earlier = before[place]
    const match = isSameList
      ? left.get(earlier !== undefined && 'event_id' in earlier ? earlier.event_id : '')
      : ownInOrder.shift()
    if (match === undefined || !left.delete(match.event_id)) continue
    paired.set(event, match)
  }
  return paired
}
