import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'
import { operation } from './operation.ts'

const at = (path: `/${string}`) =>
  operation({ method: 'GET', path, access: 'public', summary: 'x', answers: { 200: { description: 'x' } } })

test('joins areas, in their order, to a value that cannot be changed', () => {
  const all = catalogue({ b: at('/b'), a: at('/a') }, { c: at('/c') })
  expect(Object.keys(all)).toEqual(['b', 'a', 'c'])
  expect(Object.isFrozen(all)).toBe(true)
  expect(Object.isFrozen(all.a)).toBe(true)
})

test('refuses a name that is taken', () => {
  expect(() => catalogue({ a: at('/a') }, { a: at('/b') })).toThrow('Two operations are called a.')
})

test('refuses an address that is taken', () => {
  expect(() => catalogue({ a: at('/a') }, { b: at('/a') })).toThrow('Two operations are at GET /a.')
})
