import { type DailyTrigger, dailyRule } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import { isHourly } from '../occasions/hours.ts'
import { dayAfter, lastSlot, type Slot, slotOn } from '../occasions/slots.ts'
import { isSilent } from './absent-guests.ts'
import type { Due } from './due.ts'
import { dueGuests } from './due-guests.ts'
import { type Zone, zoneOn, zonesOf } from './zones.ts'

interface Between {
  readonly organisationId: string
  readonly organisation: OrganisationFacts
  readonly trigger: DailyTrigger
  readonly since: Date
  readonly until: Date
}

/** Guests who were due at the same moment. */
export interface DuePortion {
  readonly at: Date
  readonly due: readonly Due[]
}

/**
 * The guests who would have been due in the past, day by day and in portions, by the dates that they have today and the
 * visits that there were at the time. A day without any is an empty portion, so that the caller can do other things.
 */
export async function* occasionsBetween(
  sql: Sql,
  between: Between,
  portion: number,
): AsyncGenerator<DuePortion, undefined> {
  const { organisationId, organisation, trigger, since, until } = between
  const { time } = dailyRule(trigger)
  const zones = zonesOf(trigger, organisation)
  const venues = [...organisation.venues.keys()]
  // By the hour, days are only portions.
  const hourly = isHourly(trigger)
  const begin = (timeZone: string) => (hourly ? since : lastSlot(since, time, timeZone).at)
  const from = new Map(zones.map(({ key, timeZone }) => [key, begin(timeZone)]))
  const [first, last] = daysOf(between, zones, time)

  async function* dueIn(zone: Zone, slot: Slot): AsyncGenerator<DuePortion, undefined> {
    const on = {
      organisationId,
      workflowId: null,
      venues,
      zone: zoneOn(slot, zone, zones, trigger),
      slot,
      from: from.get(zone.key) as Date,
      asOf: slot.at,
    }
    // Held back: the next day on which visits arrived has these guests too.
    if ('absence' in trigger && (await isSilent(sql, { ...on, after: undefined }, trigger))) return
    let after: string | undefined
    for (;;) {
      const due = await dueGuests({ ...on, after }, trigger).find(sql, portion)
      yield* byMoment(due, slot.at)
      if (due.length < portion) break
      after = due.at(-1)?.guestId
    }
    from.set(zone.key, slot.at)
  }

  for (let day = first; day <= last; day = dayAfter(day)) {
    for (const zone of zones) {
      const slot = slotOn(day, time, zone.timeZone)
      if (slot.at > since && slot.at <= until) yield* dueIn(zone, slot)
    }
    yield { at: until, due: [] }
  }
  if (hourly) for (const zone of zones) yield* dueIn(zone, { day: last, at: until })
}

function* byMoment(due: readonly Due[], otherwise: Date): Generator<DuePortion, undefined> {
  const moments = Map.groupBy(due, ({ at = otherwise }) => at.getTime())
  for (const [moment, together] of [...moments].toSorted(([one], [other]) => one - other))
    yield { at: new Date(moment), due: together }
}

/** The first and the last day that any zone reached in this time. */
function daysOf({ since, until }: Between, zones: readonly Zone[], time: string): [string, string] {
  const days = (moment: Date) => zones.map(({ timeZone }) => lastSlot(moment, time, timeZone).day).toSorted()
  return [days(since)[0] as string, days(until).at(-1) as string]
}
