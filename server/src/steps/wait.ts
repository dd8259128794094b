import type { NodeOf } from '@millrace/contract/node'
import type { MomentFromData } from '@millrace/contract/value'
import { momentAfter } from '#calendar/duration.ts'
import { nextTimeOfDay } from '#calendar/next-time-of-day.ts'
import { nextOpening } from '#calendar/opening-hours.ts'
import { momentFrom } from '#workflows/values/moment-value.ts'
import { localisationOf } from './localisation.ts'
import { go, type Step, type StepFacts, StepFailed } from './step.ts'

/**
 * The time is fixed when the run arrives, and does not move afterwards. If it has already passed, the run does not
 * wait.
 */
export const wait: Step<'wait'> = (node, stepFacts) => {
  if (stepFacts.resumed !== undefined && stepFacts.resumed.kind !== 'retry') return go(node.next, {})
  const until = momentOf(node.until, stepFacts)
  const detail = { until: until.toISOString() }
  if (until <= stepFacts.now) return go(node.if_passed ?? node.next, { ...detail, passed: true })
  return { kind: 'wait', until, waitingFor: { type: 'time', ...detail }, effects: [], detail }
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
