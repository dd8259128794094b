import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase32, matchingStep, newTotpSecret, stepAt, toBase32, totpCode, totpUri } from './totp.ts'

/** RFC 6238, appendix B: the secret of its examples, and the last six of their eight digits. */
const secret = toBase32(Buffer.from('12345678901234567890'))
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %d seconds the code is %s', (seconds, code) => {
  expect(totpCode(secret, stepAt(new Date(seconds * 1_000)))).toBe(code)
})

test('a code counts in its own step, the one before and the one after', () => {
  const now = new Date(1_234_567_890_000)
  const at = stepAt(now)
  for (const step of [at - 1, at, at + 1]) {
    expect(matchingStep(secret, totpCode(secret, step), now)).toBe(step)
  }
  for (const step of [at - 2, at + 2]) {
    expect(matchingStep(secret, totpCode(secret, step), now)).toBeUndefined()
  }
  for (const wrong of ['', '5924', '0059240', 'abcdef', '00592４']) {
    expect(matchingStep(secret, wrong, now)).toBeUndefined()
  }
})

test('base32 comes back as it was', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), bytes => {
      expect(fromBase32(toBase32(Buffer.from(bytes)))).toEqual(Buffer.from(bytes))
    }),
  )
})

test('a secret has 160 bits, and its address names the account', () => {
  const fresh = newTotpSecret()
  expect(fresh).toMatch(/^[A-Z2-7]{32}$/)
  expect(totpUri(fresh, 'maya@example.com')).toBe(
    `otpauth://totp/Millrace%3Amaya%40example.com?secret=${fresh}&issuer=Millrace&digits=6`,
  )
})
