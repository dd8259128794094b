import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ERASED, type GuestTraits, withoutGuest } from './without-guest.ts'

const ada: GuestTraits = {
  id: '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e',
  external_id: 'crm-1017',
  name: 'Ada Byron',
  email: 'ada@example.com',
  phone: '+442079460000',
}

test('texts that have the guest in them are replaced, the rest is as it was', () => {
  const document = {
    guest: { name: 'Ada Byron', email: 'ADA@example.com', points: 3 },
    sent: ['Dear Ada Byron, hello', 'Dear guest'],
    [ada.id]: 1,
  }
  expect(withoutGuest(document, ada)).toEqual({
    guest: { name: ERASED, email: ERASED, points: 3 },
    sent: [ERASED, 'Dear guest'],
    [ERASED]: 1,
  })
})

test('a document without the guest is left alone', () => {
  expect(withoutGuest({ name: 'Bertha', list: [1, null, 'x'] }, ada)).toBeUndefined()
  expect(withoutGuest(null, ada)).toBeUndefined()
})

test('a short name is replaced where it stands alone, and not inside other words', () => {
  const al: GuestTraits = { ...ada, name: 'Al' }
  expect(withoutGuest({ a: 'al', b: 'All of it' }, al)).toEqual({ a: ERASED, b: 'All of it' })
})

test('a further identifier is replaced too, but not a short one, which may mean anything', () => {
  const known: GuestTraits = { ...ada, identifiers: ['second@example.com', '8813-22', '12'] }
  expect(withoutGuest({ to: 'Second@example.com', till: 'guest 8813-22', table: '12' }, known)).toEqual({
    to: ERASED,
    till: ERASED,
    table: '12',
  })
})

test('whatever the document is, nothing of the guest is left in it', () => {
  const trace = fc.constantFrom(...(Object.values(ada) as string[]))
  const text = fc.tuple(fc.string(), trace, fc.string()).map(parts => parts.join(''))
  fc.assert(
    fc.property(fc.object({ values: [text, fc.string(), fc.integer()], maxDepth: 4 }), document => {
      const left = JSON.stringify(withoutGuest(document, ada) ?? document).toLowerCase()
      for (const value of Object.values(ada) as string[]) expect(left).not.toContain(value.toLowerCase())
    }),
  )
})
