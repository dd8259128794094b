import type { Duration, NodeOf } from '@millrace/contract/workflow'
import type { Step } from './step.ts'

const MILLISECONDS = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const

/** A day is 24 hours here: a length of time has no time zone. */
export const milliseconds = (duration: Duration) => duration.amount * MILLISECONDS[duration.unit]

/** The moment is decided when the run arrives, and does not move afterwards. One that has passed is no wait. */
export const wait: Step<'wait'> = (node, { now, resumed }) => {
  if (resumed) return { kind: 'go', next: node.next, effects: [], detail: {} }
  const until = moment(node, now)
  const detail = { until: until.toISOString() }
  return until <= now ? { kind: 'go', next: node.next, effects: [], detail } : { kind: 'wait', until, detail }
}

function moment({ until }: NodeOf<'wait'>, now: Date): Date {
  return 'at' in until ? new Date(until.at) : new Date(now.getTime() + milliseconds(until.after))
}
