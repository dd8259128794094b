import { isSentByHand } from '@millrace/contract/broadcast'
import type { BroadcastTrigger } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import { broadcastSlots } from '../occasions/broadcast-occasion.ts'
import { slotOn } from '../occasions/slots.ts'
import { membersToSend, venuesAsked, zonesOfBroadcast } from './broadcast-guests.ts'
import { BEFORE_ALL } from './due.ts'
import type { DuePortion } from './occasions-between.ts'
import type { Zone } from './zones.ts'

interface Between {
  readonly organisationId: string
  readonly organisation: OrganisationFacts
  readonly trigger: BroadcastTrigger
  readonly since: Date
  readonly until: Date
}

/** Nobody was considered for it. */
const NEVER_SENT = BEFORE_ALL

/** The guests to whom broadcasts would have gone in the past, by who is in the segment today. */
export async function* broadcastsBetween(
  sql: Sql,
  { organisationId, organisation, trigger, since, until }: Between,
  limit: number,
): AsyncGenerator<DuePortion, undefined> {
  const { broadcast: rule } = trigger
  const zones = zonesOfBroadcast(trigger, organisation)
  const slots = broadcastSlots(
    rule,
    zones.map(({ timeZone }) => timeZone),
    since,
    until,
  )
  const times = isSentByHand(rule)
    ? [{ at: until, zone: undefined }]
    : slots.flatMap(({ wallTime }) => momentsOf(wallTime, zones))

  for (const { at, zone } of times.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    const isOnly = zone === undefined || zones.length === 1
    const members = {
      organisationId,
      workflowId: NEVER_SENT,
      broadcast: { id: NEVER_SENT, segmentId: rule.segment, dueAt: at },
      venues: venuesAsked(trigger, organisation.venues),
      serials: isOnly ? null : (zone.serials ?? []),
      withOthers: zone?.timeZone === organisation.settings.time_zone,
    }
    let after = BEFORE_ALL
    for (;;) {
      const due = await membersToSend(sql, members, { after, limit })
      yield { at, due }
      const last = due.at(-1)
      if (last === undefined || due.length < limit) break
      after = last.guestId
    }
  }
}

function momentsOf(wallTime: string, zones: readonly Zone[]) {
  const [day, time] = wallTime.split('T') as [string, string]
  return zones.map(zone => ({ at: slotOn(day, time, zone.timeZone).at, zone }))
}
