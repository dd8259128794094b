import { expect, test } from 'vitest'
import { hoursInWords } from './hours-in-words.ts'

test('opening hours are read day by day, with the special days after them', () => {
  const said = hoursInWords({
    weekly: { monday: [{ from: '12:00', to: '14:00' }], friday: [{ from: '18:00', to: '02:00' }] },
    exceptions: [{ date: '2026-12-25', spans: [], note: 'Christmas' }],
  })
  expect(said).toHaveLength(8)
  expect(said[0]).toEqual(['Monday', '12:00–14:00'])
  expect(said[1]).toEqual(['Tuesday', 'closed'])
  expect(said[4]).toEqual(['Friday', '18:00–02:00'])
  expect(said[7]).toEqual(['25 Dec 2026, Christmas', 'closed'])
})
