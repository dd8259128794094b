import type { DeliveryValue, Mapping } from '@millrace/contract/connection-mapping'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trials } from '../../../../tests/support/trials.ts'
import { checkMapping } from './check-mapping.ts'
import { type Format, readDocument } from './document.ts'
import {
  type Mapped,
  type MappedEvent,
  type MappedItem,
  type MappingFacts,
  mapDelivery,
} from './map-delivery.ts'

const facts: MappingFacts = {
  deliveryId: 'delivery-1',
  aliases: { 'L-1': 'HARBOUR-01' },
  timeZoneOf: serial => (serial === 'HARBOUR-01' ? 'Europe/London' : 'UTC'),
  receivedAt: new Date('2026-11-16T12:00:00Z'),
}

const mapping: Mapping = {
  source: 'till',
  guest: { identifiers: [{ type: 'email', value: { path: '$.email' } }] },
  parameters: {},
}

function mapped(given: Partial<Mapping>, content: unknown, more: Partial<MappingFacts> = {}) {
  const document = { content, headers: { 'x-topic': 'orders/paid' } }
  return mapDelivery({ ...mapping, ...given }, document, { ...facts, ...more })
}

const itemsOf = (result: Mapped): readonly MappedItem[] => (result.kind === 'mapped' ? result.items : [])

/** The only item, as an event. */
function event(given: Partial<Mapping>, content: unknown): MappedEvent {
  const result = mapped(given, content)
  expect(result).toMatchObject({ kind: 'mapped', items: [{ kind: 'event' }] })
  return itemsOf(result)[0] as MappedEvent
}

const paid = { id: 'o-1', state: 'paid', email: ' ada@example.com ', total: 1250, location: 'L-1' }

describe('a value', () => {
  const value = (given: DeliveryValue, content: object = {}) =>
    event({ parameters: { it: given } }, { email: 'ada@example.com', ...content }).parameters['it']

  test('is a constant, a header, or what a path leads to', () => {
    expect(value({ constant: 'card' })).toBe('card')
    expect(value({ constant: null })).toBe(null)
    expect(value({ header: 'x-topic' })).toBe('orders/paid')
    expect(value({ path: '$.spend' }, { spend: 12 })).toBe(12)
    expect(value({ join: ['$.first', '$.middle', '$.last'] }, { first: 'Ada ', last: 'Lovelace' })).toBe(
      'Ada Lovelace',
    )
  })

  test('is left out where it is missing, a list or an object, unless there is another', () => {
    expect(value({ path: '$.spend' })).toBeUndefined()
    expect(value({ path: '$.spend' }, { spend: [1] })).toBeUndefined()
    expect(value({ path: '$.spend', or: 0 })).toBe(0)
    expect(value({ path: '$.spend', as: 'number', or: 0 }, { spend: 'much' })).toBe(0)
  })

  test('is calculated exactly', () => {
    expect(value({ path: '$.cents', times: 0.01 }, { cents: 1999 })).toBe(19.99)
    expect(value({ path: '$.spend', as: 'number', times: 3 }, { spend: '0.1' })).toBe(0.3)
    expect(value({ path: '$.spend', round: 'down', at_most: 5 }, { spend: 12.9 })).toBe(5)
    expect(value({ path: '$.of[*].n', take: 'sum' }, { of: [{ n: 0.1 }, { n: '0.2' }] })).toBe(0.3)
    expect(value({ path: '$.of[*]', take: 'count' }, { of: [1, 2, 3] })).toBe(3)
    expect(value({ path: '$.none[*]', take: 'count' })).toBe(0)
    expect(value({ path: '$.of[*]', take: 'sum' }, { of: [1, 'x'] })).toBeUndefined()
  })

  test('is read as the type that it should have', () => {
    expect(value({ path: '$.n', as: 'text' }, { n: 12 })).toBe('12')
    expect(value({ path: '$.n', as: 'yes_no' }, { n: 'Yes' })).toBe(true)
    expect(value({ path: '$.n', as: 'yes_no' }, { n: 1 })).toBeUndefined()
    expect(value({ path: '$.n', as: 'moment' }, { n: 1794830400 })).toBe('2026-11-16T12:00:00.000Z')
    expect(value({ path: '$.n', as: 'moment', unit: 'milliseconds' }, { n: 1794830400000 })).toBe(
      '2026-11-16T12:00:00.000Z',
    )
    expect(value({ path: '$.n', as: 'moment' }, { n: '2026-11-16T13:00:00+0100' })).toBe(
      '2026-11-16T12:00:00.000Z',
    )
    expect(value({ path: '$.n', as: 'moment' }, { n: 'soon' })).toBeUndefined()
  })

  test('is left out with a warning where it is longer than a parameter may be', () => {
    const made = event({ parameters: { it: { path: '$.it' } } }, { email: 'a@b', it: 'x'.repeat(2_049) })
    expect(made.parameters).toEqual({ source: 'till' })
    expect(made.warnings).toEqual(['The parameter "it" is longer than 2048 characters and was left out.'])
  })
})

