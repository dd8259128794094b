import type { NodeOf } from '@millrace/contract/node'
import type { MomentFromData } from '@millrace/contract/value'
import { momentAfter } from '#calendar/duration.ts'
import { nextTimeOfDay } from '#calendar/next-time-of-day.ts'
import { nextOpening } from '#calendar/opening-hours.ts'
import type { StoredEvent } from '#workflows/facts.ts'
import { isListenedFor } from '#workflows/listened.ts'
import { momentFrom } from '#workflows/values/moment-value.ts'
import { localisationOf } from './localisation.ts'
import { type Effect, go, type Step, type StepFacts, StepFailed } from './step.ts'

/**
 * The time is fixed when the run arrives. Only an event that moves the wait changes it: then it is decided again, by
 * that event. If the time has already passed, the run does not wait.
 */
export const wait: Step<'wait'> = (node, stepFacts) => {
  const { resumed, now, facts } = stepFacts
  if (resumed !== undefined && resumed.kind !== 'retry' && resumed.kind !== 'moved') return go(node.next, {})
  const event = movedBy(node, stepFacts)
  const moved = event === undefined ? undefined : { moved_by: event.id }
  const effects: Effect[] = event === undefined ? [] : [{ type: 'moved', event }]
  const decidedBy = event === undefined ? stepFacts : { ...stepFacts, facts: { ...facts, event } }
  const until = momentOf(node.until, decidedBy)
  const detail = { until: until.toISOString() }
  if (until <= now) return go(node.if_passed ?? node.next, { ...detail, ...moved, passed: true }, ...effects)
  return {
    kind: 'wait',
    until,
    waitingFor: { type: 'time', ...detail },
    effects,
    detail: { ...detail, ...moved },
  }
}

/** The last of the events that move this wait. */
function movedBy(
  { moves = [] }: NodeOf<'wait'>,
  { came, facts, resumed }: StepFacts,
): StoredEvent | undefined {
  return (
    came.findLast(event => moves.some(move => isListenedFor(move, { ...facts, event }))) ??
    (resumed?.kind === 'moved' ? resumed.event : undefined)
  )
}

function momentOf(until: NodeOf<'wait'>['until'], stepFacts: StepFacts): Date {
  const { now, facts } = stepFacts
  const { timeZone } = localisationOf(stepFacts)
  if ('at' in until) return new Date(until.at)
  if ('after' in until) return momentAfter(now, timeZone, until.after)
  if ('time' in until) return nextTimeOfDay(now, timeZone, until.time)
  if ('moment' in until) return momentFromData(until.moment, stepFacts)
  const hours = facts.venue?.opening_hours ?? null
  // A venue without opening hours counts as open.
  if (hours === null) return now
  const opening = nextOpening(now, timeZone, hours)
  if (opening === undefined) {
    throw new StepFailed(
      'never_open',
      'By its opening hours the venue does not open within the next 400 days.',
    )
  }
  return opening
}

function momentFromData(value: MomentFromData, stepFacts: StepFacts): Date {
  const moment = momentFrom(value, stepFacts.facts, localisationOf(stepFacts).timeZone)
  if (moment.ok) return moment.moment
  const { field, found } = moment
  throw new StepFailed(
    'unreadable_moment',
    found === null
      ? `There is nothing to wait for: "${field}" is missing.`
      : `There is nothing to wait for: "${field}" is ${JSON.stringify(found)}, which is no date such as 2026-03-01T19:30.`,
    { field, found },
  )
}
