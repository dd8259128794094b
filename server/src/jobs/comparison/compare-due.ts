import { isScheduled, type ScheduledTrigger } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { noVisits } from '#simulation/past-visits.ts'
import { readsFacts } from '#simulation/read-input.ts'
import type { OrganisationFacts, OrganisationFactsCache } from '#venues/organisation-facts.ts'
import { loadLedger } from '#visits/load-ledger.ts'
import { broadcastsBetween } from '#workflows/due/broadcasts-between.ts'
import { movesBetween } from '#workflows/due/moves-between.ts'
import { type DuePortion, occasionsBetween } from '#workflows/due/occasions-between.ts'
import { loadProfiles } from '../load-profiles.ts'
import { noLedgers, visitsFor } from './load-past.ts'
import { type Side, simulateStart } from './side.ts'
import { inSlices } from './slices.ts'
import type { Comparison } from './start-comparison.ts'

/** What is left of a side that the clock starts. */
export interface Walk {
  readonly side: Side
  readonly organisation: OrganisationFacts
  readonly portions: AsyncGenerator<DuePortion, undefined>
}

const PORTION = 500

/** The sides that the clock starts are asked who would have been due, one after the other. */
export async function openWalks(
  sql: Sql,
  organisations: OrganisationFactsCache,
  organisationId: string,
  sides: readonly Side[],
  { since, until }: Comparison,
): Promise<Walk[]> {
  const scheduled = sides.filter(({ workflow }) => isScheduled(workflow.trigger))
  if (scheduled.length === 0) return []
  const organisation = (await organisations.find(sql, [organisationId])).get(
    organisationId,
  ) as OrganisationFacts
  return scheduled.map(side => {
    const trigger = side.workflow.trigger as ScheduledTrigger
    const time = { since: new Date(since), until: new Date(until) }
    return { side, organisation, portions: portionsOf() }

    function portionsOf(): AsyncGenerator<DuePortion, undefined> {
      if ('segment' in trigger) return movesBetween(sql, { organisationId, trigger, ...time }, PORTION)
      if ('broadcast' in trigger)
        return broadcastsBetween(sql, { organisationId, organisation, trigger, ...time }, PORTION)
      return occasionsBetween(sql, { organisationId, organisation, trigger, ...time }, PORTION)
    }
  })
}

/** Simulates the next portion of guests who would have been due. true: there are no more. */
export async function walkOn(
  sql: Sql,
  organisationId: string,
  { side, organisation, portions }: Walk,
): Promise<boolean> {
  const { value, done } = await portions.next()
  if (done) return true
  const { at, due } = value
  const ids = due.map(({ guestId }) => guestId)
  const [guests, visits, ledgers] = await Promise.all([
    loadProfiles(sql, organisationId, ids),
    visitsFor(sql, organisationId, [side], ids),
    readsFacts(side.workflow) ? loadLedger(sql, organisationId, ids) : noLedgers,
  ])
  await inSlices(due, ({ guestId, serial, parameters }) => {
    const guest = guests.get(guestId)
    if (guest === undefined) return
    const event = { source: null, serials: serial === null ? [] : [serial], parameters }
    const past = {
      event,
      guest,
      at,
      ledger: ledgers.get(guestId) ?? [],
      visits: visits.get(guestId) ?? noVisits,
    }
    simulateStart(side, past, organisation, true)
  })
  return false
}
