import { expect, test } from 'vitest'
import { limiterAddress, widerAddress } from './address.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:4711', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::/64'],
  ['2001:db8::ffff:0:0:1', '2001:db8::/64'],
  ['[2001:db8::1]', '2001:db8::/64'],
  ['[2001:db8::1]:4711', '2001:db8::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['fe80::1%eth0.100', 'fe80::/64'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
])('%s counts as %s', (ip, counted) => {
  expect(limiterAddress(ip)).toBe(counted)
})

test.each([
  '',
  'till.example',
  '192.0.2',
  '3221225985',
  'x192.0.2.1:80',
  '192.0.2.1:80x',
  '192.0.2.1:',
  'x[2001:db8::1]',
  '[2001:db8::1]x',
  '[2001:db8::1]:80x',
  '[2001:db8::1]:',
  '[2001:db8::]1',
  '2001:[db8::1]',
  '192.0.2:8.1',
])('what is no address, as "%s", is one caller together with all the others', ip => {
  expect(limiterAddress(ip)).toBe('unknown')
})

test('a /64 has a /56 around it, and an IPv4 address nothing', () => {
  expect(widerAddress('2001:db8:0:12ff::/64')).toBe('2001:db8:0:1200::/56')
  expect(widerAddress('2001:db8:64:64::/64')).toBe('2001:db8:64::/56')
  expect(widerAddress('192.0.2.64')).toBeUndefined()
  expect(widerAddress('unknown')).toBeUndefined()
})
