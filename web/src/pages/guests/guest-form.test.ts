import { expect, test } from 'vitest'
import { changeOf, formOf, newGuest } from './guest-form.ts'

const ada = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  phone: '+442079460000',
  external_id: 'crm-1',
  tags: ['vip', 'wine'],
  attributes: { table: 7, window: true, wine: 'red', code: '007' },
}

test('an untouched field does not change', () => {
  expect(changeOf(ada, formOf(ada))).toEqual({})
  expect(changeOf(newGuest, formOf(newGuest))).toEqual({})
})

test('what was emptied is taken away', () => {
  expect(changeOf(ada, { ...formOf(ada), phone: ' ', tags: '' })).toEqual({ phone: null, tags: [] })
})

test('a phone number may be typed as people write it', () => {
  expect(changeOf(ada, { ...formOf(ada), phone: '+44 (20) 7946-0001' })).toEqual({ phone: '+442079460001' })
})

test('tags are parted by commas, each once', () => {
  expect(changeOf(ada, { ...formOf(ada), tags: 'vip, new guest ,vip,' })).toEqual({
    tags: ['vip', 'new guest'],
  })
})

test('attributes keep their type, and one that is gone is null', () => {
  const [table, ...others] = formOf(ada).attributes
  expect(table).toEqual({ key: 'table', kind: 'number', text: '7' })
  const attributes = [
    ...others.map(row => (row.key === 'window' ? { ...row, text: 'false' } : row)),
    { key: 'seats', kind: 'number' as const, text: '2.5' },
    { key: ' ', kind: 'text' as const, text: 'without a name' },
  ]
  expect(changeOf(ada, { ...formOf(ada), attributes })).toEqual({
    attributes: { table: null, window: false, seats: 2.5 },
  })
})

test('a text of digits stays a text', () => {
  const attributes = formOf(ada).attributes.map(row => (row.key === 'code' ? { ...row, text: '008' } : row))
  expect(changeOf(ada, { ...formOf(ada), attributes })).toEqual({ attributes: { code: '008' } })
})
