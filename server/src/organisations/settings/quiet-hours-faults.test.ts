import type { QuietHours } from '@millrace/contract/calendar'
import { expect, test } from 'vitest'
import { quietHoursFaults } from './quiet-hours-faults.ts'

test.each<[what: string, quiet: QuietHours[]]>([
  ['none', []],
  ['a night', [{ from: '22:00', to: '08:00' }]],
  [
    'a night and a day with a minute between',
    [
      { from: '22:00', to: '08:00' },
      { from: '08:01', to: '22:00' },
    ],
  ],
  ['whole days but one', [{ from: '00:00', to: '24:00', weekdays: [1, 2, 3, 4, 5, 6] }]],
  [
    'a night and a day on weekdays',
    [
      { from: '20:00', to: '08:00' },
      { from: '08:00', to: '20:00', weekdays: [1, 2, 3, 4, 5] },
    ],
  ],
])('%s can be quiet', (_, quiet) => expect(quietHoursFaults(quiet)).toEqual([]))

test.each<[what: string, quiet: QuietHours[]]>([
  ['a whole day, every day', [{ from: '00:00', to: '24:00' }]],
  ['from a time to the same time', [{ from: '08:00', to: '08:00' }]],
  [
    'two halves of the day',
    [
      { from: '00:00', to: '12:00' },
      { from: '12:00', to: '24:00' },
    ],
  ],
  [
    'a night and a day that overlap',
    [
      { from: '21:00', to: '09:00' },
      { from: '08:00', to: '22:00' },
    ],
  ],
  [
    'weekdays and a weekend',
    [
      { from: '00:00', to: '24:00', weekdays: [1, 2, 3, 4, 5] },
      { from: '00:00', to: '00:00', weekdays: [6, 7] },
    ],
  ],
  ['seven nights of a day’s length', [{ from: '18:00', to: '18:00', weekdays: [7, 1, 2, 3, 4, 5, 6] }]],
])('%s cannot: nothing would ever be sent', (_, quiet) =>
  expect(quietHoursFaults(quiet)).toEqual([expect.stringContaining('no minute of the week')]),
)
