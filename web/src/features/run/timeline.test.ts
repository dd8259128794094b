import { expect, test } from 'vitest'
import { lengthInWords, spanOf } from './timeline.ts'

const at = (seconds: number) => new Date(seconds * 1_000).toISOString()
const axis = { begin: 0, end: 10_000 }

test('a span is placed on the axis by its times', () => {
  expect(spanOf(at(0), at(5), axis)).toEqual({ from: 0, width: 50 })
  expect(spanOf(at(5), null, axis)).toEqual({ from: 50, width: 50 })
})

test('what took no time can still be seen, and stays on the axis', () => {
  expect(spanOf(at(10), at(10), axis)).toEqual({ from: 99.4, width: 0.6 })
  expect(spanOf(at(0), at(0), { begin: 0, end: 0 })).toEqual({ from: 0, width: 0.6 })
})

test('lengths are shown in the largest unit that fits', () => {
  expect([3, 999, 1_500, 12_000, 90_000, 9_000_000, 259_200_000].map(lengthInWords)).toEqual([
    '3 ms',
    '999 ms',
    '1.5 s',
    '12 s',
    '1.5 min',
    '2.5 h',
    '3 d',
  ])
})
