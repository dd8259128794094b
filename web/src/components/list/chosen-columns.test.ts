import { expect, test } from 'vitest'
import { chosen, optional, toggled } from './chosen-columns.ts'

const columns = [
  { name: 'Name' },
  { name: 'E-mail' },
  { name: 'Points' },
  { name: 'Actions', silent: true },
] as const
const names = (some: readonly { name: string }[]) => some.map(({ name }) => name)

test('the first column and the one with buttons always stay', () => {
  expect(names(optional(columns))).toEqual(['E-mail', 'Points'])
  expect(names(chosen(columns, ''))).toEqual(['Name', 'E-mail', 'Points', 'Actions'])
  expect(names(chosen(columns, 'Points'))).toEqual(['Name', 'Points', 'Actions'])
  expect(names(chosen(columns, 'none'))).toEqual(['Name', 'Actions'])
})

test('a column is taken away and put back, in the order of the list', () => {
  const without = toggled(columns, '', 'E-mail')
  expect(without).toBe('Points')
  expect(toggled(columns, without, 'Points')).toBe('none')
  expect(toggled(columns, 'none', 'Points')).toBe('Points')
  expect(toggled(columns, without, 'E-mail')).toBe('')
})
