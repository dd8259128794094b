import type { Bucket, HomeRange } from '@millrace/contract/dashboard/home'
import { zonedMoment } from '#calendar/wall-clock.ts'
import type { CountedHour, HourCounts, Numbers } from '#counts/hour-counts.ts'

const HOUR_MS = 3_600_000
const days: Readonly<Record<Exclude<HomeRange, '24h'>, number>> = { '7d': 7, '28d': 28 }

/** When each hour or day of a range begins, oldest first. Days are those of the time zone; the last is today. */
export function bucketStarts(range: HomeRange, now: Date, zone: string): Date[] {
  if (range === '24h') {
    const current = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
    return Array.from({ length: 24 }, (_, index) => new Date(current - (23 - index) * HOUR_MS))
  }
  return dayStarts(days[range], now, zone)
}

/** When each of so many days begins, oldest first; the last is today. */
export function dayStarts(count: number, now: Date, zone: string): Date[] {
  const today = zonedMoment(now, zone)
  return Array.from({ length: count }, (_, index) => {
    const day = today.subtract({ days: count - 1 - index }).startOfDay()
    return new Date(day.epochMilliseconds)
  })
}

/** The period before it, of the same length up to now: half a day is compared with the same half of a day. */
export function periodBefore(range: HomeRange, now: Date, zone: string): { from: Date; to: Date } {
  const earlier = range === '24h' ? { hours: 24 } : { days: days[range] }
  const to = new Date(zonedMoment(now, zone).subtract(earlier).epochMilliseconds)
  return { from: bucketStarts(range, to, zone)[0] as Date, to }
}

/** Adds the hours to the buckets that they begin in. Hours before the first bucket are left out. */
export function bucketed(starts: readonly Date[], hours: readonly CountedHour[]): Bucket[] {
  return starts.map((from, index) => {
    const to = starts[index + 1]
    const within = hours.filter(({ hour }) => hour >= from && (to === undefined || hour < to))
    return { from: from.toISOString(), ...total(within) }
  })
}

export function total(hours: readonly CountedHour[]): Omit<Bucket, 'from'> {
  const all = (pick: (counts: HourCounts) => Numbers | readonly Numbers[] | undefined) =>
    sum(hours.flatMap(({ counts }) => pick(counts) ?? []))
  const channels = new Set(hours.flatMap(({ counts }) => Object.keys(counts.messages ?? {})))
  return {
    events: { routed: 0, unrouted: 0, ...all(counts => counts.events) },
    runs: { ...noRuns, ...all(counts => Object.values(counts.runs ?? {})) },
    messages: Object.fromEntries(
      [...channels].sort().map(channel => [channel, all(counts => counts.messages?.[channel])]),
    ),
    points: { awarded: 0, taken: 0, ...all(counts => counts.points) },
  }
}

const noRuns = { success: 0, failure: 0, exited: 0, failed: 0, cancelled: 0, open: 0 }

export function sum(groups: readonly Numbers[]): Record<string, number> {
  const totals: Record<string, number> = {}
  for (const group of groups) {
    for (const [name, count] of Object.entries(group)) totals[name] = (totals[name] ?? 0) + count
  }
  return totals
}

/** Some zones are half an hour off; there a day begins at the next whole hour. */
export const wholeHour = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)
