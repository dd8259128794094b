import { expect, test } from 'vitest'
import { partsOf } from './fields.ts'

test('a path is a field, or a field and a key', () => {
  expect(partsOf('guest.points')).toEqual({ field: 'guest.points', key: '' })
  expect(partsOf('event.parameters.spend.net')).toEqual({ field: 'event.parameters.', key: 'spend.net' })
  expect(partsOf('of.another.release')).toEqual({ field: '', key: 'of.another.release' })
})
