import { isDeepStrictEqual } from 'node:util'
import type { ParameterValue } from '@millrace/contract/event'
import type { MappedEvent, MappedItem } from '../mapping/map-delivery.ts'
import { type MadeEvent, pairEvents } from '../pair-events.ts'
import type { ItemOutcome } from '../process-delivery.ts'

/** An event as it is stored. */
export interface StoredEvent {
  readonly id: string
  readonly source: string | null
  readonly serials: readonly string[]
  readonly parameters: Readonly<Record<string, ParameterValue>>
  readonly occurred_at: Date | null
}

export interface Difference {
  readonly fresh: readonly MappedEvent[]
  readonly changed: readonly { readonly eventId: string; readonly fields: readonly string[] }[]
  /** Events of this delivery that it would not make. */
  readonly gone: readonly string[]
  /** Events that it would make, changed or not. */
  readonly kept: readonly string[]
}

export interface Compared {
  readonly deliveryId: string
  readonly items: readonly MappedItem[]
  /** When the delivery was last read. */
  readonly before: readonly ItemOutcome[]
  readonly made: readonly MadeEvent[]
  readonly stored: ReadonlyMap<string, StoredEvent>
}

/** What a delivery would make now, beside what it made. An event that is no longer stored is compared with nothing. */
export function differenceOf({ deliveryId, items, before, made, stored }: Compared): Difference {
  const byIdentity = new Map(made.map(one => [one.identity, one]))
  const paired = pairEvents(deliveryId, items, before, made)
  const fresh: MappedEvent[] = []
  const kept = new Map<string, MappedEvent>()
  for (const item of items) {
    if (item.kind !== 'event') continue
    const match = byIdentity.get(item.identity) ?? paired.get(item)
    if (match === undefined) fresh.push(item)
    else if (!kept.has(match.event_id)) kept.set(match.event_id, item)
  }
  const own = new Set(made.filter(one => one.delivery_id === deliveryId).map(({ event_id }) => event_id))
  return {
    fresh,
    changed: [...kept].flatMap(([eventId, event]) => {
      const known = stored.get(eventId)
      // An event that several deliveries are about is as the first of them said.
      const fields = known === undefined || !own.has(eventId) ? [] : fieldsOf(event, known)
      return fields.length === 0 ? [] : [{ eventId, fields }]
    }),
    gone: [...own].filter(eventId => !kept.has(eventId)),
    kept: [...kept.keys()],
  }
}

function fieldsOf(event: MappedEvent, known: StoredEvent): string[] {
  const names = new Set([...Object.keys(event.parameters), ...Object.keys(known.parameters)])
  const parameters = [...names].filter(
    name => name !== 'source' && !isDeepStrictEqual(event.parameters[name], known.parameters[name]),
  )
  return [
    ...(event.source === known.source ? [] : ['source']),
    ...(isDeepStrictEqual([...event.serials], [...known.serials]) ? [] : ['venue']),
    ...(event.occurredAt === (known.occurred_at?.toISOString() ?? null) ? [] : ['occurred_at']),
    ...parameters.map(name => `parameters.${name}`),
  ]
}
