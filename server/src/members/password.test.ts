import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './password.ts'

test('a password is kept as a PHC string with the recommended cost, each time with another salt', async () => {
  const [one, two] = await Promise.all([
    hashPassword('correct horse battery'),
    hashPassword('correct horse battery'),
  ])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(two).not.toBe(one)
})

test('the right password is right, and any other is not', async () => {
  const stored = await hashPassword('correct horse battery')
  expect(await isPassword('correct horse battery', stored)).toBe(true)
  for (const wrong of ['', 'correct horse batterx', 'Correct horse battery', 'correct horse battery ']) {
    expect(await isPassword(wrong, stored)).toBe(false)
  }
})

test('letters typed in another way are the same letters', async () => {
  const stored = await hashPassword('caf\u00e9 at the harbour')
  expect(await isPassword('cafe\u0301 at the harbour', stored)).toBe(true)
})

test('it agrees with the reference implementation, also where that was given another cost', async () => {
  // From the tests of the reference implementation: 2 passes, 64 MiB, one lane.
  const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await isPassword('password', stored)).toBe(true)
  expect(await isPassword('passwords', stored)).toBe(false)
})

test('without an account, no password is right', async () => {
  expect(await isPassword('correct horse battery', undefined)).toBe(false)
})

test('a known device does not wait behind strangers', async () => {
  let pending = 8
  const strangers = Array.from({ length: pending }, () =>
    isPassword('a guess of a stranger', undefined).finally(() => {
      pending -= 1
    }),
  )
  expect(await isPassword('a guess from a known device', undefined, 'known')).toBe(false)
  expect(pending).toBeGreaterThan(0)
  await Promise.all(strangers)
})
