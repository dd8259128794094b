import { expect, test } from 'vitest'
import { eventTitle } from './event-title.ts'

const venues = [{ value: 'HARBOUR-01', label: 'Harbour' }]
const meanings = new Map([
  ['pos_4', { kind: 'visit', amount: 'net', currency: 'cur' }],
  ['visits', { kind: 'visit', amount: null }],
  ['book', { kind: 'no_show' }],
] as const)

const at = ['HARBOUR-01']

test.each([
  [
    { source: 'till', serials: at, parameters: { spend: 142.5, currency: 'GBP' } },
    'Till at Harbour, £142.50',
  ],
  [{ source: 'till', serials: ['OTHER'], parameters: { total: 7 } }, 'Till at OTHER, 7.00'],
  [{ source: 'door-counter', serials: [], parameters: { spend: 'much' } }, 'Door counter'],
  [{ source: '--', serials: [], parameters: {} }, '--'],
  [{ source: null, serials: [], parameters: {} }, 'Event without a source'],
  [{ source: 'pos_4', serials: at, parameters: { net: 9, cur: 'EUR', spend: 12 } }, 'Bill at Harbour, €9.00'],
  [{ source: 'visits', serials: at, parameters: {} }, 'Visit at Harbour'],
  [{ source: 'visits', serials: at, parameters: { spend: 3, currency: 'GBP' } }, 'Bill at Harbour, £3.00'],
  [{ source: 'book', serials: at, parameters: {} }, 'No-show at Harbour'],
])('an event is titled by what it is, where it was and its amount: %j', (event, title) => {
  expect(eventTitle(event, venues, meanings)).toBe(title)
})
