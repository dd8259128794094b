import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trials } from '../../../tests/support/trials.ts'
import { fingerprint } from './idempotency.ts'

const same = (a: unknown, b: unknown) => fingerprint('/path', a).equals(fingerprint('/path', b))

/** The same value with the keys of every object in another order. */
function reordered(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(reordered)
  const copy = Object.create(null)
  for (const [key, inner] of Object.entries(value).toReversed()) {
    Object.defineProperty(copy, key, { value: reordered(inner), enumerable: true })
  }
  return copy
}

test('two bodies that differ in the order of their keys are the same request', () => {
  fc.assert(
    fc.property(fc.jsonValue(), body => same(body, reordered(body))),
    { numRuns: trials(500, 2_000) },
  )
})

test('two bodies that say something else are two requests', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const equal = JSON.stringify(sortedDeeply(a)) === JSON.stringify(sortedDeeply(b))
      expect(same(a, b)).toBe(equal)
    }),
    { numRuns: trials(1_000, 5_000) },
  )
})

test.each([
  ['an object and the list of its pairs', { a: 1 }, [['a', 1]]],
  ['an object and what stands for it inside', { a: 1 }, ['object', ['a', 1]]],
  ['a list and what stands for it inside', [1], ['list', 1]],
  ['a number and its text', { a: 1 }, { a: '1' }],
  ['null and nothing', { a: null }, {}],
  ['a key __proto__ and none', JSON.parse('{"__proto__":1}'), {}],
  ['the order of a list', [1, 2], [2, 1]],
])('not the same: %s', (_what, a, b) => {
  expect(same(a, b)).toBe(false)
})

test('the same body at another address is another request', () => {
  expect(fingerprint('/a', {}).equals(fingerprint('/b', {}))).toBe(false)
})

test('a fingerprint is the same in every release: answers are kept for a week', () => {
  expect(fingerprint('/v1/events', { b: [1, {}], a: null }).toString('hex')).toBe(
    '6ccef3e76a4696590580fb0a1c5daacbc22a0ede5d91d54041820d0abb2034b2',
  )
})

/** Written in another way than the code under test: objects stay objects, with their keys in order. */
function sortedDeeply(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(sortedDeeply)
  const copy = Object.create(null)
  for (const key of Object.keys(value).sort()) {
    const inner = sortedDeeply((value as Record<string, unknown>)[key])
    Object.defineProperty(copy, key, { value: inner, enumerable: true })
  }
  return copy
}
