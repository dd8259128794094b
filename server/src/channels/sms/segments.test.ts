import fc from 'fast-check'
import { expect, test } from 'vitest'
import { smsSegments } from './segments.ts'

test.each([
  ['', 'GSM-7', 0, 0],
  ['Hello', 'GSM-7', 1, 5],
  ['a'.repeat(160), 'GSM-7', 1, 160],
  ['a'.repeat(161), 'GSM-7', 2, 161],
  ['a'.repeat(306), 'GSM-7', 2, 306],
  ['a'.repeat(307), 'GSM-7', 3, 307],
  ['€'.repeat(80), 'GSM-7', 1, 160],
  ['€'.repeat(81), 'GSM-7', 2, 162],
  [`${'a'.repeat(152)}€${'a'.repeat(153)}`, 'GSM-7', 3, 307],
  ['Grüße, è £5 {10%}', 'GSM-7', 1, 19],
  ['ł'.repeat(70), 'UCS-2', 1, 70],
  ['ł'.repeat(71), 'UCS-2', 2, 71],
  [`${'a'.repeat(159)}ł`, 'UCS-2', 3, 160],
  ['😀'.repeat(35), 'UCS-2', 1, 70],
  [`${'ł'.repeat(66)}😀${'ł'.repeat(66)}`, 'UCS-2', 3, 134],
])('%j goes as %s in %i parts', (text, encoding, segments, units) => {
  expect(smsSegments(text)).toEqual({ encoding, segments, units })
})

test('a longer text never takes fewer parts', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.string({ unit: 'grapheme' }),
      (text, more) => {
        expect(smsSegments(text + more).segments).toBeGreaterThanOrEqual(smsSegments(text).segments)
      },
    ),
  )
})
