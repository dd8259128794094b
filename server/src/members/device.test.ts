import { expect, test } from 'vitest'
import { knownDevice, newDevice } from './device.ts'

const key = Buffer.alloc(32, 7)
const email = 'ada@example.com'

test('a device is known by its cookie, to the member that it was made for', () => {
  const cookie = newDevice(key, email)
  expect(knownDevice(key, email, cookie)).toBe(cookie.split('.')[0])
  expect(newDevice(key, email)).not.toBe(cookie)
  expect(knownDevice(key, 'eve@example.com', cookie)).toBeUndefined()
  expect(knownDevice(Buffer.alloc(32, 8), email, cookie)).toBeUndefined()
})

test.each([
  undefined,
  '',
  'x',
  `${'a'.repeat(22)}.${'b'.repeat(43)}`,
  `${newDevice(key, email)}x`,
  newDevice(key, email).replace(/^./, first => (first === 'a' ? 'b' : 'a')),
])('%j is no device', cookie => {
  expect(knownDevice(key, email, cookie)).toBeUndefined()
})
