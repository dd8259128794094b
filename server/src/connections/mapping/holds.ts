import type { DeliveryRule, DeliveryTest } from '@millrace/contract/connection-mapping'
import type { ParameterValue } from '@millrace/contract/event'
import { type ItemFacts, readValue } from './read-value.ts'

export interface FailedRule {
  readonly rule: DeliveryRule
  /** What the first test of it found. */
  readonly found: ParameterValue | undefined
}

/** The first rule that does not hold for an item; undefined where all do. */
export function failedRule(rules: readonly DeliveryRule[], facts: ItemFacts): FailedRule | undefined {
  for (const rule of rules) {
    const tests = 'any' in rule ? rule.any : [rule]
    if (tests.some(test => holds(test, facts))) continue
    return { rule, found: readValue((tests[0] as DeliveryTest).value, facts) }
  }
  return undefined
}

/** A value that is missing is equal to nothing, and neither larger nor smaller than anything. */
function holds({ value, is, than }: DeliveryTest, facts: ItemFacts): boolean {
  const found = readValue(value, facts)
  const list = Array.isArray(than) ? than : [than]
  switch (is) {
    case 'present':
      return found !== undefined && found !== null
    case 'missing':
      return found === undefined || found === null
    case 'equal_to':
      return found === than
    case 'not_equal_to':
      return found !== than
    case 'one_of':
      return list.some(one => one === found)
    case 'none_of':
      return !list.some(one => one === found)
    case 'at_least':
      return compare(found, than) >= 0
    case 'at_most':
      return compare(found, than) <= 0
  }
}

/** NaN where the two cannot be compared. Moments are written so that their texts are in order. */
function compare(found: unknown, than: unknown): number {
  if (typeof found === 'number' && typeof than === 'number') return found - than
  if (typeof found === 'string' && typeof than === 'string') return found < than ? -1 : found > than ? 1 : 0
  return Number.NaN
}
