import { dateIn } from '#calendar/date-in.ts'
import type { Zone } from '#workflows/due/zones.ts'
import { dayAfter, lastSlot, type Slot, slotOn } from '#workflows/occasions/slots.ts'
import type { Schedule, ScheduleProgress, ZoneProgress } from '#workflows/schedules.ts'

/**
 * How far a schedule is in each of its zones. It begins with its publication. Where the clock of the database was put
 * back, the days that are ahead again are considered again: nobody is due twice, because each occasion is claimed once.
 */
export function progressIn(
  { since, progress, now }: Pick<Schedule, 'since' | 'progress' | 'now'>,
  zones: readonly Zone[],
  time: string,
): ScheduleProgress {
  const known = Object.values(progress)
  const isNew = known.length === 0
  const begun = (moment: Date, { timeZone }: Zone): ZoneProgress => {
    const { day, at } = lastSlot(moment, time, timeZone)
    return { day, at: at.toISOString() }
  }
  const reached = (zone: Zone): ZoneProgress => {
    const own = progress[zone.key]
    if (own === undefined) return begun(isNew && since < now ? since : now, zone)
    return new Date(own.at) > now ? begun(now, zone) : own
  }
  if (isNew || hasSameZones(progress, zones))
    return Object.fromEntries(zones.map(zone => [zone.key, reached(zone)]))
  const first = known.map(({ day }) => day).toSorted()[0] as string
  return Object.fromEntries(zones.map(zone => [zone.key, setBack(reached(zone), first, zone, time)]))
}

const hasSameZones = (progress: ScheduleProgress, zones: readonly Zone[]) =>
  zones.length === Object.keys(progress).length && zones.every(({ key }) => key in progress)

/**
 * A venue was added, or moved to another time zone. Its day may be over by the clock that counts now and still ahead by
 * the one that counted before: that day is considered again, by all, and is not late.
 */
function setBack(reached: ZoneProgress, first: string, { timeZone }: Zone, time: string): ZoneProgress {
  if (reached.day <= first) return reached
  const { day, at } = slotOn(dayAfter(reached.day, -1), time, timeZone)
  return { day, at: at.toISOString(), held: true }
}

/** How far a schedule by the hour is in each of its zones. A new one begins where the others are. */
export function hourlyProgressIn(
  { since, progress, now }: Pick<Schedule, 'since' | 'progress' | 'now'>,
  zones: readonly Zone[],
): ScheduleProgress {
  const known = zones.flatMap(({ key }) => progress[key]?.at ?? []).toSorted()
  const isNew = Object.keys(progress).length === 0
  const first = known[0] === undefined ? (isNew ? since : now) : new Date(known[0])
  return Object.fromEntries(
    zones.map(({ key, timeZone }) => {
      const own = progress[key]
      if (own !== undefined && new Date(own.at) <= now) return [key, own]
      const at = first < now ? first : now
      return [key, { day: dateIn(at, timeZone), at: at.toISOString() }]
    }),
  )
}

const LOOK_MS = 60_000

/**
 * The time that is considered next: once a minute, until now. After a longer time, what is late comes first. After the clock was put
 * back, guests who are considered again have their occasions.
 */
export function nextHours(
  { at, until }: ZoneProgress,
  { timeZone }: Zone,
  now: Date,
  onTimeMs: number,
): Slot {
  const last = new Date(at).getTime()
  const late = now.getTime() - onTimeMs - 1
  const next = Math.max(last + LOOK_MS, late > last ? late : now.getTime())
  const end = until === undefined ? new Date(next) : new Date(until)
  return { day: dateIn(end, timeZone), at: end }
}
