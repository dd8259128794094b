import { expect, test } from 'vitest'
import { allowsAddress, grants, isAddressRange, mayAskFor } from './key-limits.ts'

test('a key without scopes may do everything, also what names no scope', () => {
  expect(grants({ scopes: null }, 'runs:write')).toBe(true)
  expect(grants({ scopes: null }, undefined)).toBe(true)
})

test('a key with scopes may do what they name, and nothing that names none', () => {
  expect(grants({ scopes: ['events:write'] }, 'events:write')).toBe(true)
  expect(grants({ scopes: ['events:write'] }, 'events:read')).toBe(false)
  expect(grants({ scopes: ['events:write'] }, undefined)).toBe(false)
})

test.each<[readonly ('events:write' | 'runs:read')[] | null, string, boolean]>([
  [null, 'ALL:ALL', true],
  [null, 'events:write', false],
  [['events:write'], 'ALL:ALL', true],
  [['events:write'], 'events:write', true],
  [['events:write', 'runs:read'], 'runs:read events:write', true],
  [['events:write', 'runs:read'], 'runs:read', false],
  [['events:write'], 'events:write runs:read', false],
  [['events:write'], 'events:write events:write', true],
  [['events:write', 'runs:read'], 'events:write guests:read', false],
])('a key with %j that asks for "%s": %s', (scopes, asked, allowed) => {
  expect(mayAskFor({ scopes }, asked)).toBe(allowed)
})

test.each<[string[] | null, string, boolean]>([
  [null, 'anything', true],
  [['192.0.2.10'], '192.0.2.10', true],
  [['192.0.2.10'], '192.0.2.11', false],
  [['192.0.2.10'], '::ffff:192.0.2.10', true],
  [['::ffff:192.0.2.0/120'], '192.0.2.10', true],
  [['::ffff:192.0.2.0/120'], '192.0.3.10', false],
  [['::ffff:192.0.2.10'], '192.0.2.10', true],
  [['::ffff:192.0.2.10'], '192.0.2.11', false],
  [['::ffff:0.0.0.0/90'], '192.0.2.10', true],
  [['2001:db8::1'], '2001:db8::1', true],
  [['2001:db8::1'], '2001:db8::2', false],
  [['192.0.2.0/24', '2001:db8::/32'], '2001:db8:1::5', true],
  [['192.0.2.0/24'], '2001:db8:1::5', false],
  [['2001:db8::/32'], '192.0.2.1', false],
  [['192.0.2.0/24'], 'unknown', false],
])('%j allows %s: %s', (addresses, ip, allowed) => {
  expect(allowsAddress({ addresses }, ip)).toBe(allowed)
})

test.each(['192.0.2.1', '192.0.2.0/24', '2001:db8::1', '2001:db8::/32', '0.0.0.0/0'])(
  '%s is an address',
  text => expect(isAddressRange(text)).toBe(true),
)
test.each([
  '',
  '192.0.2',
  '3221225985',
  '0x7f.1',
  '192.0.2.1/33',
  '192.0.2.1/',
  'till.example',
  '2001:db8::/129',
  '192.0.2.0/0024',
  'fe80::1%1/64',
])('"%s" is none', text => expect(isAddressRange(text)).toBe(false))
