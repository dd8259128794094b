import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressAllowed, canonicalAddress } from './address.ts'
import { PUBLIC_ONLY } from './policy.ts'
import { specialIpv4, specialIpv6 } from './special-addresses.fixture.ts'

const allowing = (...allowPrivate: string[]) => ({ allowPrivate, extraPorts: [] })

test.each([...specialIpv4, ...specialIpv6])('%s is not public', address => {
  expect(addressAllowed(address, PUBLIC_ONLY)).toBe(false)
})

test.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '2a00:1450:4009::200e'])(
  '%s is public',
  address => {
    expect(addressAllowed(address, PUBLIC_ONLY)).toBe(true)
  },
)

test.each([
  '',
  'example.com',
  '127.1',
  '2130706433',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '1.2.3.4/8',
  'fe80::1%eth0',
])('what is not an address in its one spelling is allowed under no policy: %j', text => {
  expect(addressAllowed(text, allowing('0.0.0.0/0', '::/0'))).toBe(false)
})

test('the operator allows single addresses and ranges, and nothing beside them', () => {
  const policy = allowing('10.1.0.0/16', '192.168.7.7', 'fd00::/8')
  for (const inside of ['10.1.2.3', '192.168.7.7', 'fd00::5'])
    expect(addressAllowed(inside, policy)).toBe(true)
  for (const outside of ['10.2.0.1', '192.168.7.8', 'fc00::5', '169.254.169.254']) {
    expect(addressAllowed(outside, policy)).toBe(false)
  }
})

test('an IPv4 address written as IPv6 is judged as what it is', () => {
  fc.assert(
    fc.property(fc.ipV4(), address => {
      expect(addressAllowed(`::ffff:${address}`, PUBLIC_ONLY)).toBe(addressAllowed(address, PUBLIC_ONLY))
      expect(canonicalAddress(`::ffff:${address}`)).toBe(address)
    }),
  )
})
