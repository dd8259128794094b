import { expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { idAt } from './id-at.ts'

test('ids made before a moment are smaller than its id, and later ones greater', () => {
  const earlier = newId()
  const at = new Date(Number.parseInt(earlier.replaceAll('-', '').slice(0, 12), 16) + 1)
  expect(earlier < idAt(at)).toBe(true)
  expect(idAt(new Date(at.getTime() - 1)) <= earlier).toBe(true)
})

test.each([
  [-1, '00000000-0000-7000-8000-000000000000'],
  [8.64e15, 'ffffffff-ffff-7000-8000-000000000000'],
])('a time that no id can have is the first or the last: %d', (ms, id) => {
  expect(idAt(new Date(ms))).toBe(id)
})
