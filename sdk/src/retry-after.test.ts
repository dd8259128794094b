import { expect, test } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

const now = Date.parse('2026-05-01T12:00:00Z')

test.each([
  ['seconds', '17', 17],
  ['a date', 'Fri, 01 May 2026 12:00:30 GMT', 30],
  ['a date that has passed', 'Fri, 01 May 2026 11:00:00 GMT', 0],
  ['nothing', null, undefined],
  ['nonsense', 'soon', undefined],
])('reads %s', (_what, header, seconds) => {
  expect(readRetryAfter(header, now)).toBe(seconds)
})
