import { readFileSync } from 'node:fs'
import { DeliveryValue, Mapping } from '@millrace/contract/connection-mapping'
import { expect, test } from 'vitest'
import { mapDelivery } from './map-delivery.ts'
import { readWrittenMapping } from './mapping-faults.ts'

const page = readFileSync(new URL('../../../../docs/connections.md', import.meta.url), 'utf8')
const [example] = [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(match =>
  JSON.parse(match[1] as string),
)

test('the mapping in docs/connections.md is one, and makes what it says', () => {
  const read = readWrittenMapping(example)
  if ('faults' in read) throw new Error(JSON.stringify(read.faults))
  const order = {
    number: 'o-1',
    status: 'PAID',
    customer: { id: 'c-1', email: 'ada@example.com', first: 'Ada', last: 'Lovelace' },
    shop: 'north',
    total: 4250,
    lines: [{ quantity: 2 }, { quantity: 1 }],
    closed: Date.parse('2026-11-16T12:00:00Z'),
  }
  const content = {
    type: 'orders.updated',
    orders: [order, { ...order, status: 'OPEN' }, { ...order, total: 0 }],
  }
  const made = mapDelivery(
    read.mapping,
    { content, headers: {} },
    {
      deliveryId: 'd',
      aliases: { north: 'HARBOUR-01' },
      timeZoneOf: () => 'UTC',
      receivedAt: new Date('2026-11-16T12:00:01Z'),
    },
  )
  expect(made).toMatchObject({
    items: [
      {
        kind: 'event',
        identity: 'became o-1',
        name: 'Ada Lovelace',
        serials: ['HARBOUR-01'],
        parameters: { spend: 42.5, covers: 3, channel: 'dine-in', source: 'till' },
        occurredAt: '2026-11-16T12:00:00.000Z',
      },
      { reason: 'not_yet_in_state' },
      { reason: 'rule_failed' },
    ],
  })
})

test('every field of a mapping and every operation on a value is described', () => {
  for (const name of [...Object.keys(Mapping.properties), ...Object.keys(DeliveryValue.properties)])
    expect(page).toMatch(new RegExp(`["\`]${name}["\`]`))
})
