import { expect, test } from 'vitest'
import { partsOf, toScalar, toTyped } from './fields.ts'

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

test('a path is a field, or a field and a key', () => {
  expect(partsOf('guest.points')).toEqual({ field: 'guest.points', key: '' })
  expect(partsOf('event.parameters.spend.net')).toEqual({ field: 'event.parameters.', key: 'spend.net' })
  expect(partsOf('of.another.release')).toEqual({ field: '', key: 'of.another.release' })
})