describe('rules', () => {
  const rule = (is: string, than?: unknown) =>
    [{ value: { path: '$.total' }, is, ...(than === undefined ? {} : { than }) }] as NonNullable<
      Mapping['when']
    >

  test.each([
    ['equal_to', 1250, true],
    ['equal_to', '1250', false],
    ['not_equal_to', 1, true],
    ['one_of', [1, 1250], true],
    ['none_of', [1, 1250], false],
    ['at_least', 1250, true],
    ['at_least', '1', false],
    ['at_most', 1249, false],
    ['present', undefined, true],
    ['missing', undefined, false],
  ])('%s %s: %s', (is, than, holds) => {
    expect(mapped({ when: rule(is, than) }, paid)).toMatchObject({
      items: [holds ? { kind: 'event' } : { kind: 'none', reason: 'rule_failed', detail: { found: 1250 } }],
    })
  })

  test('all of them must hold, and one of those in a group', () => {
    const any = {
      any: [
        { value: { path: '$.state' }, is: 'equal_to' as const, than: 'closed' },
        { value: { path: '$.state' }, is: 'equal_to' as const, than: 'paid' },
      ],
    }
    expect(mapped({ when: [any] }, paid)).toMatchObject({ items: [{ kind: 'event' }] })
    expect(mapped({ when: [any, ...rule('missing')] }, paid)).toMatchObject({
      items: [{ kind: 'none' }],
    })
  })
})

describe('what makes two events the same', () => {
  const became = { thing: { path: '$.id' }, state: { path: '$.state' }, one_of: ['paid', 'closed'] }

  test('a thing that became something, in whatever order and however often it is sent', () => {
    expect(mapped({ became }, { ...paid, state: 'open' })).toMatchObject({
      items: [{ kind: 'none', reason: 'not_yet_in_state', detail: { state: 'open' } }],
    })
    const first = event({ became }, paid)
    expect(event({ became }, { ...paid, state: 'closed', total: 9 }).identity).toBe(first.identity)
    expect(event({ became }, { ...paid, id: 'o-2' }).identity).not.toBe(first.identity)
    expect(mapped({ became }, { ...paid, id: undefined })).toMatchObject({
      items: [{ kind: 'none', reason: 'no_thing' }],
    })
  })

  test('an id, or else the place in its delivery', () => {
    expect(event({ id: { path: '$.id' } }, paid).identity).toBe('id o-1')
    expect(mapped({ id: { path: '$.none' } }, paid)).toMatchObject({ items: [{ reason: 'no_id' }] })
    const twice = mapped({ each: '$.orders[*]' }, { orders: [paid, paid] })
    expect(twice).toMatchObject({
      items: [{ identity: 'delivery delivery-1 0' }, { identity: 'delivery delivery-1 1' }],
    })
  })

  test('ids that are longer than ours differ wherever they differ', () => {
    const long = 'x'.repeat(600)
    const identityOf = (id: string) => event({ id: { path: '$.id' } }, { ...paid, id }).identity
    const ids = [`${long}1`, `${long}2`, `1${long}`, `2${long}`]
    expect(new Set(ids.map(identityOf)).size).toBe(4)
    for (const id of ids) expect(identityOf(id).length).toBeLessThanOrEqual(510)
    expect(identityOf(`1${long}`)).toBe(identityOf(`1${long}`))
  })
})

describe('a list', () => {
  test('makes an event for each item, with what the whole delivery says', () => {
    const given = {
      each: '$.orders',
      parameters: { spend: { path: '$.total' }, shop: { path: '$.shop', of: 'delivery' as const } },
    }
    expect(mapped(given, { shop: 'north', orders: [paid, { ...paid, total: 2 }] })).toMatchObject({
      items: [{ parameters: { spend: 1250, shop: 'north' } }, { parameters: { spend: 2, shop: 'north' } }],
    })
  })

  test.each(['$.orders', '$.orders[*]', '$.orders[*].checks[*]'])('%s that is empty makes nothing', each => {
    expect(mapped({ each }, { orders: [] })).toEqual({ kind: 'mapped', items: [] })
  })

  test('in each item of a list, of which all are empty, makes nothing', () => {
    const orders = [{ checks: [] }, { checks: [] }]
    expect(mapped({ each: '$.orders[*].checks[*]' }, { orders })).toEqual({ kind: 'mapped', items: [] })
  })

  test('that is missing, or has too many items, is a problem that is named', () => {
    for (const content of [{}, { orders: null }, { orders: {} }, { bookings: [] }])
      expect(mapped({ each: '$.orders[*]' }, content)).toEqual({ kind: 'problem', problem: 'no_items' })
    expect(mapped({ each: '$["a[*]"]' }, { a: [] })).toEqual({ kind: 'problem', problem: 'no_items' })
    const many = { orders: Array.from({ length: 1_001 }, () => 1) }
    expect(mapped({ each: '$.orders[*]' }, many)).toEqual({ kind: 'problem', problem: 'too_many_items' })
  })
})

