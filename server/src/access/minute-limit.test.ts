import { expect, test } from 'vitest'
import { limiterAddress } from './address.ts'
import { createMinuteLimit } from './minute-limit.ts'

test('an address has so many calls a minute, and so has a /64', () => {
  const tooOften = createMinuteLimit(2)
  const call = (ip: string) => tooOften(limiterAddress(ip))
  expect([call('192.0.2.1'), call('192.0.2.1'), call('192.0.2.1'), call('192.0.2.2')]).toEqual([
    false,
    false,
    true,
    false,
  ])
  expect(['2001:db8::1', '2001:db8::2', '2001:db8::3'].map(call)).toEqual([false, false, true])
})

test('the /56 around it has three times as many', () => {
  const tooOften = createMinuteLimit(2)
  const from = (subnet: number) => tooOften(limiterAddress(`2001:db8:0:${subnet.toString(16)}::1`))
  expect([0, 1, 2, 3, 4, 5].map(from)).toEqual(Array(6).fill(false))
  expect(from(6)).toBe(true)
  expect(from(0x100)).toBe(false)
})

test('IPv4 addresses have nothing in common', () => {
  const tooOften = createMinuteLimit(1)
  const from = (last: number) => tooOften(limiterAddress(`192.0.2.${last}`))
  expect([1, 2, 3, 4, 5, 6].map(from)).toEqual(Array(6).fill(false))
})
