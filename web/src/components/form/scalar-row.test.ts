import { expect, test } from 'vitest'
import { asKind, freshRow, rowOf, rowsOf, scalarOf, valuesOf } from './scalar-row.ts'

test('every value becomes a row, and the row the same value again', () => {
  for (const value of ['red', '42', '', 42.5, 0, true, false, null]) {
    expect(scalarOf(rowOf('key', value))).toBe(value)
  }
})

test('what is no number yet stays what was typed', () => {
  expect(scalarOf({ key: 'spend', kind: 'number', text: '4e' })).toBe('4e')
  expect(scalarOf({ key: 'spend', kind: 'number', text: ' ' })).toBe(' ')
})

test('a row of another kind keeps what was typed where that makes sense', () => {
  const row = { key: 'table', kind: 'text', text: '7' } as const
  expect(scalarOf(asKind(row, 'number'))).toBe(7)
  expect(scalarOf(asKind(row, 'boolean'))).toBe(true)
  expect(scalarOf(asKind(row, 'nothing'))).toBeNull()
  expect(asKind(asKind(row, 'boolean'), 'text')).toEqual({ key: 'table', kind: 'text', text: '' })
})

test('rows without a name and values that are null count as absent', () => {
  expect([...valuesOf([freshRow(), rowOf(' wine ', 'red')])]).toEqual([['wine', 'red']])
  expect(rowsOf({ wine: 'red', table: null })).toEqual([{ key: 'wine', kind: 'text', text: 'red' }])
})
