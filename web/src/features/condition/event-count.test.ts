import { findField } from '@millrace/contract/condition/fields'
import { expect, test } from 'vitest'
import { countKey, countOf } from './event-count.ts'

test('the source and the days of a count are read and written, whatever was typed', () => {
  for (const [source, days] of [
    ['till', '60'],
    ['a.last_7_days', '30'],
    ['', ''],
    ['a.b', 'x_days'],
  ] as const)
    expect(countOf(countKey(source, days))).toEqual({ source, days })
  expect(countOf('')).toEqual({ source: '', days: '30' })
  expect(findField(`guest.events.${countKey('till', '60')}`)?.keys).toMatchObject({ key: 'till', days: '60' })
  expect(findField(`guest.events.${countKey('till', '')}`)).toBeUndefined()
})
