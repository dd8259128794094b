import type { Condition, Leaf, Operator } from '@millrace/contract/condition'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trials } from '../../../tests/support/trials.ts'
import { explain, holds } from './condition.ts'
import { someFacts } from './facts.fixture.ts'
import type { Facts } from './facts.ts'

const leaf = (field: string, operator: Operator, value?: Leaf['value']): Leaf =>
  value === undefined ? { field, operator } : { field, operator, value }

const withSpend = (spend: unknown) => someFacts({ parameters: JSON.parse(JSON.stringify({ spend })) })

describe('a leaf', () => {
  test('compares without converting: the number 5 is not the text "5"', () => {
    expect(holds(leaf('event.parameters.spend', 'equals', '5'), withSpend(5))).toBe(false)
    expect(holds(leaf('event.parameters.spend', 'equals', 5), withSpend(5))).toBe(true)
    expect(holds(leaf('event.parameters.spend', 'at_least', 1), withSpend('5'))).toBe(false)
    expect(holds(leaf('event.parameters.spend', 'less_than', 1), withSpend('5'))).toBe(false)
  })

  test('finds in a missing field no value, and so no order and no equality', () => {
    const facts = someFacts({})
    for (const operator of ['equals', 'greater_than', 'at_least', 'less_than', 'at_most'] as const) {
      expect(holds(leaf('event.parameters.spend', operator, 1), facts)).toBe(false)
    }
    expect(holds(leaf('event.parameters.spend', 'equals', null), facts)).toBe(false)
    expect(holds(leaf('event.parameters.spend', 'not_equals', 1), facts)).toBe(true)
    expect(holds(leaf('event.parameters.spend', 'not_exists'), facts)).toBe(true)
  })

  test('does not count null and an empty list as existing, but counts empty text, false and 0', () => {
    expect(holds(leaf('event.parameters.spend', 'exists'), withSpend(null))).toBe(false)
    expect(holds(leaf('guest.tags', 'exists'), someFacts({ tags: [] }))).toBe(false)
    for (const value of ['', false, 0]) {
      expect(holds(leaf('event.parameters.spend', 'exists'), withSpend(value))).toBe(true)
    }
  })

  test('asks a list for its entries', () => {
    const facts = someFacts({ tags: ['vip', 'gold'] })
    expect(holds(leaf('guest.tags', 'contains', 'vip'), facts)).toBe(true)
    expect(holds(leaf('guest.tags', 'contains', 'vi'), facts)).toBe(false)
    expect(holds(leaf('guest.tags', 'one_of', ['silver', 'gold']), facts)).toBe(true)
    expect(holds(leaf('guest.tags', 'none_of', ['silver']), facts)).toBe(true)
    expect(holds(leaf('guest.tags', 'equals', 'vip'), facts)).toBe(false)
  })

  test('reads __proto__, constructor and their like as the plain keys they are', () => {
    for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
      const field = `event.parameters.${key}`
      expect(holds(leaf(field, 'exists'), someFacts({}))).toBe(false)
      const parameters = JSON.parse(`{"${key}": "sent"}`)
      expect(holds(leaf(field, 'equals', 'sent'), someFacts({ parameters }))).toBe(true)
    }
    expect(holds(leaf('guest.constructor', 'exists'), someFacts({}))).toBe(false)
  })
})

test('every leaf is explained, also behind one that has decided', () => {
  const condition: Condition = {
    all: [leaf('event.parameters.spend', 'at_least', 50), { not: leaf('guest.tags', 'contains', 'staff') }],
  }
  expect(explain(condition, someFacts({ parameters: { spend: 42.5 }, tags: ['vip'] }))).toStrictEqual({
    holds: false,
    leaves: [
      { field: 'event.parameters.spend', operator: 'at_least', expected: 50, found: 42.5, holds: false },
      { field: 'guest.tags', operator: 'contains', expected: 'staff', found: ['vip'], holds: false },
    ],
  })
})

