import type { BroadcastEvery, BroadcastRule } from '@millrace/contract/broadcast'
import { describe, expect, test } from 'vitest'
import { broadcastSlots, nextBroadcastSlot } from './broadcast-occasion.ts'

const rule = (more: Partial<BroadcastRule>): BroadcastRule => ({ segment: 's', ...more })
const days = (every: Omit<BroadcastEvery, 'time'>, from: string, until: string) =>
  broadcastSlots(
    rule({ every: { ...every, time: '10:00' } }),
    ['UTC'],
    new Date(`${from}T00:00:00Z`),
    new Date(`${until}T23:59:00Z`),
  ).map(({ key }) => key)

describe('a broadcast repeats', () => {
  test.each<[string, Omit<BroadcastEvery, 'time'>, string[]]>([
    ['every first Monday', { weekdays: [1], week: 'first' }, ['2026-02-02', '2026-03-02']],
    ['every last Friday', { weekdays: [5], week: 'last' }, ['2026-02-27', '2026-03-27']],
    ['on the 31st, or the last day', { month_day: 31 }, ['2026-02-28', '2026-03-31']],
    ['on the 1st', { month_day: 1 }, ['2026-02-01', '2026-03-01']],
  ])('%s', (_name, every, expected) => {
    expect(days(every, '2026-02-01', '2026-03-31')).toEqual(expected)
  })

  test('every day, and on days of the week', () => {
    expect(days({}, '2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
    expect(days({ weekdays: [6, 7] }, '2026-02-27', '2026-03-06')).toEqual(['2026-02-28', '2026-03-01'])
  })
})

describe('the moment of a broadcast', () => {
  const once = rule({ once: { date: '2026-03-29', time: '01:30' } })

  test('is the first of its clocks, and where one skips the time of day, when it does', () => {
    // London puts its clocks forward at one o'clock.
    expect(nextBroadcastSlot(once, ['Europe/London', 'America/New_York'], new Date(0))).toEqual({
      key: '2026-03-29T01:30',
      wallTime: '2026-03-29T01:30',
      at: new Date('2026-03-29T01:00:00Z'),
    })
  })

  test('comes once, also a day ahead on the other side of the world', () => {
    const tonga = rule({ once: { date: '2026-03-29', time: '00:00' } })
    const at = new Date('2026-03-28T11:00:00Z')
    expect(broadcastSlots(tonga, ['Pacific/Tongatapu'], new Date(at.getTime() - 1), at)).toHaveLength(1)
    expect(broadcastSlots(tonga, ['Pacific/Tongatapu'], at, new Date('2027-01-01'))).toEqual([])
    expect(nextBroadcastSlot(tonga, ['Pacific/Tongatapu'], at)).toBeUndefined()
  })

  test('is none where a member sends it', () => {
    expect(nextBroadcastSlot(rule({}), ['UTC'], new Date(0))).toBeUndefined()
    expect(broadcastSlots(rule({}), ['UTC'], new Date(0), new Date('2026-03-01'))).toEqual([])
  })
})
