import { describe, expect, test } from 'vitest'
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
  path.replace('<key>', 'shoe.size').replace('<node>', 'crm').replace('<workflow>', workflow)

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

describe('every operator', () => {
  test.each(operatorNames)('%s has words that no other has', operator => {
    const { words } = operatorRow(operator)
    expect(words).toMatch(/^[a-z][a-z ]+$/)
    expect(operatorNames.filter(other => operatorRow(other).words === words)).toEqual([operator])
  })

  test.each(operatorNames)('%s is offered only where it makes sense, and somewhere', operator => {
    const kinds: FieldKind[] = ['text', 'number', 'boolean', 'list', 'any']
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
        const holds = operatorRow(operator).holds(found, expected)
        expect(operatorRow(opposite).holds(found, expected)).toBe(!holds)
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
    "it is not so that the guest's points is at most 5",
  )
})
