import { expect, test } from 'vitest'
import { bucketed, bucketStarts, periodBefore, total } from './series.ts'

test('a day has 24 hours, the last of which is the current one', () => {
  const starts = bucketStarts('24h', new Date('2026-03-10T09:30:00Z'), 'Europe/London')
  expect(starts).toHaveLength(24)
  expect(starts[0]?.toISOString()).toBe('2026-03-09T10:00:00.000Z')
  expect(starts.at(-1)?.toISOString()).toBe('2026-03-10T09:00:00.000Z')
})

test('days begin at midnight of the time zone, also where one of them has 23 hours', () => {
  const starts = bucketStarts('7d', new Date('2026-04-01T12:00:00Z'), 'Europe/London')
  expect(starts.map(start => start.toISOString())).toEqual([
    '2026-03-26T00:00:00.000Z',
    '2026-03-27T00:00:00.000Z',
    '2026-03-28T00:00:00.000Z',
    '2026-03-29T00:00:00.000Z',
    '2026-03-29T23:00:00.000Z',
    '2026-03-30T23:00:00.000Z',
    '2026-03-31T23:00:00.000Z',
  ])
  expect(bucketStarts('28d', new Date('2026-04-01T12:00:00Z'), 'UTC')).toHaveLength(28)
})

test.each([
  ['24h', '2026-03-30T13:00:00.000Z', '2026-03-31T12:30:00.000Z'],
  // London has one hour less on the 29th.
  ['7d', '2026-03-19T00:00:00.000Z', '2026-03-25T13:30:00.000Z'],
  // Four weeks, so that as many Saturdays are compared with each other.
  ['28d', '2026-02-05T00:00:00.000Z', '2026-03-04T13:30:00.000Z'],
] as const)('the period before %s ends at the same time of day', (range, from, to) => {
  const before = periodBefore(range, new Date('2026-04-01T12:30:00Z'), 'Europe/London')
  expect([before.from.toISOString(), before.to.toISOString()]).toEqual([from, to])
})

const hour = (at: string, counts: object) => ({ hour: new Date(at), counts })

test('each hour falls into one bucket, and what was before the first into none', () => {
  const starts = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-02T00:00:00Z')]
  const buckets = bucketed(starts, [
    hour('2025-12-31T23:00:00Z', { events: { routed: 100 } }),
    hour('2026-01-01T00:00:00Z', { events: { routed: 1 } }),
    hour('2026-01-01T23:00:00Z', { events: { routed: 2, unrouted: 1 } }),
    hour('2026-01-02T00:00:00Z', { events: { routed: 5 } }),
  ])
  expect(buckets.map(({ events }) => events)).toEqual([
    { routed: 3, unrouted: 1 },
    { routed: 5, unrouted: 0 },
  ])
})

test('runs are added up over workflows, and messages by channel', () => {
  const counted = total([
    hour('2026-01-01T00:00:00Z', {
      runs: { a: { success: 2, failed: 1 }, b: { success: 3, open: 4 } },
      messages: { email: { sent: 1 }, sms: { kept: 1 } },
      points: { awarded: 30 },
    }),
    hour('2026-01-01T01:00:00Z', { messages: { email: { sent: 2, failed: 1 } }, points: { taken: 5 } }),
  ])
  expect(counted).toEqual({
    events: { routed: 0, unrouted: 0 },
    runs: { success: 5, failure: 0, exited: 0, failed: 1, cancelled: 0, open: 4 },
    messages: { email: { sent: 3, failed: 1 }, sms: { kept: 1 } },
    points: { awarded: 30, taken: 5 },
  })
})
