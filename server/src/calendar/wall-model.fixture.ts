/**
 * A slow model of the clock on the wall that uses only Intl: it is read minute by minute, and has no knowledge of
 * gaps and overlaps.
 */

export const MINUTE = 60_000

export interface Reading {
  readonly at: number
  /** As in 2026-03-29. */
  readonly date: string
  /** As in 02:30. */
  readonly time: string
  /** 1 is Monday. */
  readonly weekday: number
}

const clocks = new Map<string, Intl.DateTimeFormat>()
const known = new Map<string, Reading>()

export function readClock(at: number, zone: string): Reading {
  const key = `${at} ${zone}`
  const reading = known.get(key) ?? read(at, zone)
  known.set(key, reading)
  return reading
}

function read(at: number, zone: string): Reading {
  let clock = clocks.get(zone)
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    clocks.set(zone, clock)
  }
  const [date, time] = clock.format(at).split(' ') as [string, string]
  return { at, date, time, weekday: new Date(`${date}T00:00:00Z`).getUTCDay() || 7 }
}

/** Every whole minute from the first moment until before the last. */
export function readings(from: number, to: number, zone: string): Reading[] {
  const found: Reading[] = []
  for (let at = Math.floor(from / MINUTE) * MINUTE; at < to; at += MINUTE) found.push(readClock(at, zone))
  return found
}

/**
 * For each date among the readings, the first minute at which the clock shows the time or has skipped it. The first
 * date is left out: it may have started before the readings.
 */
export function firstAtOrAfter(all: readonly Reading[], time: string): Reading[] {
  const firsts = new Map<string, Reading>()
  const begun = new Map<string, Reading>()
  for (const [index, reading] of all.entries()) {
    if (!begun.has(reading.date)) {
      // The date changed before the clock reached the time on the previous date, so that date never reaches it.
      const before = all[index - 1]
      if (before !== undefined && !firsts.has(before.date)) firsts.set(before.date, reading)
      begun.set(reading.date, reading)
    }
    if (!firsts.has(reading.date) && reading.time >= time) firsts.set(reading.date, reading)
  }
  const first = all[0]?.date
  return [...firsts]
    .filter(([date]) => date !== first)
    .map(([date, reading]) => ({
      ...reading,
      date,
      weekday: (begun.get(date) as Reading).weekday,
    }))
}
