import { expect, test } from 'vitest'
import { createPlaces, MOST_OF_A_MEMBER, MOST_OF_AN_ORGANISATION } from './places.ts'

test('live streams are bounded for each member, and for each organisation', () => {
  const places = createPlaces()
  const leave = Array.from({ length: MOST_OF_A_MEMBER }, () => places.take('o', 'ada'))
  expect(leave.every(one => one !== undefined)).toBe(true)
  expect(places.take('o', 'ada')).toBeUndefined()
  expect(places.take('other', 'ada')).toBeDefined()
  leave[0]?.()
  leave[0]?.()
  expect(places.take('o', 'ada')).toBeDefined()
  expect(places.take('o', 'ada')).toBeUndefined()
  const others = MOST_OF_AN_ORGANISATION - MOST_OF_A_MEMBER
  for (let n = 0; n < others; n++) expect(places.take('o', String(n))).toBeDefined()
  expect(places.take('o', 'one more')).toBeUndefined()
  expect(places.take('another', 'ben')).toBeDefined()
})
