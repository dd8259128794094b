import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base62, LETTERS } from './base62.ts'

/** By the definition: the number, divided by 62 for each letter. */
function byDefinition(bytes: Buffer, length: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  const letters = Array.from({ length }, () => {
    const letter = LETTERS.charAt(Number(rest % 62n))
    rest /= 62n
    return letter
  })
  return letters.reverse().join('')
}

test('bytes are written in the letters of their number', () => {
  expect(base62(Buffer.from([0, 61]), 2)).toBe('0z')
  expect(base62(Buffer.from([0, 62]), 2)).toBe('10')
  expect(base62(Buffer.alloc(32), 43)).toBe('0'.repeat(43))
  expect(base62(Buffer.alloc(32, 255), 43)).toBe(byDefinition(Buffer.alloc(32, 255), 43))
})

test('no bit is lost, whatever the bytes: the letters are those of the definition', () => {
  const ofSize = (size: number) => fc.uint8Array({ minLength: size, maxLength: size }).map(Buffer.from)
  fc.assert(
    fc.property(ofSize(32), ofSize(16), fc.integer({ min: 1, max: 60 }), (secret, name, length) => {
      expect(base62(secret, 43)).toBe(byDefinition(secret, 43))
      expect(base62(name, 21)).toBe(byDefinition(name, 21))
      expect(base62(secret, length)).toBe(byDefinition(secret, length))
    }),
    { numRuns: 200 },
  )
})
