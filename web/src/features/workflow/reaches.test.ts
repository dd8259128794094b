import { expect, test } from 'vitest'
import { reaches } from './reaches.ts'

const workflow = (draft: readonly string[] | undefined, live?: readonly string[]) =>
  ({
    draft: { document: { trigger: { source: 'till', venues: draft } } },
    published: live === undefined ? null : { definition: { trigger: { source: 'till', venues: live } } },
  }) as unknown as Parameters<typeof reaches>[1]

test.each([
  ['every venue', null, workflow(undefined), true],
  ['the same venue', ['QUAY'], workflow(['QUAY'], ['QUAY']), true],
  ['a workflow for all venues', ['QUAY'], workflow(undefined), false],
  ['a draft for another venue too', ['QUAY'], workflow(['QUAY', 'HARBOUR'], ['QUAY']), false],
  ['a live version for another venue', ['QUAY'], workflow(['QUAY'], ['HARBOUR']), false],
  ['an empty list, which stands for all', ['QUAY'], workflow([]), false],
])('%s', (_case, own, whole, expected) => {
  expect(reaches(own, whole)).toBe(expected)
})

test('a workflow without a draft or a live version is nobody’s yet', () => {
  expect(reaches(['QUAY'], { draft: { document: null }, published: null } as never)).toBe(true)
})
