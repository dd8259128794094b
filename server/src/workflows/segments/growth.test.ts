import { expect, test } from 'vitest'
import { growthOf } from './growth.ts'

test('every day has the guests who are in it at its end, also where nobody moved', () => {
  const moves = [
    { day: '2026-05-30', entered: 5, left: 0 },
    { day: '2026-06-01', entered: 2, left: 1 },
    { day: '2026-06-03', entered: 0, left: 4 },
  ]
  expect(growthOf(moves, '2026-05-31', '2026-06-03')).toEqual([
    { day: '2026-05-31', members: 5, entered: 0, left: 0 },
    { day: '2026-06-01', members: 6, entered: 2, left: 1 },
    { day: '2026-06-02', members: 6, entered: 0, left: 0 },
    { day: '2026-06-03', members: 2, entered: 0, left: 4 },
  ])
})

test('at most ninety days are shown, and those before count', () => {
  const days = growthOf([{ day: '2025-01-01', entered: 3, left: 0 }], '2024-01-01', '2026-06-03')
  expect(days).toHaveLength(90)
  expect(days.at(-1)).toEqual({ day: '2026-06-03', members: 3, entered: 0, left: 0 })
  expect(days[0]?.members).toBe(3)
})
