import { createHash } from 'node:crypto'
import type { DeliveryProblem, ItemReason, Mapping } from '@millrace/contract/connection-mapping'
import type { ParameterValue } from '@millrace/contract/event'
import { MOST_ITEMS } from '@millrace/contract/mapping-limits'
import type { Document } from './document.ts'
import { failedRule } from './holds.ts'
import { compilePath, PathFault } from './path.ts'
import { type ItemFacts, readValue } from './read-value.ts'

export interface WrittenIdentifier {
  readonly type: 'email' | 'phone' | 'external_id'
  readonly value: string
  readonly system?: string
}

/** An event that an item makes, before its guest is looked for. */
export interface MappedEvent {
  readonly kind: 'event'
  /** What makes it the same event in another delivery. */
  readonly identity: string
  readonly identifiers: readonly WrittenIdentifier[]
  readonly name: string | null
  readonly source: string
  readonly serials: readonly string[]
  readonly parameters: Readonly<Record<string, ParameterValue>>
  /** ISO 8601 in UTC; null where the delivery does not say it. */
  readonly occurredAt: string | null
  readonly warnings: readonly string[]
}

/** An item that makes no event: not at all, or (`held`) not before a venue or a guest is known. */
export interface NoEvent {
  readonly kind: 'none' | 'held'
  readonly reason: ItemReason
  readonly detail: Readonly<Record<string, unknown>>
}

export type MappedItem = MappedEvent | NoEvent

export type Mapped =
  | { readonly kind: 'mapped'; readonly items: readonly MappedItem[] }
  | { readonly kind: 'problem'; readonly problem: DeliveryProblem }

export interface MappingFacts {
  /** Of the delivery, in our words: the identity of what has no other. */
  readonly deliveryId: string
  /** The other system's ids of venues, and ours. */
  readonly aliases: Readonly<Record<string, string>>
  timeZoneOf(serial: string | undefined): string
  readonly receivedAt: Date
}

const LONGEST_TEXT = 2_048
/** Of a guest's identifier or name. */
const LONGEST_NAME = 200
const LONGEST_IDENTITY = 500
/** A clock that is further ahead than this is wrong. */
const MOST_AHEAD_MS = 5 * 60_000
/** And one that is further behind: a till whose battery is empty begins at 1970 or 2000. Bookings of years are fetched. */
const MOST_BEHIND_MS = 10 * 365 * 24 * 60 * 60_000

/** What a delivery makes, by a mapping. Pure. `path.ts` bounds its work, and `read-aside.ts` its time. */
export function mapDelivery(mapping: Mapping, document: Document, facts: MappingFacts): Mapped {
  const found = new Map<string, readonly unknown[]>()
  const items = mapping.each === undefined ? [document.content] : listOf(mapping.each, document.content)
  if (items.length === 0) {
    const isEmpty = mapping.each !== undefined && hasEmptyList(mapping.each, document.content)
    return isEmpty ? { kind: 'mapped', items: [] } : { kind: 'problem', problem: 'no_items' }
  }
  if (items.length > MOST_ITEMS) return { kind: 'problem', problem: 'too_many_items' }
  const mapped: MappedItem[] = []
  for (const [place, item] of items.entries()) {
    mapped.push(mapItem(mapping, { item, document, found, timeZone: 'UTC' }, place, facts))
  }
  return { kind: 'mapped', items: mapped }
}

/** The values at the path; a list there is meant with its items. */
function listOf(path: string, content: unknown): unknown[] {
  const values = compilePath(path)(content)
  return values.length === 1 && Array.isArray(values[0]) ? values[0] : values
}

const ALL_OF = '[*]'

/**
 * A list that is there and empty says that there is nothing; one that is missing says that the mapping looks elsewhere. In
 * `$.orders[*].checks[*]` either can be the empty one.
 */
function hasEmptyList(path: string, content: unknown): boolean {
  const lists = [path]
  for (let end = path.lastIndexOf(ALL_OF); end > 0; end = path.lastIndexOf(ALL_OF, end - 1))
    lists.push(path.slice(0, end))
  return lists.some(list => {
    try {
      return compilePath(list)(content).some(value => Array.isArray(value) && value.length === 0)
    } catch (error) {
      // The characters were part of a name.
      if (error instanceof PathFault) return false
      throw error
    }
  })
}

function mapItem(mapping: Mapping, item: ItemFacts, place: number, facts: MappingFacts): MappedItem {
  const failed = failedRule(mapping.when ?? [], item)
  if (failed !== undefined) return none('rule_failed', { rule: failed.rule, found: failed.found ?? null })
  const identity = identityOf(mapping, item, place, facts)
  if (typeof identity !== 'string') return identity
  const warnings: string[] = []
  const identifiers = identifiersOf(mapping, item, warnings)
  if (identifiers.length === 0) return none('no_identifier', warnings.length > 0 ? { too_long: true } : {})
  const venue = venueOf(mapping, item, facts, warnings)
  if (venue.kind === 'unknown') return held('unknown_location', { location: venue.location })
  const local = { ...item, timeZone: facts.timeZoneOf(venue.serials[0]) }
  return {
    kind: 'event',
    identity,
    identifiers,
    name: textOf(mapping.guest.name, local, LONGEST_NAME, 'The name of the guest', warnings),
    source: mapping.source,
    serials: venue.serials,
    parameters: parametersOf(mapping, local, warnings),
    occurredAt: occurredAt(mapping, local, facts.receivedAt, warnings),
    warnings,
  }
}

