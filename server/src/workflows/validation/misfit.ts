import { comparedField, type Leaf, type Operator } from '@millrace/contract/condition'
import {
  type FieldKind,
  type OperatorRow,
  operatorNames,
  operatorRow,
  suits,
} from '@millrace/contract/condition/operators'
import { listInWords } from '@millrace/contract/in-words'
import { readMoment } from '#calendar/read-moment.ts'

const kindsInWords: Readonly<Record<FieldKind, string>> = {
  text: 'texts',
  number: 'numbers',
  boolean: 'true and false',
  list: 'lists',
  moment: 'dates',
  any: 'anything',
}

/** Why this operator with this value makes no sense for such a field; undefined when it does. */
export function misfit(kind: FieldKind, operator: Operator, leaf: Pick<Leaf, 'value'>): string | undefined {
  if (kind === 'list' && !suits(operator, kind))
    return `a list can be asked for ${operatorNames.filter(name => suits(name, 'list')).join(', ')}`
  const { takes } = operatorRow(operator)
  const { value } = leaf
  if (comparedField(leaf) !== undefined) return noField(takes) ?? wrongKind(kind, operator)
  return wrongShape(takes, value) ?? wrongKind(kind, operator) ?? wrongTypes(kind, operator, value)
}

type Takes = OperatorRow['takes']

function noField(takes: Takes): string | undefined {
  if (takes === 'nothing') return 'takes no value'
  return takes === 'a duration' || takes === 'two times of day' || takes === 'days of the week'
    ? `takes ${takes}, not another field`
    : undefined
}

function wrongShape(takes: Takes, value: Leaf['value']): string | undefined {
  switch (takes) {
    case 'nothing':
      return value === undefined ? undefined : 'takes no value'
    case 'a list of values':
      return Array.isArray(value) ? undefined : `takes ${takes}`
    case 'a text':
      return typeof value === 'string' ? undefined : `takes ${takes}`
    case 'a date':
      return isDate(value) ? undefined : 'takes a date such as 2026-03-01 or 2026-03-01T19:30'
    case 'a duration':
      return has(value, 'unit') ? undefined : 'takes a duration such as 7 days'
    case 'two times of day':
      return has(value, 'to') ? undefined : 'takes two times of day, from and to'
    case 'days of the week':
      return isWeekdays(value) ? undefined : 'takes a list of days, each once: 1 is Monday, 7 is Sunday'
    case 'a number or a text':
    case 'a value':
      if (value === undefined) return 'needs a value'
      if (Array.isArray(value)) return 'takes one value, not a list'
      return value !== null && typeof value === 'object' ? `takes ${takes}` : undefined
  }
}

const isDate = (value: Leaf['value']) => typeof value === 'string' && readMoment(value, 'UTC') !== undefined

const has = (value: Leaf['value'], key: string) =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, key)

const isWeekdays = (value: Leaf['value']) =>
  Array.isArray(value) && value.every(isWeekday) && new Set(value).size === value.length

const isWeekday = (day: unknown) => Number.isInteger(day) && Number(day) >= 1 && Number(day) <= 7

function wrongKind(kind: FieldKind, operator: Operator): string | undefined {
  if (suits(operator, kind)) return undefined
  const { takes, offeredFor, alsoFor = [] } = operatorRow(operator)
  if (takes === 'a number or a text' && kind === 'boolean') return 'true and false have no order'
  return `is for ${listInWords(
    [...offeredFor, ...alsoFor].map(each => kindsInWords[each]),
    'and',
  )}`
}

/** What a comparison of dates takes does not depend on the field. */
const plain: ReadonlySet<Takes> = new Set(['a value', 'a number or a text', 'a text', 'a list of values'])

function wrongTypes(kind: FieldKind, operator: Operator, value: Leaf['value']): string | undefined {
  const { takes } = operatorRow(operator)
  if (value === undefined || !plain.has(takes)) return undefined
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
