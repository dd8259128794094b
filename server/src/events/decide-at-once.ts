import type { NewRun } from '#runs/change/insert-runs.ts'
import type { NewVisit } from '#visits/insert-visits.ts'
import type { AcceptParts } from './accept-parts.ts'
import type { Accepted, Incoming } from './incoming.ts'
import type { NewEvent } from './insert-events.ts'
import { type Checks, type Recalled, whatMustHold } from './recall-facts.ts'
import { readVisits } from './record-visits.ts'
import { countStarts, refuseLoops } from './refuse-loops.ts'
import { entriesToClaim, routeEvents } from './route-events.ts'
import { answerOf, rowsOf, type Unstamped } from './write-routed-events.ts'

/** A batch of one organisation that is decided, if the remembered facts still hold. */
export interface Decided {
  readonly organisationId: string
  readonly checks: Checks
  readonly visits: readonly NewVisit[]
  readonly events: readonly NewEvent[]
  readonly runs: readonly NewRun[]
  /** Its answers, once it is stored at this time. */
  stored(now: string): Accepted[]
}

/** Decides a batch by remembered facts alone; undefined if it takes a lock, or an alert. */
export function decideAtOnce(
  { loops: guard }: Pick<AcceptParts, 'loops'>,
  organisationId: string,
  batch: readonly Incoming[],
  recalled: Recalled,
): Decided | undefined {
  const { facts } = recalled
  const { visits, recorded } = readVisits(facts, batch)
  const routedEvents = routeEvents(organisationId, batch, facts, undefined, { recorded, facts: new Map() })
  if (entriesToClaim(routedEvents).length > 0) return undefined
  const loops = refuseLoops(guard, routedEvents)
  if (loops.suspected.length > 0) return undefined
  const { receipts, events, runs } = rowsOf(organisationId, facts.organisation.venues, routedEvents)
  return {
    organisationId,
    checks: whatMustHold(batch, recalled),
    visits: [...visits.values()],
    events,
    runs,
    stored(now) {
      countStarts(guard, loops)
      return batch.map((_, index) => ({
        kind: 'accepted',
        answer: answerOf(receipts[index] as Unstamped, now),
      }))
    },
  }
}
