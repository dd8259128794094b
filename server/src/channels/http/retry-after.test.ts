import { expect, test } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

const now = new Date('2026-03-01T12:00:00Z')

test.each([
  [{}, undefined],
  [{ 'retry-after': '' }, undefined],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '-5' }, undefined],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '90' }, 90_000],
  [{ 'retry-after': '99999999999999999999' }, 3_600_000],
  [{ 'retry-after': 'Sun, 01 Mar 2026 12:01:00 GMT' }, 60_000],
  [{ 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': 'Sun, 01 Mar 2029 12:01:00 GMT' }, 3_600_000],
  [{ 'retry-after': 'Sun, 01 Mar 2026 12:01:00 GMT', date: 'Sun, 01 Mar 2026 12:00:30 GMT' }, 30_000],
])('%o asks for a pause of %s ms', (headers, pause) => {
  expect(readRetryAfter(headers, now)).toBe(pause)
})
