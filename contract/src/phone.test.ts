import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { NewGuest } from './guest.ts'
import { isPhone } from './phone.ts'
import { SmsTest } from './settings.ts'

test.each([
  ['+442079460000', true],
  ['+123456', true],
  ['+123456789012345', true],
  ['+12345', false],
  ['+1234567890123456', false],
  ['+012345678', false],
  ['442079460000', false],
  ['+44 2079 460000', false],
  ['+442079460000\n', false],
  ['', false],
])('whether %j is a phone number in full is answered alike everywhere: %s', (text, is) => {
  expect(isPhone(text)).toBe(is)
  expect(Check(NewGuest, { phone: text })).toBe(is)
  expect(Check(SmsTest, { to: text })).toBe(is)
})
