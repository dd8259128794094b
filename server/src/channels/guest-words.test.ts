import { expect, test } from 'vitest'
import { acceptedLanguages, languageOf, wordsIn } from './guest-words.ts'

test.each([
  [['pt'], 'pt'],
  [['pt-BR'], 'pt'],
  [['PT_pt'], 'pt'],
  [['xx', 'pt'], 'pt'],
  [['de-DE', 'en-GB'], 'de'],
  [['da-DK', 'en-GB'], 'en'],
  [['fr_CA'], 'fr'],
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

test.each(['de', 'es', 'fr', 'it', 'nl', 'pt'] as const)(
  '%s lacks no word, and has none in English',
  language => {
    const sentences = (words: unknown): string[] => {
      if (typeof words === 'function') return [words('Rialto')]
      return typeof words === 'object' ? Object.values(words as object).flatMap(sentences) : [String(words)]
    }
    const [english, its] = [sentences(wordsIn('en')), sentences(wordsIn(language))]
    expect(its).toHaveLength(english.length)
    // "No" is the same in several of them.
    expect(
      its.filter(sentence => sentence === '' || (sentence.length > 2 && english.includes(sentence))),
    ).toEqual([])
  },
)
