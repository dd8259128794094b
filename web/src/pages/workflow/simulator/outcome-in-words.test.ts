import { expect, test } from 'vitest'
import { changesInWords, conditionsInWords } from './outcome-in-words.ts'

test('each comparison says what was expected and what was found', () => {
  expect(
    conditionsInWords([
      { field: 'event.parameters.spend', operator: 'greater_than', expected: 100, found: 42, holds: false },
      { field: 'guest.email', operator: 'exists', expected: null, found: 'a@example.com', holds: true },
    ]),
  ).toEqual([
    '✗ event.parameters.spend greater than 100: found 42',
    '✓ guest.email exists: found a@example.com',
  ])
})

test('only what is different about somebody is told', () => {
  expect(
    changesInWords(
      { name: 'Ada', points: 0, tags: [], attributes: { level: 'new', old: true } },
      { name: 'Ada', points: 50, tags: ['vip'], attributes: { level: 'gold', old: true } },
    ),
  ).toEqual(['points: 0 → 50', 'tags: nothing → vip', 'attributes level: new → gold'])
})
