import { type DailyTrigger, dailyRule } from '@millrace/contract/workflow'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import { isHourly } from '../occasions/hours.ts'
import { type Slot, slotOn } from '../occasions/slots.ts'

/** Guests who are considered together, by one clock. */
export interface Zone {
  /** By which the progress is kept. */
  readonly key: string
  readonly timeZone: string
  /** The venues whose guests these are; null: guests of no venue in particular. */
  readonly serials: readonly string[] | null
  /** Also the guests of other zones whose last visit was later than this. */
  readonly alsoVisitedAfter?: Date
}

/**
 * A date has no venue: a workflow for all venues considers every guest by the clock of the organisation, and one for some
 * venues the guests who have visited one of them, by the clock of the one that they visited last. An absence is always
 * from somewhere: every venue is considered by itself, so that one whose visits do not arrive is held back alone. A first or
 * last visit is considered by the clock of its venue. By the hour, the progress is kept apart: it is no day.
 */
export function zonesOf(
  trigger: DailyTrigger,
  { settings, venues }: Pick<OrganisationFacts, 'settings' | 'venues'>,
): Zone[] {
  const zoneOf = (serial: string) => venues.get(serial)?.time_zone ?? settings.time_zone
  if ('absence' in trigger) {
    const own = (trigger.venues ?? [...venues.keys()]).map(serial => ({
      key: serial,
      timeZone: zoneOf(serial),
      serials: [serial],
    }))
    return trigger.venues ? own : [...own, { key: '', timeZone: settings.time_zone, serials: null }]
  }
  const isFact = trigger.date.fact !== undefined
  const mode = isHourly(trigger) ? 'hours ' : ''
  const none = { key: isFact ? mode : mode + settings.time_zone, timeZone: settings.time_zone, serials: null }
  if (trigger.venues === undefined && !isFact) return [none]
  const own = [...Map.groupBy(trigger.venues ?? venues.keys(), zoneOf)].map(([timeZone, serials]) => ({
    key: mode + timeZone,
    timeZone,
    serials,
  }))
  return trigger.venues === undefined ? [...own, none] : own
}

/**
 * The zone on one day. A guest who visits another venue between the slots of two zones is considered with the last one:
 * the slot of the venue that is now their last one may have passed without them.
 */
export function zoneOn({ day, at }: Slot, zone: Zone, zones: readonly Zone[], trigger: DailyTrigger): Zone {
  if ('absence' in trigger || trigger.date.fact !== undefined || isHourly(trigger) || zones.length === 1)
    return zone
  const { time } = dailyRule(trigger)
  const slots = zones.map(({ timeZone }) => slotOn(day, time, timeZone).at.getTime())
  return Math.max(...slots) > at.getTime()
    ? zone
    : { ...zone, alsoVisitedAfter: new Date(Math.min(...slots)) }
}
