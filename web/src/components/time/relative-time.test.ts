import { expect, test } from 'vitest'
import { exactTime, exactTimes, relativeTime } from './relative-time.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const ago = (seconds: number) => relativeTime(now - seconds * 1_000, now)

test('says in the largest unit that fits how long ago it was', () => {
  expect(ago(0)).toBe('just now')
  expect(ago(59)).toBe('just now')
  expect(ago(60)).toBe('1 minute ago')
  expect(ago(3_599)).toBe('59 minutes ago')
  expect(ago(3_600)).toBe('1 hour ago')
  expect(ago(86_400)).toBe('yesterday')
  expect(ago(40 * 86_400)).toBe('last month')
  expect(ago(800 * 86_400)).toBe('2 years ago')
})

test('and how long it will be', () => {
  expect(ago(-30)).toBe('in a moment')
  expect(ago(-7_200)).toBe('in 2 hours')
})

test('the exact time is that of a zone, and says so', () => {
  expect(exactTime(now, 'Asia/Tokyo')).toBe('1 Mar 2026, 21:00:00 (Asia/Tokyo)')
  expect(exactTime(now, 'America/New_York')).toBe('1 Mar 2026, 07:00:00 (America/New_York)')
})

test('a zone that the browser does not know is no reason to show nothing', () => {
  expect(exactTime(now, 'Mars/Base')).toBe(exactTime(now))
})

test('a venue far away has its own time, beside that of the organisation', () => {
  expect(exactTimes(now, 'Asia/Tokyo', 'Europe/London')).toBe(
    '1 Mar 2026, 21:00:00 (Asia/Tokyo)\n1 Mar 2026, 12:00:00 (Europe/London)',
  )
  expect(exactTimes(now, 'Europe/London', 'Europe/London')).toBe('1 Mar 2026, 12:00:00 (Europe/London)')
  expect(exactTimes(now, undefined, 'Europe/London')).toBe('1 Mar 2026, 12:00:00 (Europe/London)')
})
