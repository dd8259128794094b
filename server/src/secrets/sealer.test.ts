import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CannotOpen, createSealer, type SealContext } from './sealer.ts'

const old = 'the old master key, long enough to be one'
const next = 'the next master key, long enough to be one'
const sealer = createSealer({ current: old, previous: [] })
const rotated = createSealer({ current: next, previous: [old] })

const part = fc.string({ unit: 'grapheme', maxLength: 20 })
const context = fc.record({ organisationId: part, table: part, column: part, id: part })
const text = fc.string({ unit: 'grapheme' })
const place: SealContext = { organisationId: 'o', table: 'channels', column: 'password', id: 'i' }

test('what was sealed opens in its place, and no two sealings look alike', () => {
  fc.assert(
    fc.property(text, context, (plain, where) => {
      const sealed = sealer.seal(plain, where)
      expect(sealer.open(sealed, where)).toBe(plain)
      expect(sealer.seal(plain, where)).not.toBe(sealed)
    }),
  )
})

test('it opens in no other row, column, table or organisation', () => {
  fc.assert(
    fc.property(text, context, context, (plain, here, elsewhere) => {
      const sealed = sealer.seal(plain, here)
      for (const key of ['organisationId', 'table', 'column', 'id'] as const) {
        fc.pre(here[key] !== elsewhere[key])
        expect(() => sealer.open(sealed, { ...here, [key]: elsewhere[key] })).toThrow(CannotOpen)
      }
    }),
  )
})

test('parts of the place do not run into each other', () => {
  const sealed = sealer.seal('secret', { ...place, table: 'ab', column: 'c' })
  expect(() => sealer.open(sealed, { ...place, table: 'a', column: 'bc' })).toThrow(CannotOpen)
})

test('no changed letter goes unnoticed, and no cut end', () => {
  const sealed = sealer.seal('a secret', place)
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.constantFrom(...'AZaz09-_.+ '), (at, letter) => {
      fc.pre(sealed[at] !== letter)
      expect(() => sealer.open(sealed.slice(0, at) + letter + sealed.slice(at + 1), place)).toThrow(
        CannotOpen,
      )
      expect(() => sealer.open(sealed.slice(0, at), place)).toThrow(CannotOpen)
    }),
  )
})

test('what comes in any other form does not open', () => {
  fc.assert(
    fc.property(fc.string(), junk => {
      expect(() => sealer.open(junk, place)).toThrow(CannotOpen)
    }),
  )
})

test('the sealed text holds neither the secret nor a key', () => {
  const sealed = sealer.seal('correct horse battery staple', place)
  const bytes = Buffer.from(sealed.split('.')[2] as string, 'base64url')
  for (const hidden of ['correct horse', old]) {
    expect(sealed).not.toContain(hidden)
    expect(bytes.includes(hidden)).toBe(false)
  }
})

test('after a change of the master key the old values open, are known as old, and are resealed', () => {
  const sealed = sealer.seal('a secret', place)
  expect(sealer.needsReseal(sealed)).toBe(false)
  expect(rotated.needsReseal(sealed)).toBe(true)
  const again = rotated.seal(rotated.open(sealed, place), place)
  expect(rotated.needsReseal(again)).toBe(false)
  expect(createSealer({ current: next, previous: [] }).open(again, place)).toBe('a secret')
})

test('the old key opens nothing that was resealed, and the error names the key that would', () => {
  const again = rotated.seal('a secret', place)
  expect(() => sealer.open(again, place)).toThrow(/another master key \([\w-]{11}\)/)
})

test('errors hold neither the secret nor the sealed text', () => {
  const sealed = sealer.seal('a secret', place)
  let message = ''
  try {
    sealer.open(sealed, { ...place, id: 'other' })
  } catch (error) {
    message = String(error)
  }
  expect(message).toContain('channels.password')
  for (const hidden of ['a secret', sealed]) expect(message).not.toContain(hidden)
})
