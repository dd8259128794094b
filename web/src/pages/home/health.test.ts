import { expect, test } from 'vitest'
import { budgetTone, isBehind, upTo, venuesOf } from './health.ts'

test('what is counted up to a thousand says so', () => {
  expect([upTo(7), upTo(999), upTo(1_000)]).toEqual(['7', '999', '1,000+'])
})

test('the queue is behind once the oldest has waited for more than a minute', () => {
  const now = Date.parse('2026-03-01T12:02:00Z')
  expect(isBehind('2026-03-01T12:01:00Z', now)).toBe(false)
  expect(isBehind('2026-03-01T12:00:59Z', now)).toBe(true)
})

test('a budget is worth a look before it is used up', () => {
  const sms = { kind: 'sms', limit: 100 } as const
  expect(budgetTone([])).toBe('quiet')
  expect(budgetTone([{ ...sms, used: 89 }])).toBe('good')
  expect(
    budgetTone([
      { ...sms, used: 0 },
      { kind: 'points', used: 90, limit: 100 },
    ]),
  ).toBe('warn')
})

test('each venue is a row once, by name', () => {
  const at = (serial: string, name: string) => ({
    serial,
    name,
    last_seen_at: '2026-03-01T12:00:00Z',
    silent: false,
  })
  const sources = [
    { source: 'till', venues: [at('Q', 'Quay'), at('A', 'Attic')] },
    { source: 'booking', venues: [at('Q', 'Quay')] },
  ]
  const health = { sources, venues: 2, silent: 0, retrying: 0, failed: 0, budgets: [] }
  expect(venuesOf({ ...health, queue: { waiting: 0, oldest_at: null } })).toEqual([
    { serial: 'A', name: 'Attic' },
    { serial: 'Q', name: 'Quay' },
  ])
})
