import { type Decision, go, type Resumption, StepFailed } from './step.ts'

type Settled = Extract<Resumption, { kind: 'delivered' | 'undelivered' }>

/** A message that could not be delivered fails the run, where a person can have it try again. */
export function settleDelivery(next: string, settled: Settled): Decision {
  if (settled.kind === 'delivered') return go(next, { delivery: settled.detail })
  throw undelivered(settled)
}

export const undelivered = ({ code, message, detail }: Extract<Resumption, { kind: 'undelivered' }>) =>
  new StepFailed(code, message, { delivery: detail })

/** Held back until the quiet hours are over; everything is asked again then. */
export function heldUntil(until: Date): Decision {
  return {
    kind: 'wait',
    until,
    waitingFor: { type: 'quiet_hours', until: until.toISOString() },
    effects: [],
    detail: { held_until: until.toISOString() },
  }
}
