import { afterEach, expect, test } from 'vitest'
import { setCurrentLanguage } from './current.ts'
import { dateFormat, listed, money, number } from './format.ts'

afterEach(() => setCurrentLanguage('en'))

const at = Date.parse('2026-03-01T21:05:00Z')
const all = () =>
  [
    number(1_234_567.5),
    money(142.5, 'EUR'),
    money(142.5, null),
    dateFormat({ dateStyle: 'long', timeStyle: 'short' }, 'Europe/Lisbon').format(at),
    listed(['a', 'b', 'c']),
  ].map(text => text.replaceAll(/[\u00a0\u202f]/g, ' '))

test('English has its digits, dates and lists', () => {
  expect(all()).toEqual(['1,234,567.5', '€142.50', '142.50', '1 March 2026 at 21:05', 'a, b and c'])
})

test('Portuguese has its own', () => {
  setCurrentLanguage('pt')
  expect(all()).toEqual(['1 234 567,5', '142,50 €', '142,50', '1 de março de 2026 às 21:05', 'a, b e c'])
})

test('what is no currency and no time zone is shown all the same', () => {
  expect(money(3, 'points')).toBe('3.00 points')
  expect(dateFormat({ dateStyle: 'long' }, 'Mars/Base').format(at)).toContain('March 2026')
})
