import type { Allowance, Effect } from '#steps/step.ts'

/** What is left after an effect. Deducted points do not refill the budget. */
export function spent(allowance: Allowance, effect: Effect, now: Date): Allowance {
  const { sent, left } = allowance
  if (effect.type === 'points' && effect.points > 0 && left.points !== null) {
    return { sent, left: { ...left, points: left.points - effect.points } }
  }
  if (effect.type !== 'message' || effect.message.channel === 'webhook' || effect.message.forStaff)
    return allowance
  const { channel, transactional } = effect.message
  return {
    sent: transactional ? sent : { ...sent, [channel]: [...sent[channel], now] },
    left: channel === 'sms' && left.sms !== null ? { ...left, sms: left.sms - 1 } : left,
  }
}
