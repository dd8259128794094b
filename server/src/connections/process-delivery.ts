import { createHash } from 'node:crypto'
import type { DeliveryProblem } from '@millrace/contract/connection-mapping'
import type { EventAnswer } from '@millrace/contract/event'
import { faultPoint } from '#base/fault-point.ts'
import { type Database, inTenant } from '#db/database.ts'
import type { AcceptEvent } from '#events/accept-event.ts'
import type { Incoming } from '#events/incoming.ts'
import { countryOf } from '#guests/identifiers/country-of.ts'
import { type Found, findOrCreate } from '#guests/identifiers/find-or-create.ts'
import { readIdentifier } from '#guests/identifiers/identifier.ts'
import type { OrganisationFacts, OrganisationFactsCache } from '#venues/organisation-facts.ts'
import { madeBefore, madeByDelivery, recordMade } from './made-events.ts'
import type { MappedEvent, MappedItem, NoEvent } from './mapping/map-delivery.ts'
import { pairEvents } from './pair-events.ts'
import { factsOf, readDelivery, type StoredDelivery } from './read-delivery.ts'

export interface ProcessParts {
  readonly database: Pick<Database, 'engine' | 'tenant'>
  readonly organisations: OrganisationFactsCache
  readonly acceptEvent: Pick<AcceptEvent, 'many'>
}

export interface DueDelivery extends StoredDelivery {
  readonly organisation_id: string
  readonly connection_id: string
  /** Since it was last read, with this one. */
  readonly attempts: number
  /** When it was last read. */
  readonly outcome: Outcome['outcome']
  readonly unknown_guests: 'create' | 'keep'
  readonly paused: boolean
}

/** The result of an item, as it is stored and shown. */
export type ItemOutcome =
  | { readonly event_id: string; readonly repeated: boolean; readonly warnings: readonly string[] }
  | Omit<NoEvent, 'kind'>

export interface Outcome {
  readonly state: 'done' | 'held' | 'failed'
  readonly outcome: {
    readonly problem?: DeliveryProblem
    /** Of `not_processed`: what was thrown. */
    readonly error?: string
    readonly items?: readonly ItemOutcome[]
  }
}

const AT_ONCE = 100

/**
 * Makes the events of a delivery, on the path that every event takes. It can be carried out any number of times, and be
 * ended at any point: an item that has made its event makes none again.
 */
export async function processDelivery(parts: ProcessParts, delivery: DueDelivery): Promise<Outcome> {
  const { organisation_id: organisationId } = delivery
  const facts = await inTenant(parts.database, organisationId, tx =>
    factsOf(tx, parts.organisations, organisationId),
  )
  const mapped = await readDelivery(delivery, facts)
  if (mapped.kind === 'problem') return { state: 'failed', outcome: { problem: mapped.problem } }
  const outcomes = await alreadyMade(parts, delivery, mapped.items)
  const events = mapped.items.filter(item => item.kind === 'event' && !outcomes.has(item)) as MappedEvent[]
  for (let from = 0; from < events.length; from += AT_ONCE)
    await acceptPortion(parts, delivery, facts, events.slice(from, from + AT_ONCE), outcomes)
  const items = mapped.items.map(
    item => outcomes.get(item) ?? { reason: (item as NoEvent).reason, detail: (item as NoEvent).detail },
  )
  const held = items.some(item => 'reason' in item && heldReasons.has(item.reason))
  return { state: held ? 'held' : 'done', outcome: { items } }
}

const heldReasons: ReadonlySet<string> = new Set(['unknown_location', 'unknown_guest'])

/**
 * What the delivery made when it was read before, by another mapping. Its events are recorded with the identities that they
 * have now, so that later deliveries about the same things make none either.
 */
async function alreadyMade(
  { database }: ProcessParts,
  delivery: DueDelivery,
  items: readonly MappedItem[],
): Promise<Map<MappedItem, ItemOutcome>> {
  const { organisation_id, outcome, attempts } = delivery
  if (Object.keys(outcome).length === 0 && attempts <= 1) return new Map()
  const before = outcome.items ?? []
  const paired = await inTenant(database, organisation_id, async tx => {
    const events = items.filter(item => item.kind === 'event')
    const shown = before.flatMap(item => ('event_id' in item ? [item.event_id] : []))
    const made = [...(await madeBefore(tx, delivery, events)), ...(await madeByDelivery(tx, delivery, shown))]
    const pairs = [...pairEvents(delivery.id, items, before, made)]
    await recordMade(
      tx,
      delivery,
      pairs.map(([event, { event_id, guest_id }]) => ({ event, eventId: event_id, guestId: guest_id })),
    )
    return pairs
  })
  return new Map(paired.map(([event, { event_id }]) => [event, repeated(event, event_id)]))
}

