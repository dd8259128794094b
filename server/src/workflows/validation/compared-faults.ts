import type { Operator } from '@millrace/contract/condition'
import { type FieldKind, operatorRow } from '@millrace/contract/condition/operators'
import type { MomentFromData, NumberFromData } from '@millrace/contract/value'
import type { Fault } from './fault.ts'
import { type FieldScope, fieldHere } from './field-fault.ts'
import { momentFaults, numberFaults } from './value-faults.ts'

const momentOperations: readonly string[] = ['before', 'after', 'time']

/** The faults of the other field of a comparison. `kind` is the kind of the one that is compared with it. */
export function comparedFaults(
  value: NumberFromData | MomentFromData,
  { operator, kind, path, scope }: { operator: Operator; kind: FieldKind; path: string; scope: FieldScope },
): Fault[] {
  const { takes } = operatorRow(operator)
  const [, ...operations] = ['field', ...Object.keys(value).filter(key => key !== 'field')]
  const wrong = operations.find(key => momentOperations.includes(key) !== (takes === 'a date'))
  if (wrong !== undefined) {
    const message =
      takes === 'a date' ? `"${wrong}" is for numbers.` : `"${wrong}" is for comparisons of dates.`
    return [{ path: `${path}.${wrong}`, message }]
  }
  if (takes === 'a date') return momentFaults(value, path, scope)
  if (operations.length > 0) {
    return takes === 'a text' || takes === 'a list of values'
      ? [{ path: `${path}.${operations[0]}`, message: `"${operations[0]}" is for numbers.` }]
      : numberFaults(value, path, scope)
  }
  const other = fieldHere(value.field, scope)
  if (other.fault !== undefined) return [{ path: `${path}.field`, message: other.fault }]
  const problem = unlike(kind, other.kind, takes === 'a list of values')
  return problem === undefined ? [] : [{ path: `${path}.field`, message: `"${value.field}" ${problem}.` }]
}

const nouns: Readonly<Record<Exclude<FieldKind, 'any'>, string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  list: 'a list',
  moment: 'a date',
}

/** Two kinds that are known and of which no value is ever the same. */
function unlike(kind: FieldKind, other: FieldKind, takesList: boolean): string | undefined {
  if (other === 'any') return undefined
  if (takesList) return other === 'list' ? undefined : `is ${nouns[other]}, not a list`
  if (other === 'list') return 'is a list, and is compared with one value'
  // A list is asked for one of its entries, which are texts.
  const wanted = kind === 'list' ? 'text' : kind
  return wanted === 'any' || wanted === other
    ? undefined
    : `is ${nouns[other]}, and is compared with ${nouns[wanted]}`
}
