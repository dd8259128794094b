import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedactor, redactUrl } from './redact.ts'

test('an address loses its password and query values that look like credentials, and keeps the rest', () => {
  expect(redactUrl('https://u:p@example.com/a?token=1&venue=7&key=2')).toBe(
    'https://redacted:redacted@example.com/a?token=redacted&venue=7&key=redacted',
  )
  expect(redactUrl('https://example.com/a?b=c%20d')).toBe('https://example.com/a?b=c%20d')
  expect(redactUrl('no address with secret')).toBe('[redacted]')
})

test('a known secret is nowhere in what is kept', () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9+/]{6,20}$/)
  fc.assert(
    fc.property(secret, fc.jsonValue(), fc.string(), (known, value, around) => {
      const kept = JSON.stringify(
        createRedactor([known])({ [`x${known}`]: [`${around}${known}`, value, known] }),
      )
      expect(kept).not.toContain(known)
    }),
  )
})

test('a short secret is replaced only where it is the whole value', () => {
  expect(createRedactor(['7'])({ a: '7', b: '1789' })).toEqual({ a: '[redacted]', b: '1789' })
})

test('a secret that is part of another leaves nothing of it behind', () => {
  expect(createRedactor(['secret', 'secret-longer'])('secret-longer')).toBe('[redacted]')
})
