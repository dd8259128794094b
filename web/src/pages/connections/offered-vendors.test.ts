import type { ConnectionVendor } from '@millrace/contract/dashboard/connections'
import { expect, test } from 'vitest'
import { searchVendors } from './offered-vendors.ts'

const vendor = (id: string, kind: ConnectionVendor['kind'], about: string): ConnectionVendor => ({
  id,
  name: id,
  kind,
  about,
  secret: 'Secret',
  secret_from: 'them',
})
const vendors = [
  vendor('Square', 'tills', 'An event for each payment.'),
  vendor('Toast', 'tills', 'An event for each check.'),
  vendor('Stripe', 'payments', 'An event for each charge.'),
  vendor('JSON', 'general', 'An event for each delivery.'),
]
const shown = (search: string, chosen = '') =>
  searchVendors(vendors, search, chosen).groups.map(({ kind, vendors: some }) => [
    kind,
    ...some.map(({ id }) => id),
  ])

test('without a search, all are offered by kind', () => {
  expect(shown(' ')).toEqual([
    ['tills', 'Square', 'Toast'],
    ['payments', 'Stripe'],
    ['general', 'JSON'],
  ])
})

test('every word is looked for in name, kind and line, in any case', () => {
  expect(shown('PAYMENT')).toEqual([
    ['tills', 'Square'],
    ['payments', 'Stripe'],
  ])
  expect(shown('tills check')).toEqual([['tills', 'Toast']])
  expect(searchVendors(vendors, 'payment', '').first?.id).toBe('Square')
})

test('what is chosen stays', () => {
  expect(shown('stripe', 'Toast')).toEqual([
    ['tills', 'Toast'],
    ['payments', 'Stripe'],
  ])
})

test('where nothing is found, those for any system are offered', () => {
  expect(shown('Zonal')).toEqual([['general', 'JSON']])
  expect(searchVendors(vendors, 'Zonal', '').first).toBeUndefined()
})
