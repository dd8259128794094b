import { expect, test } from 'vitest'
import { idAt } from './id-at.ts'
import { isStoredId, newId, setTrueTime, storedId } from './ids.ts'

test('an id may be written in any case, and is stored in lower case', () => {
  const id = newId()
  expect(storedId(id.toUpperCase())).toBe(id)
  expect([isStoredId(id), isStoredId(id.toUpperCase())]).toEqual([true, false])
})

test.each(['', 'x', `${newId()}0`, `${newId()}\n`, newId().replaceAll('-', ''), `'${newId()}'`])(
  '%j is no id',
  text => {
    expect([storedId(text), isStoredId(text)]).toEqual([undefined, false])
  },
)

test('ids are in the order in which they were given, also within a millisecond', () => {
  const ids = Array.from({ length: 1_000 }, newId)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids.map(id => id.slice(0, 13))).size).toBeLessThan(ids.length)
})

test('ids have the true time when the clock of the process is far off, and else their own', () => {
  const year = 365 * 86_400_000
  try {
    for (const off of [0, 3 * year, -3 * year]) {
      setTrueTime(Date.now() + off - performance.now())
      const before = idAt(new Date(Date.now() + off - 1_000))
      const ids = Array.from({ length: 100 }, newId)
      const after = idAt(new Date(Date.now() + off + 1_000))
      for (const id of ids) {
        expect(isStoredId(id)).toBe(true)
        expect([id > before, id < after, id[14]]).toEqual([true, true, '7'])
      }
      expect(new Set(ids).size).toBe(100)
    }
  } finally {
    setTrueTime(Date.now() - performance.now())
  }
})
