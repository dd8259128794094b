import { expect, test } from 'vitest'
import { readFlatJson } from './flat-json.ts'

test('an object of plain values is read', () => {
  expect(readFlatJson('{"spend": 4.5, "first": true, "note": null}')).toEqual({
    value: { spend: 4.5, first: true, note: null },
  })
})

test('anything else is a fault, in a sentence', () => {
  expect(readFlatJson('{"spend": ').fault).toBe('This is not valid JSON yet.')
  for (const text of ['[]', '1', 'null']) expect(readFlatJson(text).fault).toMatch(/must be an object/)
  expect(readFlatJson('{"a": 1, "list": []}').fault).toMatch(/“list”/)
})