const repeated = ({ warnings }: MappedEvent, event_id: string): ItemOutcome => ({
  event_id,
  repeated: true,
  warnings,
})

async function acceptPortion(
  { database, acceptEvent }: ProcessParts,
  delivery: DueDelivery,
  facts: OrganisationFacts,
  events: readonly MappedEvent[],
  outcomes: Map<MappedItem, ItemOutcome>,
): Promise<void> {
  const { organisation_id: organisationId } = delivery
  const known = await inTenant(database, organisationId, async tx => {
    const made = new Map((await madeBefore(tx, delivery, events)).map(one => [one.identity, one.event_id]))
    const fresh: MappedEvent[] = []
    for (const event of events) {
      const eventId = made.get(event.identity)
      if (eventId !== undefined) outcomes.set(event, repeated(event, eventId))
      else fresh.push(event)
    }
    const sought = distinct(fresh).map(event => ({ event, identifiers: identifiersOf(event, facts) }))
    for (const { event, identifiers } of sought)
      if (identifiers.length === 0) outcomes.set(event, { reason: 'no_identifier', detail: {} })
    const asked = sought.filter(({ identifiers }) => identifiers.length > 0)
    const found = await findOrCreate(
      tx,
      organisationId,
      asked.map(({ event, identifiers }) => ({
        identifiers,
        create: delivery.unknown_guests === 'create',
        name: event.name,
      })),
    )
    return asked.flatMap(({ event }, index) => {
      const guest = found[index] as Found
      if (guest.kind !== 'missing') return [{ event, guestId: guest.guestId }]
      outcomes.set(event, { reason: 'unknown_guest', detail: {} })
      return []
    })
  })
  const accepted = await acceptEvent.many(
    organisationId,
    known.map(({ event, guestId }) => toIncoming(delivery, event, guestId)),
  )
  if (known.length > 0) faultPoint('read:accepted')
  const stored = known.map(({ event, guestId }, index) => {
    const answer = accepted[index]
    switch (answer?.kind) {
      case 'accepted':
        return { event, guestId, eventId: answer.answer.event.id }
      case 'replay':
        // Accepted before, by a process that was ended before it could write that down.
        return { event, guestId, eventId: (JSON.parse(answer.answer.body) as EventAnswer).event.id }
      default:
        throw new Error(`an event of a delivery was not accepted: ${answer?.kind}`)
    }
  })
  await inTenant(database, organisationId, tx => recordMade(tx, delivery, stored))
  if (stored.length > 0) faultPoint('read:recorded')
  const byIdentity = new Map(stored.map(({ event, eventId }) => [event.identity, eventId]))
  for (const event of events) {
    const eventId = byIdentity.get(event.identity)
    if (eventId === undefined || outcomes.has(event)) continue
    const isFirst = stored.some(one => one.event === event)
    outcomes.set(event, { event_id: eventId, repeated: !isFirst, warnings: event.warnings })
  }
}

/** One of each identity: the first. */
const distinct = (events: readonly MappedEvent[]): MappedEvent[] =>
  [...new Map(events.toReversed().map(event => [event.identity, event])).values()].reverse()

/** As they are stored; what is no e-mail address or phone number is left out. */
function identifiersOf(event: MappedEvent, facts: OrganisationFacts) {
  const country = countryOf(facts, event.serials)
  return event.identifiers.flatMap(given => {
    const reading = readIdentifier(given, country)
    return reading.kind === 'read' ? [reading.identifier] : []
  })
}

function toIncoming(delivery: DueDelivery, event: MappedEvent, guestId: string): Incoming {
  const digest = createHash('sha256').update(event.identity).digest()
  return {
    organisationId: delivery.organisation_id,
    keyId: null,
    guestId,
    event: { source: event.source, serials: [...event.serials], parameters: event.parameters },
    ...(event.occurredAt === null ? {} : { occurredAt: event.occurredAt }),
    warnings: event.warnings,
    idempotency: {
      request: {
        keyId: delivery.connection_id,
        route: 'connection',
        key: digest.toString('base64url'),
        fingerprint: digest,
      },
      serialize: answer => JSON.stringify(answer),
    },
  }
}
