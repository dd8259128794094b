import { Comparison, type Leaf, type Operator } from '@millrace/contract/condition'
import { operatorNames } from '@millrace/contract/condition/operators'
import { expect, test } from 'vitest'
import { withField, withOperator } from './with-operator.ts'

const field = 'event.parameters.booked_for'

test('a comparison keeps its value where the next operator can take it', () => {
  const spend: Leaf = { field, operator: 'at_least', value: 50 }
  expect(withOperator(spend, 'less_than')).toEqual({ field, operator: 'less_than', value: 50 })
  expect(withOperator(spend, 'one_of')).toEqual({ field, operator: 'one_of', value: [50] })
  expect(withOperator(spend, 'exists')).toEqual({ field, operator: 'exists' })
  const week = { amount: 1, unit: 'weeks' } as const
  const last: Leaf = { field, operator: 'within_last', value: week }
  expect(withOperator(last, 'within_next')).toEqual({ field, operator: 'within_next', value: week })
  expect(withOperator(last, 'equals')).toEqual({ field, operator: 'equals', value: '' })
})

test('another field stays, and its operations as far as they make sense', () => {
  const other = { field: 'guest.attributes.due', before: { amount: 1, unit: 'days' } } as const
  const before: Leaf = { field, operator: 'before', value: other }
  expect(withOperator(before, 'after')).toEqual({ field, operator: 'after', value: other })
  expect(withOperator(before, 'equals')).toEqual({
    field,
    operator: 'equals',
    value: { field: 'guest.attributes.due' },
  })
  expect(withOperator(before, 'within_last').value).toEqual({ amount: 7, unit: 'days' })
})

test.each(operatorNames)('from any comparison to %s, the shape is what it takes', (operator: Operator) => {
  for (const from of operatorNames) {
    const start = withOperator({ field, operator: 'equals', value: '' }, from)
    const leaf = withOperator(start, operator)
    expect(leaf.operator).toBe(operator)
    expect('value' in leaf).toBe(operator !== 'exists' && operator !== 'not_exists')
    expect(Object.keys(leaf).every(key => key in Comparison.properties)).toBe(true)
  }
})

test('which events are counted is kept as long as events are', () => {
  const where: Leaf = { field: 'event.parameters.spend', operator: 'at_least', value: 50 }
  const bills: Leaf = { field: 'guest.events.till.last_60_days', operator: 'at_least', value: 2, where }
  expect(withOperator(bills, 'less_than')).toEqual({ ...bills, operator: 'less_than' })
  expect(withField(bills, 'guest.events.shop.last_60_days')).toMatchObject({ where })
  expect(withField(bills, 'guest.points')).toEqual({ field: 'guest.points', operator: 'at_least', value: 2 })
})

test('a field that the operator does not suit gets one that does', () => {
  const equals: Leaf = { field, operator: 'equals', value: 'x' }
  expect(withField(equals, 'guest.name')).toEqual({ field: 'guest.name', operator: 'equals', value: 'x' })
  expect(withField(equals, 'now')).toEqual({ field: 'now', operator: 'before', value: '' })
})
