import { describe, expect, test } from 'vitest'
import type { Clock } from './clock.ts'
import { fields, findField } from './fields.ts'
import {
  type ExplainedLeaf,
  explainedInWords,
  leafInWords,
  negatedLeafInWords,
  unmetInWords,
} from './in-words.ts'
import { type FieldKind, offered, operatorNames, operatorRow, oppositeOf, suits } from './operators.ts'

const workflow = '0192d3f8-0000-7000-8000-000000000002'
const filledIn = (path: string) =>
  path
    .replace('<key>', 'shoe.size')
    .replace('<days>', '60')
    .replace('<node>', 'crm')
    .replace('<workflow>', workflow)

describe('every field', () => {
  test.each(fields)('$path is found by its name, and has a label and words', row => {
    const found = findField(filledIn(row.path))
    expect(found?.row).toBe(row)
    expect(row.label).not.toBe('')
    const words = row.words(found?.keys as NonNullable<typeof found>['keys'], {})
    expect(words).not.toMatch(/undefined|<| {2}|'s $/)
    for (const [placeholder] of row.path.matchAll(/(?<=<)\w+(?=>)/g)) {
      expect(words).toContain(found?.keys[placeholder as 'key'])
    }
  })

  test.each(fields)(
    '$path can be asked for with several operators, each with its words',
    ({ path, kind }) => {
      const field = filledIn(path)
      const fit = operatorNames.filter(operator => offered(operator, kind))
      expect(fit.length).toBeGreaterThan(3)
      for (const operator of fit) {
        const value = operatorRow(operator).takes === 'nothing' ? undefined : true
        const words = leafInWords({ field, operator, value })
        expect(words).not.toContain(field)
        expect(words).not.toContain('_')
      }
    },
  )

  test('has its own path, also under the same beginning', () => {
    expect(new Set(fields.map(({ path }) => path)).size).toBe(fields.length)
  })
})

/** Only operators for moments have one, and none of them has an opposite. */
const noClock = undefined as unknown as Clock

describe('every operator', () => {
  test.each(operatorNames)('%s has words that no other has', operator => {
    const { words } = operatorRow(operator)
    expect(words).toMatch(/^[a-z][a-z ]+$/)
    expect(operatorNames.filter(other => operatorRow(other).words === words)).toEqual([operator])
  })

  test.each(operatorNames)('%s is offered only where it makes sense, and somewhere', operator => {
    const kinds: FieldKind[] = ['text', 'number', 'boolean', 'list', 'moment', 'any']
    const offers = kinds.filter(kind => offered(operator, kind))
    expect(offers.length).toBeGreaterThan(1)
    for (const kind of offers) expect(suits(operator, kind)).toBe(true)
  })

  test.each(operatorNames)('%s holds exactly where its opposite does not', operator => {
    const opposite = oppositeOf(operator)
    if (opposite === undefined) return
    expect(oppositeOf(opposite)).toBe(operator)
    for (const found of [undefined, null, '', 'a', 0, 5, true, [], ['a']]) {
      for (const expected of [null, '', 'a', 0, 5, true, ['a', 5], undefined]) {
        const holds = operatorRow(operator).holds(found, expected, noClock)
        expect(operatorRow(opposite).holds(found, expected, noClock)).toBe(!holds)
      }
    }
  })
})

test('what no release knows is neither a field nor an error', () => {
  for (const name of [
    'guest.constructor',
    'event.parameters.',
    'past_runs.x.count',
    `past_runs.${workflow}.y`,
  ])
    expect(findField(name)).toBeUndefined()
  expect(leafInWords({ field: 'of.another.release', operator: 'equals', value: 1 })).toBe(
    'of.another.release is 1',
  )
  expect(leafInWords({ field: 'guest.name', operator: 'sounds_like' as 'equals', value: 'A' })).toBe(
    'the guest\'s name sounds like "A"',
  )
})

const leaf = (found: Partial<ExplainedLeaf>): ExplainedLeaf => ({
  field: 'event.parameters.spend',
  operator: 'at_least',
  expected: 50,
  found: 20,
  holds: false,
  ...found,
})

test('an explained comparison says what was asked and what was found', () => {
  expect(explainedInWords(leaf({}))).toBe("✗ the event's spend is at least 50: found 20")
  expect(explainedInWords(leaf({ holds: true, operator: 'exists', expected: null }))).toBe(
    "✓ the event's spend is known: found 20",
  )
  expect(explainedInWords(leaf({ operator: 'equals', expected: null, found: 'x' }))).toBe(
    '✗ the event\'s spend is nothing: found "x"',
  )
})

test('an unmet comparison says what had to be so, also under a "not"', () => {
  expect(unmetInWords(leaf({ found: null }))).toBe("the event's spend is at least 50 (found nothing)")
  const tags = { field: 'guest.tags', operator: 'contains', expected: 'vip' } as const
  expect(unmetInWords({ ...tags, found: [], holds: false })).toBe(
    'the guest has the tag "vip" (found nothing)',
  )
  expect(unmetInWords({ ...tags, found: ['vip', 'new'], holds: true })).toBe(
    'the guest does not have the tag "vip" (found "vip" and "new")',
  )
  expect(negatedLeafInWords({ field: 'guest.points', operator: 'at_most', value: 5 })).toBe(
    "it is not true that the guest's points balance is at most 5",
  )
})

test('comparisons of dates and with other fields read as sentences', () => {
  const words = (leaf: Parameters<typeof leafInWords>[0]) => leafInWords(leaf)
  const booked = 'event.parameters.booked_for'
  expect(words({ field: booked, operator: 'before', value: '2026-07-01' })).toBe(
    "the event's booked_for is before 2026-07-01",
  )
  expect(
    words({
      field: booked,
      operator: 'after',
      value: { field: 'guest.attributes.last_visit', after: { amount: 30, unit: 'days' } },
    }),
  ).toBe("the event's booked_for is after 30 days after the guest's last_visit")
  expect(words({ field: booked, operator: 'within_next', value: { amount: 1, unit: 'weeks' } })).toBe(
    "the event's booked_for is within the next 1 week",
  )
  expect(words({ field: 'now', operator: 'on_weekday', value: [5, 2] })).toBe(
    'the current time is on a Tuesday or Friday',
  )
  expect(words({ field: 'now', operator: 'time_between', value: { from: '17:00', to: '19:00' } })).toBe(
    'the current time is at a time between 17:00 and 19:00',
  )
  expect(
    words({
      field: 'guest.points',
      operator: 'at_least',
      value: { field: 'event.parameters.price', times: 10 },
    }),
  ).toBe("the guest's points balance is at least the event's price times 10")
})

test('an explained comparison with another field says both values, and why there was none', () => {
  const usual = { field: 'guest.attributes.usual' }
  expect(explainedInWords(leaf({ expected: 50, expected_from: usual }))).toBe(
    "✗ the event's spend is at least the guest's usual: found 20, compared with 50",
  )
  expect(
    unmetInWords(
      leaf({ found: 'soon', operator: 'before', expected: '2026-07-01', reason: 'it is not a date' }),
    ),
  ).toBe('the event\'s spend is before 2026-07-01 (found "soon": it is not a date)')
})
