import { expect, test } from 'vitest'
import { createBulkReading, NOTED_FROM } from './bulk-reading.ts'

test('reading many guests is noted once an hour for each member', () => {
  let now = 0
  const { shown } = createBulkReading(() => now)
  expect(shown('ada', NOTED_FROM - 1)).toBeUndefined()
  expect(shown('ben', 1)).toBeUndefined()
  expect(shown('ada', 1)).toBe(NOTED_FROM)
  expect(shown('ada', NOTED_FROM)).toBeUndefined()
  now = 3_600_001
  expect(shown('ada', 1)).toBeUndefined()
  expect(shown('ada', NOTED_FROM)).toBe(NOTED_FROM + 1)
})
