import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prettyJson } from './pretty-json.ts'

test('keeps on one line what fits there', () => {
  expect(prettyJson({ serials: ['HARBOUR-01'], parameters: {} })).toBe(
    '{ "serials": ["HARBOUR-01"], "parameters": {} }',
  )
  expect(prettyJson({ a: 'x'.repeat(40), b: ['y'.repeat(30)] })).toBe(
    `{\n  "a": "${'x'.repeat(40)}",\n  "b": ["${'y'.repeat(30)}"]\n}`,
  )
})

test('is the same JSON as before', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(JSON.parse(prettyJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
