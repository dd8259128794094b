import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashCredential, newClientId, newSecret, newToken, wellFormed } from './credential.ts'

test('a secret and a token have their prefix, 43 letters and a checksum, and are never the same', () => {
  expect(newSecret()).toMatch(/^mrsk_[0-9A-Za-z]{49}$/)
  expect(newToken()).toMatch(/^mrat_[0-9A-Za-z]{49}$/)
  expect(newClientId()).toMatch(/^mrid_[0-9A-Za-z]{21}$/)
  expect(new Set(Array.from({ length: 50 }, newToken)).size).toBe(50)
  expect(new Set(Array.from({ length: 50 }, newClientId)).size).toBe(50)
})

test('every letter of the random part is used', () => {
  const letters = new Set(Array.from({ length: 200 }, () => newToken().slice(5, -6)).join(''))
  expect(letters.size).toBe(62)
})

test('what we issued is well formed as what it is, and as nothing else', () => {
  for (let issued = 0; issued < 50; issued++) {
    expect(wellFormed('mrat', newToken())).toBe(true)
    expect(wellFormed('mrsk', newSecret())).toBe(true)
  }
  expect(wellFormed('mrsk', newToken())).toBe(false)
  expect(wellFormed('mrat', newSecret())).toBe(false)
})

test('the checksum is CRC-32 in base 62: what was issued before stays well formed', () => {
  for (const letter of ['0', 'A', 'z'])
    expect(wellFormed('mrat', `mrat_${letter.repeat(43)}${checksumOf(letter.repeat(43))}`)).toBe(true)
})

/** By the definition of CRC-32, as zlib computes it. */
function checksumOf(text: string): string {
  let crc = 0xffffffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  let rest = (crc ^ 0xffffffff) >>> 0
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  let written = ''
  for (let place = 0; place < 6; place++) {
    written = letters[rest % 62] + written
    rest = Math.floor(rest / 62)
  }
  return written
}

test('one letter more, less or other is noticed', () => {
  const token = newToken()
  for (const text of [`${token}0`, token.slice(0, -1), ` ${token}`, `${token}\n`, `x${token}`, ''])
    expect(wellFormed('mrat', text), JSON.stringify(text)).toBe(false)
  for (const place of [5, 20, 47, 53]) {
    const other = token[place] === 'A' ? 'B' : 'A'
    expect(wellFormed('mrat', token.slice(0, place) + other + token.slice(place + 1)), token).toBe(false)
  }
})

test('the hash is SHA-256 of all of it', () => {
  expect(hashCredential('mrat_x')).toEqual(createHash('sha256').update('mrat_x').digest())
})
