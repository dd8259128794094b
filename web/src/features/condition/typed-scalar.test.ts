import { expect, test } from 'vitest'
import { toScalar, toTyped } from './typed-scalar.ts'

test('what is typed is what the engine compares', () => {
  expect([toScalar('42'), toScalar('-1.5'), toScalar('true'), toScalar('vip'), toScalar('"42"')]).toEqual([
    42,
    -1.5,
    true,
    'vip',
    '42',
  ])
})

test('what is stored comes back as it was, whatever it is', () => {
  for (const value of [42, '42', true, 'true', 'vip', '"quoted"', '', ' two  words ', '1e3']) {
    expect(toScalar(toTyped(value))).toBe(value)
  }
})
