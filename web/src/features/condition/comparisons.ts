import { comparedField, type Leaf, type Operator } from '@millrace/contract/condition'
import { findField, SEGMENTS } from '@millrace/contract/condition/fields'
import { type OperatorRow, offered, operatorNames, operatorRow } from '@millrace/contract/condition/operators'
import { sayPhrase } from '@millrace/contract/say'
import { t } from '../../language/words.ts'

/** The operators that suit the field, and the current one. Those for dates stand apart. */
export function operatorsFor(path: string, current: Operator): { plain: Choice[]; dates: Choice[] } {
  const { kind = 'any', isMoment = false } = findField(path)?.row ?? {}
  const choices = operatorNames
    .filter(
      operator =>
        operator === current ||
        (path === SEGMENTS ? isMembership(operator) : offered(operator, kind)) ||
        (isMoment && isForDates(operator)),
    )
    .map(value => ({ value, label: sayPhrase(operatorRow(value).words) }))
  return {
    plain: choices.filter(({ value }) => !isForDates(value)),
    dates: choices.filter(({ value }) => isForDates(value)),
  }
}

/** A segment is chosen by its name, one at a time. */
const isMembership = (operator: Operator) => operator === 'contains' || operator === 'not_contains'

interface Choice {
  readonly value: Operator
  readonly label: string
}

const isForDates = (operator: Operator) => operatorRow(operator).offeredFor.includes('moment')

/** A document of another release may have an operator that this one does not know. */
export const takesOf = (operator: Operator): OperatorRow['takes'] =>
  operatorRow(operator)?.takes ?? t`a value`

/** Whether it can compare with another field. A list is written down: no list but tags and venues is known here. */
export const takesField = (operator: Operator): boolean =>
  ['a value', 'a number or a text', 'a text', 'a date'].includes(takesOf(operator))

/** Whether the value stands beside the comparison: one short field. */
export const isInline = (leaf: Leaf): boolean =>
  comparedField(leaf) === undefined &&
  (takesField(leaf.operator) || takesOf(leaf.operator) === 'a list of values')
