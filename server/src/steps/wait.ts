import type { NodeOf } from '@millrace/contract/node'
import { momentAfter } from '#calendar/duration.ts'
import { nextTimeOfDay } from '#calendar/next-time-of-day.ts'
import { nextOpening } from '#calendar/opening-hours.ts'
import { placeOf } from './place.ts'
import { go, type Step, type StepContext, StepFailed } from './step.ts'

/** The moment is decided when the run arrives, and does not move afterwards. One that has passed is no wait. */
export const wait: Step<'wait'> = (node, context) => {
  if (context.resumed !== undefined && context.resumed.kind !== 'retry') return go(node.next, {})
  const until = momentOf(node.until, context)
  const detail = { until: until.toISOString() }
  if (until <= context.now) return go(node.next, detail)
  return { kind: 'wait', until, waitingFor: { type: 'time', ...detail }, effects: [], detail }
}

function momentOf(until: NodeOf<'wait'>['until'], context: StepContext): Date {
  const { now, facts } = context
  const { timeZone } = placeOf(context)
  if ('at' in until) return new Date(until.at)
  if ('after' in until) return momentAfter(now, timeZone, until.after)
  if ('time' in until) return nextTimeOfDay(now, timeZone, until.time)
  const hours = facts.venue?.opening_hours ?? null
  // Where nobody has said when the venue is open, it is.
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
