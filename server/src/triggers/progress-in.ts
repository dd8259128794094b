import { lastSlot } from '#workflows/occasions/slots.ts'
import type { Schedule, ScheduleProgress, ZoneProgress } from '#workflows/schedules.ts'
import type { Zone } from './zones.ts'

/**
 * How far a schedule is in each of its zones. It begins with its publication, and in a zone that is new to it,
 * because a venue was added or moved, it begins now. Where the clock of the database was put back, the days that are
 * ahead again are considered again: nobody is due twice, because each occasion is claimed once.
 */
export function progressIn(
  { since, progress, now }: Pick<Schedule, 'since' | 'progress' | 'now'>,
  zones: readonly Zone[],
  time: string,
): ScheduleProgress {
  const isNew = Object.keys(progress).length === 0
  const begun = (moment: Date, zone: string): ZoneProgress => {
    const { day, at } = lastSlot(moment, time, zone)
    return { day, at: at.toISOString() }
  }
  return Object.fromEntries(
    zones.map(({ key, timeZone }) => {
      const known = progress[key]
      if (known === undefined) return [key, begun(isNew && since < now ? since : now, timeZone)]
      return [key, new Date(known.at) > now ? begun(now, timeZone) : known]
    }),
  )
}
