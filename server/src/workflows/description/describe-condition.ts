import type { Condition } from '@millrace/contract/condition'
import { leafInWords, negatedLeafInWords } from '@millrace/contract/condition/in-words'
import type { Names } from '@millrace/contract/in-words'

/** A condition in words: "the event's spend is at least 50 and the guest has the tag "vip"". */
export function describeCondition(condition: Condition, names: Names = {}): string {
  return inWords(condition, names, false)
}

function inWords(condition: Condition, names: Names, inside: boolean): string {
  if ('not' in condition) return negated(condition.not, names)
  if ('operator' in condition) return leafInWords(condition, names)
  const parts = 'all' in condition ? condition.all : condition.any
  const words = parts.map(part => inWords(part, names, parts.length > 1))
  const text = words.join('all' in condition ? ' and ' : ' or ')
  return inside && words.length > 1 ? `(${text})` : text
}

const negated = (condition: Condition, names: Names): string =>
  'operator' in condition
    ? negatedLeafInWords(condition, names)
    : `it is not so that ${inWords(condition, names, true)}`
