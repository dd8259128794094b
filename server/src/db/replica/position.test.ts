import { expect, test } from 'vitest'
import { hasReached, isPosition, NEVER_REACHED } from './position.ts'

test('positions are compared as numbers and not as texts', () => {
  expect(hasReached('0/A', '0/9')).toBe(true)
  expect(hasReached('0/10', '0/9')).toBe(true)
  expect(hasReached('1/0', '0/FFFFFFFF')).toBe(true)
  expect(hasReached('10/0', '9/FFFFFFFF')).toBe(true)
  expect(hasReached('0/9', '0/9')).toBe(true)
  expect(hasReached('0/FFFFFFFF', '1/0')).toBe(false)
  expect(hasReached('FFFFFFFE/FFFFFFFF', NEVER_REACHED)).toBe(false)
})

test('what a browser sends is a position or nothing', () => {
  expect(['0/0', '16/B374D848', NEVER_REACHED].every(isPosition)).toBe(true)
  for (const text of ['', '0', '0/', '/0', '0/g', 'b/a', '123456789/0', '0/0 ', '0/0;', '0/0\n'])
    expect(isPosition(text), text).toBe(false)
})
