import { expect, test } from 'vitest'
import { editsBetween, nearest } from './nearest.ts'

const known = ['limit', 'cursor', 'external_id', 'dry_run']

test.each([
  ['dryrun', 'dry_run'],
  ['dry-run', 'dry_run'],
  ['dryRun', 'dry_run'],
  ['Limit', 'limit'],
  ['limits', 'limit'],
  ['limti', 'limit'],
  ['curser', 'cursor'],
  ['externalId', 'external_id'],
  ['external', 'external_id'],
])('%s: %s was meant', (name, meant) => {
  expect(nearest(name, known)).toBe(meant)
})

test.each(['email', 'page', 'x', '', 'offset', '__proto__', 'z'.repeat(50_000)])(
  '%.20s is near nothing',
  name => {
    expect(nearest(name, known)).toBeUndefined()
  },
)

test('the nearest of several is taken', () => {
  expect(nearest('till2', ['tills', 'till'])).toBe('tills')
  expect(nearest('tilL', ['tills', 'till'])).toBe('till')
})

test.each([
  ['', '', 0],
  ['till', '', 4],
  ['', 'till', 4],
  ['till', 'till', 0],
  ['till', 'tills', 1],
  ['till', 'bill', 1],
  ['till', 'tlil', 1],
  ['kitten', 'sitting', 3],
])('%j and %j are %i edits apart', (from, to, edits) => {
  expect(editsBetween(from, to)).toBe(edits)
})
