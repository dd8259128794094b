import { expect, test } from 'vitest'
import { isFound } from './is-found.ts'

test('finds by the beginnings of words, in any order and case', () => {
  const name = 'Marketplace › API Keys'
  for (const typed of ['', 'api', 'KEY', 'keys api', 'mar k', '›']) expect(isFound(name, typed)).toBe(true)
  for (const typed of ['place', 'api members', 'x']) expect(isFound(name, typed)).toBe(false)
})
