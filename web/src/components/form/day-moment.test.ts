import { expect, test } from 'vitest'
import { dayOf, isWholeDay, localMinute, momentOf } from './day-moment.ts'

test('a day is kept as the moment it begins or ends, and shown as the same day again', () => {
  for (const edge of ['start', 'end'] as const) {
    const moment = momentOf('2026-03-29', edge)
    expect(isWholeDay(moment)).toBe(true)
    expect(dayOf(moment, edge)).toBe('2026-03-29')
  }
  expect(momentOf('2026-11-02', 'end')).toBe(momentOf('2026-11-03', 'start'))
})

test('no day is no moment, and what is no moment is no day', () => {
  expect(momentOf('', 'start')).toBe('')
  expect(dayOf('', 'end')).toBe('')
  expect(dayOf('yesterday', 'start')).toBe('')
  expect(localMinute('yesterday')).toBe('')
})

test('a moment within a day is shown to the minute', () => {
  const moment = new Date(2026, 10, 2, 9, 5, 7).toISOString()
  expect(isWholeDay(moment)).toBe(false)
  expect(localMinute(moment)).toBe('2026-11-02T09:05')
})
