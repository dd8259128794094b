import { expect, test } from 'vitest'
import { readFlat } from './flat-json.ts'

test('an object of plain values is read', () => {
  expect(readFlat('{"spend": 4.5, "first": true, "note": null}')).toEqual({
    value: { spend: 4.5, first: true, note: null },
  })
})

test('anything else is told in a sentence', () => {
  expect(readFlat('{"spend": ').fault).toBe('This is no JSON yet.')
  for (const text of ['[]', '1', 'null']) expect(readFlat(text).fault).toMatch(/must be an object/)
  expect(readFlat('{"a": 1, "list": []}').fault).toMatch(/“list”/)
})
