import { expect, test } from 'vitest'
import { operatorsFor } from './comparisons.ts'

test('a field is offered the comparisons of its kind, and the one that it has', () => {
  const offered = (path: string) => operatorsFor(path, 'equals').plain.map(({ value }) => value)
  expect(offered('guest.points')).toContain('at_least')
  expect(offered('guest.name')).not.toContain('at_least')
  expect(offered('guest.tags')).toEqual([
    'equals',
    'contains',
    'not_contains',
    'one_of',
    'none_of',
    'exists',
    'not_exists',
  ])
  expect(offered('webhooks.crm.status')).not.toContain('contains')
  expect(offered('event.parameters.spend')).toHaveLength(13)
})

test('comparisons of dates are offered where there can be a date', () => {
  const dates = (path: string) => operatorsFor(path, 'equals').dates.length
  expect(dates('event.parameters.booked_for')).toBe(8)
  expect(dates('now')).toBe(8)
  expect(dates('guest.facts.last_visit')).toBe(8)
  expect(dates('guest.facts_here.first_visit')).toBe(8)
  expect(dates('guest.name')).toBe(0)
  expect(dates('guest.points')).toBe(0)
})
