import type { DeliveryRule, DeliveryTest, Mapping } from '@millrace/contract/connection-mapping'
import { t } from '../../../language/words.ts'

type Is = DeliveryTest['is']
type Than = DeliveryTest['than']

export const comparisons: readonly { value: Is; label: string }[] = [
  { value: 'present', label: t`is present` },
  { value: 'missing', label: t`is missing` },
  { value: 'equal_to', label: t`is` },
  { value: 'not_equal_to', label: t`is not` },
  { value: 'one_of', label: t`is one of` },
  { value: 'none_of', label: t`is none of` },
  { value: 'at_least', label: t`is at least` },
  { value: 'at_most', label: t`is at most` },
]

const isBare = (is: Is) => is === 'present' || is === 'missing'
const isList = (is: Is) => is === 'one_of' || is === 'none_of'

export const takesValue = (is: Is): boolean => !isBare(is)

/** Where a test is: a separate condition, or one of several of which one must hold. */
export interface TestPlace {
  readonly rule: number
  readonly option?: number
}

export const nameOf = ({ rule, option }: TestPlace): string =>
  option === undefined ? `when.${rule}.value` : `when.${rule}.any.${option}.value`

/** Every test of a mapping with its place. */
export function testsOf({ when = [] }: Mapping): { place: TestPlace; test: DeliveryTest }[] {
  return when.flatMap((one, rule) =>
    'any' in one
      ? one.any.map((test, option) => ({ place: { rule, option }, test }))
      : [{ place: { rule }, test: one }],
  )
}

/** The test that a field of the mapping belongs to, such as `when.2.value` or `when.1.any.0.value`. */
export const testOf = (mapping: Mapping, name: string) =>
  testsOf(mapping).find(({ place }) => nameOf(place) === name)

/** With another test at a place; undefined: without it. Of several, the last one left is a separate condition. */
export function withTest(
  mapping: Mapping,
  { rule, option }: TestPlace,
  test: DeliveryTest | undefined,
): Mapping {
  const rules = mapping.when ?? []
  const before = rules[rule]
  if (before === undefined) return mapping
  const tests = 'any' in before ? before.any : [before]
  const left = test === undefined ? tests.toSpliced(option ?? 0, 1) : tests.toSpliced(option ?? 0, 1, test)
  const when = rules.toSpliced(rule, 1, ...ruleOf(left))
  if (when.length > 0) return { ...mapping, when }
  const { when: _, ...rest } = mapping
  return rest
}

function ruleOf(tests: readonly DeliveryTest[]): DeliveryRule[] {
  const [first, ...others] = tests
  if (first === undefined) return []
  return others.length === 0 ? [first] : [{ any: [first, ...others] }]
}

/** With one more test of which one must hold, and its place. */
export function withAlternative(mapping: Mapping, { rule }: TestPlace): [Mapping, TestPlace] {
  const rules = mapping.when ?? []
  const before = rules[rule] as DeliveryRule
  const tests = 'any' in before ? before.any : [before]
  const when = rules.toSpliced(rule, 1, { any: [...tests, { value: { path: '$' }, is: 'present' }] })
  return [
    { ...mapping, when },
    { rule, option: tests.length },
  ]
}

/** With another comparison; the text is kept where the comparison takes one. */
export function withComparison(mapping: Mapping, place: TestPlace, is: Is, typed: string): Mapping {
  const value = testOf(mapping, nameOf(place))?.test.value
  if (value === undefined) return mapping
  return withTest(mapping, place, isBare(is) ? { value, is } : { value, is, than: readThan(is, typed) })
}

/** A number or true and false are what they look like, unless in quotes; several are separated by commas. */
export function readThan(is: Is, typed: string): NonNullable<Than> | null {
  if (isList(is)) return typed.split(',').map(one => readScalar(one.trim()))
  return readScalar(typed.trim())
}

function readScalar(text: string): string | number | boolean {
  if (/^".*"$/s.test(text)) return text.slice(1, -1)
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text
}

/** As it can be typed again. */
export function writeThan(than: Than): string {
  const list = Array.isArray(than) ? than : than === undefined ? [] : [than]
  return list.map(writeScalar).join(', ')
}

const writeScalar = (value: string | number | boolean | null): string =>
  typeof value === 'string' && typeof readScalar(value) !== 'string' ? `"${value}"` : String(value ?? '')