const none = (reason: ItemReason, detail: NoEvent['detail']): NoEvent => ({ kind: 'none', reason, detail })
const held = (reason: ItemReason, detail: NoEvent['detail']): NoEvent => ({ kind: 'held', reason, detail })

/**
 * That a thing became something happens once, so the thing is the identity. It does not matter in which order deliveries
 * come, or how often.
 */
function identityOf(
  { became, id }: Mapping,
  item: ItemFacts,
  place: number,
  { deliveryId }: MappingFacts,
): string | NoEvent {
  if (became !== undefined) {
    const state = readValue(became.state, item)
    if (!became.one_of.some(one => one === state)) return none('not_yet_in_state', { state: state ?? null })
    const thing = readValue(became.thing, item)
    if (thing === undefined || thing === null || thing === '') return none('no_thing', {})
    return identity('became', thing)
  }
  if (id === undefined) return identity('delivery', `${deliveryId} ${place}`)
  const value = readValue(id, item)
  if (value === undefined || value === null || value === '') return none('no_id', {})
  return identity('id', value)
}

/** One that is too long is known by its hash: two ids can differ anywhere. */
function identity(kind: string, value: ParameterValue): string {
  const text = storable(String(value))
  if (text.length <= LONGEST_IDENTITY) return `${kind} ${text}`
  return `${kind} sha256 ${createHash('sha256').update(text).digest('hex')}`
}

const identifierWords = { email: 'The e-mail address', phone: 'The phone number', external_id: 'The id' }

function identifiersOf({ guest }: Mapping, item: ItemFacts, warnings: string[]): WrittenIdentifier[] {
  return guest.identifiers.flatMap(({ type, value, system }) => {
    const text = textOf(value, item, LONGEST_NAME, `${identifierWords[type]} of the guest`, warnings)
    return text === null ? [] : [{ type, value: text, ...(system === undefined ? {} : { system }) }]
  })
}

type Venue =
  | { readonly kind: 'known'; readonly serials: readonly string[] }
  | { readonly kind: 'unknown'; readonly location: string }

function venueOf({ venue }: Mapping, item: ItemFacts, { aliases }: MappingFacts, warnings: string[]): Venue {
  const location = textOf(venue, item, LONGEST_TEXT, 'The location', warnings)
  if (location === null) return { kind: 'known', serials: [] }
  const serial = Object.hasOwn(aliases, location) ? aliases[location] : undefined
  return serial === undefined ? { kind: 'unknown', location } : { kind: 'known', serials: [serial] }
}

function parametersOf(
  { parameters, source }: Mapping,
  item: ItemFacts,
  warnings: string[],
): Record<string, ParameterValue> {
  const read: Record<string, ParameterValue> = Object.create(null)
  for (const [name, value] of Object.entries(parameters)) {
    const found = readValue(value, item)
    if (found === undefined) continue
    if (typeof found === 'string' && found.length > LONGEST_TEXT) {
      warnings.push(`The parameter "${name}" is longer than ${LONGEST_TEXT} characters and was left out.`)
    } else if (typeof found === 'number' && Number.isInteger(found) && !Number.isSafeInteger(found)) {
      warnings.push(`The parameter "${name}" is too large for a number and was left out.`)
    } else read[name] = typeof found === 'string' ? storable(found) : found
  }
  read['source'] = source
  return read
}

/** What PostgreSQL cannot store: half a character, or NUL. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

/** A text without spaces around it; null where there is none, or where it is longer than an id may be. */
function textOf(
  value: Mapping['venue'],
  item: ItemFacts,
  longest: number,
  what: string,
  warnings: string[],
): string | null {
  if (value === undefined) return null
  const found = readValue(value, item)
  if (found === undefined || found === null) return null
  const text = storable(String(found)).trim()
  if (text === '') return null
  if (text.length <= longest) return text
  warnings.push(`${what} is longer than ${longest} characters and was left out.`)
  return null
}

function occurredAt(
  { occurred_at }: Mapping,
  item: ItemFacts,
  receivedAt: Date,
  warnings: string[],
): string | null {
  if (occurred_at === undefined) return null
  const found = readValue({ ...occurred_at, as: 'moment' }, item)
  if (typeof found !== 'string') {
    warnings.push('The delivery does not say when it happened.')
    return null
  }
  const ahead = Date.parse(found) - receivedAt.getTime()
  if (ahead > MOST_AHEAD_MS || ahead < -MOST_BEHIND_MS) {
    warnings.push(`The clock of the other system is ${ahead > 0 ? 'ahead' : 'behind'}: it says ${found}.`)
    return null
  }
  return ahead > 0 ? receivedAt.toISOString() : found
}
