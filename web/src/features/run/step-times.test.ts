import { expect, test } from 'vitest'
import { lengthInWords, stepTimes } from './step-times.ts'

const step = (type: string, started_at: string, finished_at: string | null = started_at) => ({
  type,
  started_at,
  finished_at,
})

test('a run of milliseconds has the day once, and no lengths', () => {
  const steps = [
    step('branch', '2026-11-16T10:00:00.000Z', '2026-11-16T10:00:00.004Z'),
    step('award_points', '2026-11-16T10:00:00.004Z', '2026-11-16T10:00:00.900Z'),
  ]
  expect(stepTimes(steps, 0, 'UTC')).toEqual([
    { began: '16 Nov, 10:00:00', took: undefined },
    { began: '10:00:00', took: undefined },
  ])
})

test('a run of months says each new day, how long it waited, and for how long it has been waiting', () => {
  const steps = [
    step('wait', '2026-09-01T22:30:00Z', '2026-09-04T22:30:00Z'),
    step('send_email', '2026-09-04T22:30:00Z', '2026-09-04T22:30:09Z'),
    step('wait_for_event', '2026-09-04T22:30:09Z', null),
  ]
  const now = Date.parse('2026-11-13T22:30:09Z')
  expect(stepTimes(steps, now, 'Europe/Lisbon')).toEqual([
    { began: '1 Sept, 23:30:00', took: 'waited 3 d' },
    { began: '4 Sept, 23:30:00', took: 'took 9 s' },
    { began: '23:30:09', took: '70 d so far' },
  ])
})

test('lengths are shown in the largest unit that fits', () => {
  expect([3, 999, 1_500, 12_000, 90_000, 9_000_000, 259_200_000].map(lengthInWords)).toEqual([
    '3 ms',
    '999 ms',
    '1.5 s',
    '12 s',
    '1.5 min',
    '2.5 h',
    '3 d',
  ])
})
