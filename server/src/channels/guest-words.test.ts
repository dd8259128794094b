import { expect, test } from 'vitest'
import { acceptedLanguages, languageOf, wordsIn } from './guest-words.ts'

test.each([
  [['pt'], 'pt'],
  [['pt-BR'], 'pt'],
  [['PT_pt'], 'pt'],
  [['xx', 'pt'], 'pt'],
  [['de-DE', 'en-GB'], 'en'],
  [[null, undefined, 7, {}, ''], 'en'],
  [['constructor', '__proto__'], 'en'],
])('of %j the language is %s', (wanted, language) => {
  expect(languageOf(...wanted)).toBe(language)
})

test.each([
  ['pt-PT,pt;q=0.9,en;q=0.8', ['pt-PT', 'pt', 'en']],
  ['en;q=0.2, pt;q=0.7', ['pt', 'en']],
  ['pt;q=0, en', ['en']],
  ['', []],
  [undefined, []],
  [';;;,,,q=', []],
])('a browser with %j reads %j', (header, languages) => {
  expect(acceptedLanguages(header)).toEqual(languages)
})

test('no language lacks a word or has one of another', () => {
  const sentences = (words: unknown): string[] => {
    if (typeof words === 'function') return [words('Rialto')]
    return typeof words === 'object' ? Object.values(words as object).flatMap(sentences) : [String(words)]
  }
  const [english, portuguese] = [sentences(wordsIn('en')), sentences(wordsIn('pt'))]
  expect(portuguese).toHaveLength(english.length)
  expect(portuguese.filter(sentence => sentence === '' || english.includes(sentence))).toEqual([])
})
