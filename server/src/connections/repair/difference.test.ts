import { expect, test } from 'vitest'
import type { MappedEvent } from '../mapping/map-delivery.ts'
import type { MadeEvent } from '../pair-events.ts'
import { type Compared, differenceOf, type StoredEvent } from './difference.ts'

const event = (identity: string, more: Partial<MappedEvent> = {}): MappedEvent => ({
  kind: 'event',
  identity,
  identifiers: [],
  name: null,
  source: 'till',
  serials: ['HARBOUR-01'],
  parameters: { spend: 10, source: 'till' },
  occurredAt: '2026-11-16T12:00:00.000Z',
  warnings: [],
  ...more,
})
const stored = (id: string): StoredEvent => ({
  id,
  source: 'till',
  serials: ['HARBOUR-01'],
  parameters: { source: 'till', spend: 10 },
  occurred_at: new Date('2026-11-16T12:00:00Z'),
})
const made = (identity: string, event_id: string, delivery_id = 'this'): MadeEvent => ({
  identity,
  event_id,
  guest_id: 'ada',
  delivery_id,
})
const compared = (given: Partial<Compared>): Compared => ({
  deliveryId: 'this',
  items: [],
  before: [],
  made: [],
  stored: new Map(['A', 'B'].map(id => [id, stored(id)])),
  ...given,
})
const of = (given: Partial<Compared>) => {
  const { fresh, ...rest } = differenceOf(compared(given))
  return { ...rest, fresh: fresh.map(({ identity }) => identity) }
}

test('an event that would be the same is no difference', () => {
  expect(of({ items: [event('a')], made: [made('a', 'A')] })).toEqual({
    fresh: [],
    changed: [],
    gone: [],
    kept: ['A'],
  })
})

test('an event that no delivery has made is new', () => {
  expect(of({ items: [event('a')] })).toMatchObject({ fresh: ['a'], kept: [] })
})

test('what would be different is named', () => {
  const other = event('a', {
    source: 'bookings',
    serials: [],
    parameters: { source: 'bookings', spend: 11, party: 4 },
    occurredAt: null,
  })
  expect(of({ items: [other], made: [made('a', 'A')] }).changed).toEqual([
    { eventId: 'A', fields: ['source', 'venue', 'occurred_at', 'parameters.spend', 'parameters.party'] },
  ])
})

test('an event that its delivery would not make is gone; one of another delivery is not', () => {
  const both = [made('a', 'A'), made('b', 'B', 'other')]
  expect(of({ made: both })).toMatchObject({ gone: ['A'], fresh: [] })
  expect(of({ items: [event('b', { parameters: {} })], made: both })).toMatchObject({
    gone: ['A'],
    changed: [],
    kept: ['B'],
  })
})

test('an event that is recognised by something else now is the same one', () => {
  const before = [{ event_id: 'A', repeated: false, warnings: [] }]
  expect(of({ items: [event('id 7')], before, made: [made('delivery 0', 'A')] })).toEqual({
    fresh: [],
    changed: [],
    gone: [],
    kept: ['A'],
  })
})

test('an event that is no longer stored is compared with nothing', () => {
  expect(of({ items: [event('c')], made: [made('c', 'C')] })).toMatchObject({ changed: [], kept: ['C'] })
})
