import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Codes of an authenticator app: RFC 6238 with SHA-1, six digits and steps of 30 seconds, which is what every app
 * understands.
 */

const STEP_SECONDS = 30
const DIGITS = 6
/** A code of the step before or after counts: clocks differ, and typing takes time. */
const DRIFT = 1

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits, as the RFC recommends, in base32. */
export const newTotpSecret = (): string => toBase32(randomBytes(20))

export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1_000 / STEP_SECONDS)

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) as number) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step that a code belongs to, if it is one of now. */
export function matchingStep(secret: string, code: string, now: Date): number | undefined {
  const given = Buffer.from(code)
  let found: number | undefined
  for (let step = stepAt(now) - DRIFT; step <= stepAt(now) + DRIFT; step++) {
    const expected = Buffer.from(totpCode(secret, step))
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step
  }
  return found
}

/** What an app reads from the QR code. */
export function totpUri(secret: string, account: string): string {
  const parameters = new URLSearchParams({ secret, issuer: 'Millrace', digits: String(DIGITS) })
  return `otpauth://totp/${encodeURIComponent(`Millrace:${account}`)}?${parameters}`
}

export function toBase32(bytes: Buffer): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    bits += 8
    for (; bits >= 5; bits -= 5) text += LETTERS.charAt((held >> (bits - 5)) & 31)
  }
  return bits === 0 ? text : text + LETTERS.charAt((held << (5 - bits)) & 31)
}

export function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const letter of text) {
    held = ((held << 5) | LETTERS.indexOf(letter)) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >> bits) & 0xff)
    }
  }
  return Buffer.from(bytes)
}
