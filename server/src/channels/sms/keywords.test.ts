import { expect, test } from 'vitest'
import { readKeyword } from './keywords.ts'

test.each([
  ['STOP', 'stop'],
  [' sToP. ', 'stop'],
  ['"Stop!"', 'stop'],
  ['Arrêt', 'stop'],
  ['PARAR', 'stop'],
  ['Começar', 'start'],
  ['unstop', 'start'],
  ['ajuda?', 'help'],
  ['INFO', 'help'],
  ['Hilfe', 'help'],
  ['ABMELDEN', 'stop'],
  ['Baja.', 'stop'],
  ['Désabonner', 'stop'],
  ['reprendre', 'start'],
  ['aiuto', 'help'],
  ['uitschrijven', 'stop'],
])('%j means %s', (body, wish) => {
  expect(readKeyword(body)?.wish).toBe(wish)
})

test.each([
  'Cancel my table',
  'stop by at eight?',
  'STOPPED',
  '',
  '   ',
  'constructor',
  `STOP${'!'.repeat(5)} please`,
  'x'.repeat(2_000),
])('%j is for people', body => {
  expect(readKeyword(body)).toBeUndefined()
})

test('a word of one language shows which one', () => {
  expect(readKeyword('sair')?.language).toBe('pt')
  expect(readKeyword('hilfe')?.language).toBe('de')
  expect(readKeyword('stop')?.language).toBeUndefined()
})
