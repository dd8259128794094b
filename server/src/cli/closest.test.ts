import { expect, test } from 'vitest'
import { closest, editDistance } from './closest.ts'

test.each([
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
  ['status', 'status', 0],
  ['stats', 'status', 1],
])('the distance from "%s" to "%s" is %i', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance)
  expect(editDistance(b, a)).toBe(distance)
})

test.each([
  ['stats', 'status'],
  ['serv', 'serve'],
  ['keys creat', 'keys create'],
  ['doc', 'doctor'],
  ['frobnicate', undefined],
  ['x', undefined],
])('"%s" probably means %s', (word, meant) => {
  expect(closest(word, ['serve', 'status', 'doctor', 'keys create'])).toBe(meant)
})