describe('who, where and when', () => {
  test('identifiers in their order; those that are missing are left out', () => {
    const guest = {
      identifiers: [
        { type: 'external_id' as const, value: { path: '$.customer' }, system: 'till' },
        { type: 'email' as const, value: { path: '$.email' } },
        { type: 'phone' as const, value: { path: '$.phone' } },
      ],
      name: { join: ['$.first', '$.last'] },
    }
    expect(event({ guest }, { ...paid, phone: '020 7946 0000', first: 'Ada' })).toMatchObject({
      identifiers: [
        { type: 'email', value: 'ada@example.com' },
        { type: 'phone', value: '020 7946 0000' },
      ],
      name: 'Ada',
    })
    expect(mapped({ guest }, { total: 1 })).toMatchObject({
      items: [{ reason: 'no_identifier', detail: {} }],
    })
  })

  test('what is longer than ours is left out, and named', () => {
    const guest = {
      identifiers: [
        { type: 'external_id' as const, value: { path: '$.customer' } },
        { type: 'email' as const, value: { path: '$.email' } },
      ],
    }
    const long = { customer: 'x'.repeat(201), location: 'x'.repeat(2_049) }
    expect(event({ guest, venue: { path: '$.location' } }, { ...paid, ...long })).toMatchObject({
      identifiers: [{ type: 'email' }],
      serials: [],
      warnings: [
        'The id of the guest is longer than 200 characters and was left out.',
        'The location is longer than 2048 characters and was left out.',
      ],
    })
    expect(mapped({ guest }, long)).toMatchObject({
      items: [{ reason: 'no_identifier', detail: { too_long: true } }],
    })
  })

  test('a venue by its alias; one without an alias is held until there is one', () => {
    const venue = { path: '$.location' }
    expect(event({ venue }, paid).serials).toEqual(['HARBOUR-01'])
    expect(event({ venue }, { ...paid, location: undefined }).serials).toEqual([])
    for (const location of ['L-2', 'constructor', '__proto__']) {
      expect(mapped({ venue }, { ...paid, location })).toMatchObject({
        items: [{ kind: 'held', reason: 'unknown_location', detail: { location } }],
      })
    }
  })

  test('a time without an offset is by the clock of the venue', () => {
    const given = { venue: { path: '$.location' }, occurred_at: { path: '$.at' } }
    expect(event(given, { ...paid, at: '2026-07-01T12:00:00' }).occurredAt).toBe('2026-07-01T11:00:00.000Z')
  })

  test('a clock that is ahead a little means now, and one that is wrong is named', () => {
    const given = { occurred_at: { path: '$.at' } }
    expect(event(given, { ...paid, at: '2026-11-16T12:04:00Z' }).occurredAt).toBe('2026-11-16T12:00:00.000Z')
    const wrong = event(given, { ...paid, at: '2031-01-01T00:00:00Z' })
    expect(wrong.occurredAt).toBeNull()
    expect(wrong.warnings).toEqual([
      'The clock of the other system is ahead: it says 2031-01-01T00:00:00.000Z.',
    ])
    const reset = event(given, { ...paid, at: '2000-01-01T00:03:00Z' })
    expect(reset.occurredAt).toBeNull()
    expect(reset.warnings).toEqual([
      'The clock of the other system is behind: it says 2000-01-01T00:03:00.000Z.',
    ])
    expect(event(given, { ...paid, at: '2019-05-01T12:00:00Z' }).occurredAt).toBe('2019-05-01T12:00:00.000Z')
    expect(event(given, paid).warnings).toEqual(['The delivery does not say when it happened.'])
  })
})

