import { expect, test } from 'vitest'
import { addSaid, said } from './said.ts'

test('what no catalogue has is said as the server says it', () => {
  expect(said('Guest added.')).toBe('Guest added.')
})

test('a sentence is known as a whole, or by what stands around its values', () => {
  addSaid({
    'Guest added.': 'Cliente adicionado.',
    'The segment "{0}" is created.': 'O segmento "{0}" foi criado.',
    'Version {0} is restored as version {1}.': 'A versão {1} repõe a versão {0}.',
  })
  expect(said('Guest added.')).toBe('Cliente adicionado.')
  expect(said('The segment "A (b) $& {1}" is created.')).toBe('O segmento "A (b) $& {1}" foi criado.')
  expect(said('Version 3 is restored as version 12.')).toBe('A versão 12 repõe a versão 3.')
  expect(said('The segment is created.')).toBe('The segment is created.')
})
