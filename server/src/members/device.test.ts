import { expect, test } from 'vitest'
import { knownDevice, newDevice } from './device.ts'

const key = Buffer.alloc(32, 7)
const member = '0192c8a0-0000-7000-8000-000000000901'

test('a device is known by its cookie, to the member that it was made for', () => {
  const cookie = newDevice(key, member)
  expect(knownDevice(key, member, cookie)).toBe(cookie.split('.')[0])
  expect(newDevice(key, member)).not.toBe(cookie)
  expect(knownDevice(key, '0192c8a0-0000-7000-8000-000000000902', cookie)).toBeUndefined()
  expect(knownDevice(Buffer.alloc(32, 8), member, cookie)).toBeUndefined()
})

test.each([
  undefined,
  '',
  'x',
  `${'a'.repeat(22)}.${'b'.repeat(43)}`,
  `${newDevice(key, member)}x`,
  newDevice(key, member).replace(/^./, first => (first === 'a' ? 'b' : 'a')),
])('%j is no device', cookie => {
  expect(knownDevice(key, member, cookie)).toBeUndefined()
})
