import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'

const shown = (document: unknown) =>
  linesOf(document).map(({ depth, name, kind, text }) => `${'  '.repeat(depth)}${name ?? ''} ${kind} ${text}`)

test('each value, list and object is a line, with the way to it', () => {
  expect(shown({ type: 'sale', guest: { email: null }, lines: [{ price: 1 }] })).toEqual([
    '  type value "sale"',
    '  guest object ',
    '    email value null',
    '  lines list list of 1',
    '    0 object ',
    '      price value 1',
  ])
  expect(linesOf({ a: { b: [1] } }).map(({ way }) => way)).toEqual([['a'], ['a', 'b'], ['a', 'b', 0]])
})

test('long lists, texts and deliveries are cut, and say so', () => {
  expect(shown([1, 2, 3, 4, 5])).toEqual([
    ' list list of 5',
    '  0 value 1',
    '  1 value 2',
    '  2 value 3',
    '   more … 2 more',
  ])
  expect(linesOf({ a: 'x'.repeat(500) })[0]?.text.length).toBeLessThan(100)
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, number) => [`p${number}`, 1]))
  expect(linesOf(many)).toHaveLength(501)
  expect(linesOf(many).at(-1)?.text).toBe('… and more')
})

test('what is no object is a value to point at', () => {
  expect(shown('text')).toEqual([' value "text"'])
})
