/**
 * A slow model of the clock on the wall, made of Intl alone: it is read minute by minute, and knows nothing of gaps
 * and overlaps beforehand.
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
 * For each date among the readings, the first minute on which the clock shows the time or has passed over it. The
 * first date is left out: it may have begun before the readings.
 */
export function firstAtOrAfter(all: readonly Reading[], time: string): Reading[] {
  const firsts = new Map<string, Reading>()
  const begun = new Map<string, Reading>()
  for (const [index, reading] of all.entries()) {
    if (!begun.has(reading.date)) {
      // A date that begins while another had not reached the time: that one never will.
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
