import { expect, test } from 'vitest'
import { firstKnown } from './languages.ts'

test('the first language that is known, in any variant', () => {
  expect(firstKnown(['pt-PT', 'en'])).toBe('pt')
  expect(firstKnown(['pt-BR'])).toBe('pt')
  expect(firstKnown(['fr-FR', 'EN-us', 'pt'])).toBe('en')
})

test('English for those who prefer another one', () => {
  expect(firstKnown(['fr', 'de-AT'])).toBe('en')
  expect(firstKnown([])).toBe('en')
  expect(firstKnown(['constructor'])).toBe('en')
})
