import type { DeliveryTest, Mapping } from '@millrace/contract/connection-mapping'

type Is = DeliveryTest['is']
type Than = DeliveryTest['than']

export const comparisons: readonly { value: Is; label: string }[] = [
  { value: 'present', label: 'is present' },
  { value: 'missing', label: 'is missing' },
  { value: 'equal_to', label: 'is' },
  { value: 'not_equal_to', label: 'is not' },
  { value: 'one_of', label: 'is one of' },
  { value: 'none_of', label: 'is none of' },
  { value: 'at_least', label: 'is at least' },
  { value: 'at_most', label: 'is at most' },
]

const isBare = (is: Is) => is === 'present' || is === 'missing'
const isList = (is: Is) => is === 'one_of' || is === 'none_of'

export const takesValue = (is: Is): boolean => !isBare(is)

/** The rule that a field of the mapping belongs to: `when.2.value` is of the third. */
export function ruleOf(mapping: Mapping, name: string): { place: number; rule: DeliveryTest } | undefined {
  const place = Number(/^when\.(\d+)\.value$/.exec(name)?.[1] ?? -1)
  const rule = mapping.when?.[place]
  return rule === undefined || 'any' in rule ? undefined : { place, rule }
}

/** With another comparison; the text is kept where the comparison takes one. */
export function withComparison(mapping: Mapping, place: number, is: Is, typed: string): Mapping {
  const when = (mapping.when ?? []).map((rule, at) => {
    if (at !== place || 'any' in rule) return rule
    const { value } = rule
    return isBare(is) ? { value, is } : { value, is, than: readThan(is, typed) }
  })
  return { ...mapping, when }
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
