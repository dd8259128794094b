import { expect, test } from 'vitest'
import { type OptOut, withOptOut } from './opt-out.ts'

const links = { unsubscribe: 'https://m.example.com/u', preferences: 'https://m.example.com/p' }
const given: OptOut = { sms: { from: '+447700900000' }, to: '+447700900123', links, language: 'en' }

test('a number can be answered, and a name cannot', () => {
  expect(withOptOut('Oysters at five. ', given)).toBe('Oysters at five.\nReply STOP to opt out')
  expect(withOptOut('Oysters', { ...given, sms: { from: 'Rialto' } })).toBe(
    'Oysters\nOpt out: https://m.example.com/u',
  )
  expect(withOptOut('Oysters', { ...given, from: 'Harbour' })).toContain('Opt out: https')
  expect(withOptOut('Oysters', { ...given, sms: null })).toContain('STOP')
  const abroad = {
    ...given,
    sms: { from: 'Rialto', from_by_country: { US: '+15550100' } },
    to: '+12125550123',
  }
  expect(withOptOut('Oysters', abroad)).toContain('STOP')
  expect(withOptOut('Oysters', { ...given, sms: { from: `MG${'0'.repeat(32)}` } })).toContain('STOP')
})

test('it is in the language of the guest', () => {
  expect(withOptOut('Ostern', { ...given, language: 'de' })).toBe('Ostern\nAbmelden mit STOP')
})

test.each([
  'Oysters. STOP to end',
  'Ostras. Responda SAIR',
  'Oysters. No more? https://m.example.com/u',
  'Oysters. Choose: https://m.example.com/p',
])('where the author wrote how to end it, nothing is added: %s', body => {
  expect(withOptOut(body, given)).toBe(body)
})

test.each(['Stop by for oysters', 'NONSTOP OYSTERS', 'WEEK END OF OYSTERS', 'unsubscribed'])(
  '%s says nothing of the kind',
  body => {
    expect(withOptOut(body, given)).toBe(`${body}\nReply STOP to opt out`)
  },
)
