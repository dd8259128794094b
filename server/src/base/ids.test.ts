import { expect, test } from 'vitest'
import { isStoredId, newId, storedId } from './ids.ts'

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
