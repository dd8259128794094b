import type { Mapping } from '@millrace/contract/connection-mapping'
import { expect, test } from 'vitest'
import type { MappingQuestion } from './question.ts'
import { readAside } from './read-aside.ts'

const mapping: Mapping = {
  source: 'till',
  guest: { identifiers: [{ type: 'email', value: { path: '$.email' } }] },
  venue: { path: '$.shop' },
  parameters: { at: { path: '$.at', as: 'moment' } },
}

const question = (content: object, more: Partial<MappingQuestion> = {}): MappingQuestion => ({
  deliveryId: 'delivery-1',
  format: 'json',
  headers: {},
  body: Buffer.from(JSON.stringify({ email: 'ada@example.com', ...content })),
  receivedAt: new Date('2026-11-16T12:00:00Z'),
  mapping,
  aliases: { north: 'HARBOUR-01' },
  timeZone: 'UTC',
  timeZones: new Map([['HARBOUR-01', 'Europe/Athens']]),
  ...more,
})

test('a delivery is read on another thread, with the time zone of its venue', async () => {
  const at = '2026-11-16T12:00:00'
  expect(await readAside(question({ shop: 'north', at }))).toMatchObject({
    kind: 'mapped',
    items: [{ serials: ['HARBOUR-01'], parameters: { at: '2026-11-16T10:00:00.000Z' } }],
  })
  expect(await readAside(question({ at }))).toMatchObject({
    items: [{ parameters: { at: '2026-11-16T12:00:00.000Z' } }],
  })
})

const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) })

test('one that takes too long is given up, and the next one is read', async () => {
  const names = Array.from({ length: 99 }, (_, number) => `p${number}`)
  const parameters = Object.fromEntries(names.map(name => [name, { path: `$..${name}` }]))
  const slow = question(
    { list: Array.from({ length: 800 }, () => nested(55)) },
    { mapping: { ...mapping, parameters } },
  )
  expect(await readAside(slow)).toEqual({ kind: 'problem', problem: 'took_too_long' })
  expect(await readAside(question({}))).toMatchObject({ kind: 'mapped' })
})
