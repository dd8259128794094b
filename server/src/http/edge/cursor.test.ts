import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trials } from '../../../../tests/support/trials.ts'
import { Refusal } from '../refusal.ts'
import { readCursor, writeCursor } from './cursor.ts'

const key = randomBytes(32)

test('a cursor is read as it was written, whatever it points at', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string(), (after, list) => {
      expect(readCursor(key, list, writeCursor(key, list, after))).toBe(after)
    }),
  )
})

test('no bit of it can be changed, and no list be exchanged', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(), fc.constantFrom('guests', 'venues'), (after, random, list) => {
      const bytes = Buffer.from(writeCursor(key, list, after), 'base64url')
      const bit = random % (bytes.length * 8)
      bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7))
      expect(() => readCursor(key, list, bytes.toString('base64url'))).toThrow(Refusal)
      expect(() => readCursor(key, `${list} `, writeCursor(key, list, after))).toThrow(Refusal)
    }),
    { numRuns: trials(1_000, 10_000) },
  )
})

test('anything else is refused, and nothing else is thrown', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(() => readCursor(key, 'guests', text)).toThrow(Refusal)
    }),
    { numRuns: trials(1_000, 10_000) },
  )
})

test('no cursor is the beginning', () => {
  expect(readCursor(key, 'guests', undefined)).toBeUndefined()
})
