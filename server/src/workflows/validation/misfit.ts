import type { Leaf, Operator } from '@millrace/contract/condition'
import { type FieldKind, operatorNames, operatorRow, suits } from '@millrace/contract/condition/operators'
import { listInWords } from '@millrace/contract/in-words'

const kindsInWords: Readonly<Record<FieldKind, string>> = {
  text: 'texts',
  number: 'numbers',
  boolean: 'true and false',
  list: 'lists',
  any: 'anything',
}

/** Why this operator with this value makes no sense for such a field; undefined when it does. */
export function misfit(kind: FieldKind, operator: Operator, value: Leaf['value']): string | undefined {
  if (kind === 'list' && !suits(operator, kind))
    return `a list can be asked for ${operatorNames.filter(name => suits(name, 'list')).join(', ')}`
  return wrongShape(operator, value) ?? wrongKind(kind, operator) ?? wrongTypes(kind, operator, value)
}

function wrongShape(operator: Operator, value: Leaf['value']): string | undefined {
  const { takes } = operatorRow(operator)
  switch (takes) {
    case 'nothing':
      return value === undefined ? undefined : 'takes no value'
    case 'a list of values':
      return Array.isArray(value) ? undefined : `takes ${takes}`
    case 'a text':
      return typeof value === 'string' ? undefined : `takes ${takes}`
    case 'a number or a text':
    case 'a value':
      if (value === undefined) return 'needs a value'
      return Array.isArray(value) ? 'takes one value, not a list' : undefined
  }
}

function wrongKind(kind: FieldKind, operator: Operator): string | undefined {
  if (suits(operator, kind)) return undefined
  const { takes, offeredFor, alsoFor = [] } = operatorRow(operator)
  if (takes === 'a number or a text' && kind === 'boolean') return 'true and false have no order'
  return `is for ${listInWords(
    [...offeredFor, ...alsoFor].map(each => kindsInWords[each]),
    'and',
  )}`
}

function wrongTypes(kind: FieldKind, operator: Operator, value: Leaf['value']): string | undefined {
  if (value === undefined) return undefined
  const { takes } = operatorRow(operator)
  if (takes === 'a number or a text' && typeof value !== 'number' && typeof value !== 'string')
    return `takes ${takes}`
  return [value]
    .flat()
    .map(entry => wrongType(kind, entry))
    .find(problem => problem !== undefined)
}

function wrongType(kind: FieldKind, value: unknown): string | undefined {
  if (kind === 'number' && typeof value !== 'number') return 'the field is a number, the value is not'
  if (kind === 'boolean' && typeof value !== 'boolean') return 'the field is true or false, the value is not'
  if (kind === 'text' && typeof value !== 'string' && value !== null)
    return 'the field is a text, the value is not'
  if (kind === 'list' && typeof value !== 'string') return 'the list has texts, the value is none'
  return undefined
}