test('events are counted where they fulfil the condition of the leaf, which may also read the guest', () => {
  const facts = someFacts({ points: 50 })
  const yesterday = facts.clock.now - 86_400_000
  const spent = (spend: number) => ({
    source: 'till',
    serials: [],
    parameters: { spend },
    occurredAt: yesterday,
  })
  const counted = (where: Condition | undefined, events: Facts['pastEvents'], value: number) => {
    const field = 'guest.events.till.last_30_days'
    const count: Leaf = { field, operator: 'equals', value, ...(where === undefined ? {} : { where }) }
    return holds(count, events === undefined ? facts : { ...facts, pastEvents: events })
  }
  const events = [spent(60), spent(10), spent(50)]
  const atLeast = leaf('event.parameters.spend', 'at_least', 50)
  expect(counted(undefined, events, 3)).toBe(true)
  expect(counted(atLeast, events, 2)).toBe(true)
  expect(counted({ all: [atLeast, leaf('guest.points', 'at_least', 50)] }, events, 2)).toBe(true)
  expect(counted({ all: [atLeast, leaf('guest.points', 'at_least', 51)] }, events, 0)).toBe(true)
  expect(counted(atLeast, undefined, 0)).toBe(true)
})

test('leaves that compare one field are decided one by one, also where each counts other events', () => {
  const facts = someFacts({ parameters: { spend: 42 }, tags: ['vip'] })
  const spend = (operator: Operator, value: number) => leaf('event.parameters.spend', operator, value)
  const vip = leaf('guest.tags', 'contains', 'vip')
  expect(holds({ any: [spend('equals', 1), vip, spend('equals', 42)] }, facts)).toBe(true)
  expect(holds({ any: [spend('equals', 1), { not: vip }, spend('equals', 41)] }, facts)).toBe(false)
  expect(holds({ all: [spend('at_least', 42), vip, spend('at_most', 42)] }, facts)).toBe(true)
  expect(holds({ all: [spend('at_least', 42), vip, spend('at_most', 41)] }, facts)).toBe(false)
  expect(holds({ any: [] }, facts)).toBe(false)
  expect(holds({ all: [] }, facts)).toBe(true)

  const field = 'guest.events.till.last_30_days'
  const past = (paid: number) => ({
    source: 'till',
    serials: [],
    parameters: { spend: paid },
    occurredAt: facts.clock.now - 86_400_000,
  })
  const counts = (where: Condition, value: number): Leaf => ({ field, operator: 'equals', value, where })
  const both = { ...facts, pastEvents: [past(60), past(10), past(50)] }
  expect(holds({ all: [counts(spend('at_least', 50), 2), counts(spend('less_than', 50), 1)] }, both)).toBe(
    true,
  )
  expect(holds({ all: [counts(spend('at_least', 50), 2), counts(spend('less_than', 50), 2)] }, both)).toBe(
    false,
  )
  expect(holds({ all: [counts(spend('at_least', 50), 2), leaf(field, 'equals', 3)] }, both)).toBe(true)
})

// ── the same, written again from the documentation alone ──

const scalar = fc.oneof(
  fc.constantFrom('', 'a', 'ab', 'b', '5', 'null'),
  fc.constantFrom(0, -1, 5, 5.5, 1e300),
  fc.boolean(),
  fc.constant(null),
)
const keys = fc.constantFrom('a', 'b', '__proto__', 'constructor', 'length')
const record = fc
  .array(fc.tuple(keys, scalar), { maxLength: 3 })
  .map(entries => JSON.parse(`{${entries.map(([k, v]) => `"${k}":${JSON.stringify(v)}`).join()}}`))
const words = fc.uniqueArray(fc.constantFrom('', 'a', 'ab', 'b', '5'), { maxLength: 3 })

const facts: fc.Arbitrary<Facts> = fc
  .record({
    parameters: record,
    attributes: record,
    tags: words,
    serials: words,
    source: fc.constantFrom(null, 'a', 'ab'),
    name: fc.constantFrom(null, '', 'ab'),
    points: fc.constantFrom(-1, 0, 5),
    email_consent: fc.boolean(),
  })
  .map(someFacts)

