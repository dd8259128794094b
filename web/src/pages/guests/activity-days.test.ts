import type { TimelineEntry } from '@millrace/contract/timeline'
import { expect, test } from 'vitest'
import { byDay, filterOf } from './activity-days.ts'

const entry = (kind: TimelineEntry['kind'], at: string, sentence = ''): TimelineEntry => ({
  kind,
  at,
  sentence,
  event_id: null,
  run_id: null,
  workflow_id: null,
  workflow_name: null,
  serial: null,
})

test('entries stand under their day in the zone, with names for the last two', () => {
  const entries = [
    entry('run', '2026-11-16T09:00:00Z'),
    entry('step', '2026-11-15T23:30:00Z'),
    entry('event', '2026-11-15T10:00:00Z'),
    entry('edit', '2026-11-01T10:00:00Z'),
  ]
  const now = Date.parse('2026-11-16T10:00:00Z')
  const days = (zone: string) => byDay(entries, now, zone).map(({ day, entries: of }) => [day, of.length])
  expect(days('UTC')).toEqual([
    ['Today', 1],
    ['Yesterday', 2],
    ['Sunday, 1 November 2026', 1],
  ])
  expect(days('Asia/Tokyo')[0]).toEqual(['Today', 2])
})

test('a message that a step sent or held back is among the messages', () => {
  const of = filterOf('messages')
  expect(of(entry('message', '2026-11-16T09:00:00Z', 'The SMS reached the phone.'))).toBe(true)
  expect(of(entry('step', '2026-11-16T09:00:00Z', 'The e-mail “Hello” was not sent: no consent.'))).toBe(true)
  expect(of(entry('step', '2026-11-16T09:00:00Z', 'Awarded 5 points.'))).toBe(false)
  expect(filterOf('all')(entry('task', '2026-11-16T09:00:00Z'))).toBe(true)
})
