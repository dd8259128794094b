import { expect, test } from 'vitest'
import { isCountry, readPhone } from './read-phone.ts'

test.each([
  ['020 7946 0000', 'GB', '+442079460000'],
  ['(020) 7946-0000', 'GB', '+442079460000'],
  ['0044 20 7946 0000', 'GB', '+442079460000'],
  ['+44 (0)20 7946 0000', 'GB', '+442079460000'],
  ['+44 20 7946 0000', null, '+442079460000'],
  ['+44 20 7946 0000', 'PT', '+442079460000'],
  [' 212 345 678 ', 'PT', '+351212345678'],
  ['(415) 555-0132', 'US', '+14155550132'],
  ['011 44 20 7946 0000', 'US', '+442079460000'],
  // Complete, so it stays, although no numbering plan has it.
  ['+123456', 'GB', '+123456'],
])('%j, written in %s, is %s', (text, country, phone) => {
  expect(readPhone(text, country)).toEqual({ kind: 'read', phone })
})

test.each([
  ['020 7946 0000', null, 'no_country'],
  ['07700900123', null, 'no_country'],
  ['020 7946 0000', 'XX', 'not_a_phone'],
  ['12', 'GB', 'not_a_phone'],
  ['call me', 'GB', 'not_a_phone'],
  ['call me on 020 7946 0000', 'GB', 'not_a_phone'],
  ['ada@example.com', null, 'not_a_phone'],
  ['', 'GB', 'not_a_phone'],
  ['+', null, 'not_a_phone'],
])('%j, written in %s, is refused: %s', (text, country, kind) => {
  expect(readPhone(text, country)).toEqual({ kind })
})

test.each([
  ['GB', true],
  ['PT', true],
  ['XX', false],
  ['gb', false],
  ['', false],
])('whether %j is a country: %s', (code, is) => {
  expect(isCountry(code)).toBe(is)
})