const operators: Operator[] = [
  'equals',
  'not_equals',
  'greater_than',
  'at_least',
  'less_than',
  'at_most',
  'contains',
  'not_contains',
  'starts_with',
  'one_of',
  'none_of',
  'exists',
  'not_exists',
]
const fields = fc.oneof(
  keys.map(key => `event.parameters.${key}`),
  keys.map(key => `guest.attributes.${key}`),
  fc.constantFrom('event.source', 'event.serials', 'guest.tags', 'guest.points', 'guest.name'),
  fc.constantFrom('guest.email_consent', 'guest.nonsense'),
)
const leaves: fc.Arbitrary<Leaf> = fc
  .tuple(
    fields,
    fc.constantFrom(...operators),
    fc.oneof(scalar, fc.array(scalar, { minLength: 1, maxLength: 3 })),
  )
  .map(([field, operator, value]) => leaf(field, operator, operator.endsWith('exists') ? undefined : value))

const { tree } = fc.letrec<{ tree: Condition }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaves,
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map(all => ({ all })),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map(any => ({ any })),
    tie('tree').map(not => ({ not })),
  ),
}))

const parts = (text: string) =>
  Array.from(`${text} `, (_, from) => Array.from(`${text} `, (_, to) => text.slice(from, to))).flat()

/** Flattens the facts to names and typed values, and decides by comparing type and value as texts. */
function model(condition: Condition, given: Facts): boolean {
  const values = new Map<string, unknown>()
  for (const [key, value] of Object.entries(given.event.parameters))
    values.set(`event.parameters.${key}`, value)
  for (const [key, value] of Object.entries(given.guest.attributes))
    values.set(`guest.attributes.${key}`, value)
  for (const key of ['source', 'serials'] as const) values.set(`event.${key}`, given.event[key])
  for (const key of ['tags', 'points', 'name', 'email_consent'] as const) {
    values.set(`guest.${key}`, given.guest[key])
  }
  const typed = (value: unknown) => `${value === null ? 'null' : typeof value}:${value}`
  const decide = (part: Condition): boolean => {
    if ('all' in part) return !part.all.map(decide).includes(false)
    if ('any' in part) return part.any.map(decide).includes(true)
    if ('not' in part) return decide(part.not) === false
    const has = values.has(part.field)
    const found = values.get(part.field)
    const list = Array.isArray(found) ? found : undefined
    const wanted = Array.isArray(part.value) ? part.value.map(typed) : []
    const positive = part.operator.replace(/^not_/, '').replace('none_of', 'one_of')
    const outcome = (() => {
      switch (positive) {
        case 'equals':
          return has && !list && !Array.isArray(part.value) && typed(found) === typed(part.value)
        case 'contains':
          if (typeof part.value !== 'string') return false
          if (list) return new Set(list).has(part.value)
          return typeof found === 'string' && parts(found).includes(part.value)
        case 'starts_with':
          return (
            typeof found === 'string' && typeof part.value === 'string' && found.indexOf(part.value) === 0
          )
        case 'one_of':
          return has && (list ?? [found]).some(value => wanted.includes(typed(value)))
        case 'exists':
          return has && found !== null && list?.length !== 0
        default: {
          if (typeof found !== typeof part.value) return false
          if (typeof found !== 'number' && typeof found !== 'string') return false
          const [low, high] = [found, part.value as typeof found].toSorted((a, b) =>
            a < b ? -1 : a > b ? 1 : 0,
          )
          const same = found === part.value
          if (positive === 'at_least') return same || high === found
          if (positive === 'at_most') return same || low === found
          return !same && (positive === 'greater_than' ? high === found : low === found)
        }
      }
    })()
    return positive === part.operator ? outcome : !outcome
  }
  return decide(condition)
}

test('any condition over any facts is decided as the documentation says', () => {
  fc.assert(
    fc.property(tree, facts, (condition, given) => {
      expect(holds(condition, given)).toBe(model(condition, given))
    }),
    { numRuns: trials(4_000, 20_000) },
  )
})

test('the explanation comes to the same result, and its leaves alone make it up', () => {
  fc.assert(
    fc.property(tree, facts, (condition, given) => {
      const { holds: result, leaves: explained } = explain(condition, given)
      expect(result).toBe(holds(condition, given))
      const left = [...explained]
      const again = (part: Condition): boolean => {
        if ('all' in part) return part.all.map(again).every(Boolean)
        if ('any' in part) return part.any.map(again).some(Boolean)
        if ('not' in part) return !again(part.not)
        return left.shift()?.holds === true
      }
      expect(again(condition)).toBe(result)
      expect(left).toEqual([])
    }),
    { numRuns: trials(1_000, 5_000) },
  )
})
