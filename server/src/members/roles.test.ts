import { expect, test } from 'vitest'
import { isAtLeast } from './roles.ts'

test('each role may do what the ones below it may, and no more', () => {
  const roles = ['staff', 'viewer', 'editor', 'owner'] as const
  expect(roles.map(role => roles.map(least => isAtLeast(role, least)))).toEqual([
    [true, false, false, false],
    [true, true, false, false],
    [true, true, true, false],
    [true, true, true, true],
  ])
})
