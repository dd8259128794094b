import { expect, test } from 'vitest'
import { type Allowance, type Effect, type NewMessage, unlimited } from '#steps/step.ts'
import { spent } from './allowance.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const before = new Date('2026-02-28T12:00:00.000Z')
const by = { workflowId: 'w', nodeId: 'n' }
const budget: Allowance = {
  sent: { email: [before], sms: [] },
  left: { points: 100, sms: 5 },
  given: [{ ...by, points: 1, at: before }],
}
const after = (effect: Effect, allowance = budget) => spent(allowance, effect, by, now)
const points = (amount: number, limited = false): Effect => ({
  type: 'points',
  points: amount,
  reason: null,
  ...(limited ? { limited } : {}),
})
const message = (given: Partial<NewMessage>): Effect => ({
  type: 'message',
  message: { id: 'm', recipient: 'x', kept: false, channel: 'email', content: {}, ...given } as NewMessage,
})

test('points that are given are taken from the budget; those that are deducted do not refill it', () => {
  expect(after(points(30))).toEqual({ ...budget, left: { points: 70, sms: 5 } })
  expect(after(points(-30))).toBe(budget)
  expect(after(points(0, true))).toBe(budget)
})

test('what a step with a limit gave is remembered, with and without a budget', () => {
  const given = [...budget.given, { ...by, points: 30, at: now }]
  expect(after(points(30, true))).toEqual({ ...budget, left: { points: 70, sms: 5 }, given })
  expect(after(points(30, true), unlimited)).toEqual({
    ...unlimited,
    given: [{ ...by, points: 30, at: now }],
  })
  expect(after(points(30), unlimited)).toBe(unlimited)
})

test('a message counts for its channel, and an SMS for its budget', () => {
  expect(after(message({ channel: 'email' }))).toEqual({
    ...budget,
    sent: { email: [before, now], sms: [] },
  })
  expect(after(message({ channel: 'sms' } as never))).toEqual({
    ...budget,
    sent: { email: [before], sms: [now] },
    left: { points: 100, sms: 4 },
  })
  expect(after(message({ channel: 'sms' } as never), unlimited)).toEqual({
    ...unlimited,
    sent: { email: [], sms: [now] },
  })
})

test('what the guest asked for is charged and does not count as marketing', () => {
  expect(after(message({ channel: 'sms', transactional: true } as never))).toEqual({
    ...budget,
    left: { points: 100, sms: 4 },
  })
})

test('what is not sent to the guest costs nothing', () => {
  expect(after(message({ channel: 'webhook' } as never))).toBe(budget)
  expect(after(message({ channel: 'sms', forStaff: true } as never))).toBe(budget)
  expect(after({ type: 'tag', tag: 'vip', present: true })).toBe(budget)
})
