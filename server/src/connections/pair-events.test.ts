import { expect, test } from 'vitest'
import type { MappedEvent, MappedItem, NoEvent } from './mapping/map-delivery.ts'
import { type MadeEvent, pairEvents } from './pair-events.ts'
import type { ItemOutcome } from './process-delivery.ts'

const event = (identity: string): MappedEvent => ({
  kind: 'event',
  identity,
  identifiers: [],
  name: null,
  source: 'till',
  serials: [],
  parameters: {},
  occurredAt: null,
  warnings: [],
})
const none: NoEvent = { kind: 'none', reason: 'rule_failed', detail: {} }
const made = (identity: string, event_id: string, delivery_id = 'this'): MadeEvent => ({
  identity,
  event_id,
  guest_id: 'ada',
  delivery_id,
})
const was = (event_id: string): ItemOutcome => ({ event_id, repeated: false, warnings: [] })
const wasNone: ItemOutcome = { reason: 'rule_failed', detail: {} }

const pairs = (items: MappedItem[], before: ItemOutcome[], known: MadeEvent[]) =>
  [...pairEvents('this', items, before, known)].map(([{ identity }, { event_id }]) => [identity, event_id])

test('an item that is recognised by something else is the event that it made', () => {
  expect(
    pairs([event('id 1'), event('id 2')], [was('A'), was('B')], [made('d 0', 'A'), made('d 1', 'B')]),
  ).toEqual([
    ['id 1', 'A'],
    ['id 2', 'B'],
  ])
})

test('also one that an earlier delivery made', () => {
  expect(pairs([event('id 1')], [was('A')], [made('became 1', 'A', 'earlier')])).toEqual([['id 1', 'A']])
})

test('an item that is recognised by the same needs no other, and leaves none for the next one', () => {
  expect(pairs([event('d 0'), event('id 2')], [was('A'), wasNone], [made('d 0', 'A')])).toEqual([])
  expect(pairs([event('id 1'), event('id 1b')], [was('A'), was('A')], [made('d 0', 'A')])).toEqual([
    ['id 1', 'A'],
  ])
})

test('an item that made none is new, although another one of the delivery makes none any longer', () => {
  expect(pairs([none, event('d 1')], [was('A'), wasNone], [made('d 0', 'A')])).toEqual([])
})

test('where the list is another one, its items are taken in their order, and only the delivery’s own events', () => {
  const known = [made('d 0', 'A'), made('became 7', 'X', 'earlier')]
  expect(pairs([event('id 1'), event('id 2')], [was('A')], known)).toEqual([['id 1', 'A']])
  // A process was ended before it stored what it had made.
  expect(pairs([event('id 1'), event('id 2')], [], [made('d 1', 'B'), made('d 0', 'A')])).toEqual([
    ['id 1', 'A'],
    ['id 2', 'B'],
  ])
})
