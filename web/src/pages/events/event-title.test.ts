import { expect, test } from 'vitest'
import { eventTitle } from './event-title.ts'

const venues = [{ value: 'HARBOUR-01', label: 'Harbour' }]

test.each([
  [
    { source: 'till', serials: ['HARBOUR-01'], parameters: { spend: 142.5, currency: 'GBP' } },
    'till at Harbour, £142.50',
  ],
  [{ source: 'till', serials: ['OTHER'], parameters: { total: 7 } }, 'till at OTHER, 7.00'],
  [{ source: 'booking', serials: [], parameters: { spend: 'much' } }, 'booking'],
  [{ source: null, serials: [], parameters: {} }, 'Event without a source'],
])('an event is titled by where it comes from, where it was and its amount: %j', (event, title) => {
  expect(eventTitle(event, venues)).toBe(title)
})
