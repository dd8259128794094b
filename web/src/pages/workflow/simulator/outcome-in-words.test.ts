import { expect, test } from 'vitest'
import { changesInWords } from './outcome-in-words.ts'

test('only the changed fields of a guest are shown', () => {
  expect(
    changesInWords(
      { name: 'Ada', points: 0, tags: [], attributes: { level: 'new', old: true } },
      { name: 'Ada', points: 50, tags: ['vip'], attributes: { level: 'gold', old: true } },
    ),
  ).toEqual(['points: 0 → 50', 'tags: nothing → vip', 'attributes level: new → gold'])
})
