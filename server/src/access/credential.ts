import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { base62, LETTERS } from './base62.ts'

/**
 * The format of every secret that we issue: a prefix that scanners for leaked secrets can look for, 256 random bits,
 * and a checksum that recognises a mistyped or truncated one without asking the database.
 */
export type CredentialKind = 'mrid' | 'mrsk' | 'mrat'

const RANDOM_LENGTH = 43
const CHECKSUM_LENGTH = 6
const shape = new RegExp(`^(mrsk|mrat)_([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`)

export const newSecret = () => checked('mrsk', randomBytes(32))
export const newToken = () => checked('mrat', randomBytes(32))
/** Not secret: 21 letters are plenty for a name that does not have to be hard to guess. */
export const newClientId = () => `mrid_${base62(randomBytes(16), 21)}`

export function wellFormed(kind: 'mrsk' | 'mrat', text: string): boolean {
  const match = shape.exec(text)
  return match !== null && match[1] === kind && match[3] === checksum(match[2] as string)
}

/** Random bits need no slow hash and no salt. */
export const hashCredential = (text: string): Buffer => hash('sha256', text, 'buffer')

function checked(kind: 'mrsk' | 'mrat', bits: Buffer): string {
  const random = base62(bits, RANDOM_LENGTH)
  return `${kind}_${random}${checksum(random)}`
}

/**
 * 62^6 is more than 2^32, so six letters hold every CRC-32. Checked on every request, therefore without big integers.
 */
function checksum(random: string): string {
  let rest = crc32(random)
  let text = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    text = LETTERS.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text
}
