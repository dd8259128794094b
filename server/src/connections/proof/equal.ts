import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Whether one of the given values is one of the expected. All are compared, whatever comes out, so that the time it takes
 * says nothing about which one it was or how much of it was right.
 */
export function anyEqual(given: readonly Buffer[], expected: readonly Buffer[]): boolean {
  let equal = false
  for (const one of given) {
    for (const other of expected) equal = sameBytes(one, other) || equal
  }
  return equal
}

/** Hashed first, because the comparison needs values of one length, and the length is a secret too. */
const sameBytes = (one: Buffer, other: Buffer): boolean => timingSafeEqual(sha256(one), sha256(other))

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
