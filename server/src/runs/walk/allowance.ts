import type { Allowance, Effect, GivenPoints } from '#steps/step.ts'

/** What is left after an effect. Deducted points do not refill the budget. */
export function spent(
  allowance: Allowance,
  effect: Effect,
  by: Pick<GivenPoints, 'workflowId' | 'nodeId'>,
  now: Date,
): Allowance {
  const { sent, left, given } = allowance
  if (effect.type === 'points') {
    const { points, limited } = effect
    if (points <= 0 || (left.points === null && !limited)) return allowance
    return {
      sent,
      left: left.points === null ? left : { ...left, points: left.points - points },
      given: limited ? [...given, { ...by, points, at: now }] : given,
    }
  }
  if (effect.type !== 'message' || effect.message.channel === 'webhook' || effect.message.forStaff)
    return allowance
  const { channel, transactional } = effect.message
  return {
    sent: transactional ? sent : { ...sent, [channel]: [...sent[channel], now] },
    left: channel === 'sms' && left.sms !== null ? { ...left, sms: left.sms - 1 } : left,
    given,
  }
}