describe('a body', () => {
  const read = (format: Format, body: string | Buffer, headers = {}) =>
    readDocument(format, headers, Buffer.from(body as string))
  const problem = (named: string) => ({ kind: 'problem', problem: named })

  test('that cannot be read is a problem that is named', () => {
    expect(read('json', '<order/>')).toEqual(problem('not_json'))
    expect(read('json', '')).toEqual(problem('not_json'))
    expect(read('form', '')).toEqual(problem('not_a_form'))
    expect(read('json', Buffer.from([0xff, 0xfe]))).toEqual(problem('not_utf8'))
    expect(read('json', '['.repeat(1_000) + ']'.repeat(1_000))).toEqual(problem('too_deep'))
    expect(read('json', `[${'0,'.repeat(60_000)}0]`)).toEqual(problem('too_many_values'))
  })

  test('keeps ids with more digits than a number has', () => {
    expect(read('json', '{"id":12345678901234567890,"n":1234567890123456}')).toMatchObject({
      document: { content: { id: '12345678901234567890', n: 1234567890123456 } },
    })
  })

  test('of a form is an object', () => {
    expect(read('form', 'email=ada%40example.com&tag=a&tag=b')).toMatchObject({
      document: { content: { email: 'ada@example.com', tag: ['a', 'b'] } },
    })
  })

  test('of CloudEvents is a list of events, in each of the three modes', () => {
    const made = { id: '1', source: '/till', type: 'paid', data: { spend: 3 } }
    const events = (headers: object, body: unknown) =>
      read('cloudevents', JSON.stringify(body), headers) as { document: { content: { events: unknown[] } } }
    const structured = { 'content-type': 'application/cloudevents+json; charset=utf-8' }
    expect(events(structured, made).document.content.events).toEqual([made])
    const batched = { 'content-type': 'application/cloudevents-batch+json' }
    expect(events(batched, [made, made]).document.content.events).toEqual([made, made])
    const binary = {
      'content-type': 'application/json',
      'ce-id': '1',
      'ce-source': '/till',
      'ce-type': 'paid',
    }
    expect(events(binary, made.data).document.content.events).toEqual([made])
  })
})

test('a delivery, whatever it has, becomes events that can be stored, and always the same ones', () => {
  const given: Partial<Mapping> = {
    each: '$[*]',
    id: { path: '$.id' },
    venue: { path: '$.location', or: 'L-1' },
    guest: {
      identifiers: [{ type: 'email', value: { path: '$.email', or: 'a@b' } }],
      name: { path: '$.name' },
    },
    parameters: { a: { path: '$.a' }, b: { path: '$..b', take: 'sum' }, c: { path: '$.c', as: 'moment' } },
    occurred_at: { path: '$.at' },
  }
  const item = fc.record(
    Object.fromEntries(
      ['id', 'email', 'name', 'location', 'a', 'b', 'c', 'at'].map(name => [
        name,
        fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.jsonValue()),
      ]),
    ),
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 3 }), items => {
      const content = JSON.parse(JSON.stringify(items))
      const once = mapped(given, content)
      expect(mapped(given, content)).toEqual(once)
      for (const made of itemsOf(once)) {
        if (made.kind !== 'event') continue
        const text = JSON.stringify(made)
        expect(text.isWellFormed()).toBe(true)
        expect(text).not.toContain('\\u0000')
        for (const value of Object.values(made.parameters)) {
          expect(['string', 'number', 'boolean', 'object']).toContain(typeof value)
          if (typeof value === 'object') expect(value).toBeNull()
        }
        if (made.occurredAt !== null)
          expect(Date.parse(made.occurredAt)).toBeLessThanOrEqual(facts.receivedAt.getTime())
      }
    }),
    { numRuns: trials(100, 500) },
  )
})

test('what is wrong with a mapping is said at its field', () => {
  expect(
    checkMapping({
      ...mapping,
      each: 'orders',
      when: [
        { value: { path: '$.a' }, is: 'one_of', than: 'x' },
        { any: [{ value: { path: '$.a', constant: 1 }, is: 'present', than: 1 }] },
      ],
      guest: { identifiers: [{ type: 'email', value: {}, system: 'till' }] },
      parameters: {
        source: { constant: 'x' },
        at: { path: '$.at', as: 'moment', times: 2 },
        n: { constant: 1, take: 'sum', unit: 'seconds' },
      },
    }),
  ).toEqual({
    each: [expect.stringContaining('RFC 9535')],
    'when.0.than': ['must be a list with one_of'],
    'when.1.any.0.value': ['must have exactly one of constant, path, header and join'],
    'when.1.any.0.than': ['is not needed with present'],
    'guest.identifiers.0.value': ['must have exactly one of constant, path, header and join'],
    'guest.identifiers.0.system': ['is for an external_id only'],
    'parameters.source': ['is the name of the source: write it in the field "source"'],
    'parameters.at.times': ['is for a number only'],
    'parameters.n.take': ['is for a path only'],
    'parameters.n.unit': ['is for a moment only'],
  })
  expect(checkMapping(mapping)).toEqual({})
})
