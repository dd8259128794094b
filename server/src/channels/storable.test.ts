import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storableJson, storableText } from './storable.ts'

test('JSON that can be stored stays as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 5 }), value => {
      const text = JSON.stringify(value).replaceAll('\\u0000', '')
      expect(storableJson(text)).toEqual(JSON.parse(text))
    }),
  )
})

test('no text leaves NUL or half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(storableText(text)).not.toContain('\0')
      expect(storableText(text).isWellFormed()).toBe(true)
    }),
  )
})

test.each(['', 'no', '{"a":', '['.repeat(65) + ']'.repeat(65), '['.repeat(65_536)])(
  'is no JSON to store: %.20s',
  text => {
    expect(storableJson(text)).toBeUndefined()
  },
)
