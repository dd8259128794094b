import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const at = (created_at: string) => ({ created_at })
const [early, late] = [at('2026-03-01T10:00:00.000Z'), at('2026-03-01T12:00:00.000Z')]

test('an entry is about the last message that was written before it', () => {
  expect(nearest([late, early], '2026-03-01T11:00:00.000Z')).toBe(early)
  expect(nearest([late, early], '2026-03-01T12:00:00.000Z')).toBe(late)
  expect(nearest([late], '2026-03-01T11:00:00.000Z')).toBe(late)
  expect(nearest([], '2026-03-01T11:00:00.000Z')).toBeUndefined()
})
