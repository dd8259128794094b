import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  insideNames,
  proseOf,
  refusedTypes,
  refusedWords,
  sentencesOf,
  textsOf,
  wordFaults,
} from './word-faults.ts'

const glossary = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8')
const words = refusedWords(glossary)
const inDocument = (text: string) => wordFaults(words, 'docs/a.md', proseOf(text))
const inSource = (text: string) => wordFaults(words, 'web/src/A.tsx', textsOf(text, 'web/src/A.tsx'))

test('the glossary refuses words, each with what to use', () => {
  expect(words.length).toBeGreaterThan(20)
  expect(words.find(({ word }) => word === 'undertaking')?.instead).toBe('background job')
  expect(words.filter(({ instead }) => instead === '')).toEqual([])
})

test('a document with an old word is refused by its line', () => {
  expect(inDocument('# Title\n\nThis was mended.')).toEqual([
    'docs/a.md:3  "mended": the glossary has "fix" instead of "mend".',
  ])
})

test.each([
  ['Undertakings are listed.'],
  ['Needs somebody'],
  ['It has a queue of its\nown.'],
  ['Email'],
  ['| whoever | cell |'],
])('%j is refused in a document', text => {
  expect(inDocument(text)).not.toEqual([])
})

test.each([
  ['We recommend an e-mail.'],
  ['The field `email` and `npx millrace members --email A`.'],
  ['```sh\necho told\n```'],
  ['    { "told": "of its own" }'],
  ['[the page](told.md)'],
])('%j is allowed in a document', text => {
  expect(inDocument(text)).toEqual([])
})

test('bold words may be quotes from the screen, where a document says so', () => {
  expect(wordFaults(words, 'a.md', proseOf('Press **Started nothing**.', 'screen'))).toEqual([])
  expect(inDocument('Press **Started nothing**.')).not.toEqual([])
})

test.each([
  ["const title = 'Started nothing'"],
  ['const title = `Mended by ${name}`'],
  ['<p>Whoever has the link</p>'],
  ['<Button label="Told by e-mail" />'],
  ['<p>\n  The first line, and\n  somebody in the second\n</p>'],
  ['<p>{count} events started nothing</p>'],
])('%j is refused in a source', source => {
  expect(inSource(source)).not.toEqual([])
})

test.each([
  ["queries.setQueryData(['undertaking', undertaking.id], undertaking)"],
  ["import { told } from './told.ts'"],
  ['// Told by whoever\nconst a = 1'],
  ['const email = guest.email'],
  ['interface A {\n  readonly email: string\n}'],
  ["'npx millrace members invite --email maya@example.com'"],
  ['`${undertaking.id} is done`'],
])('%j is allowed in a source', source => {
  expect(inSource(source)).toEqual([])
})

test('the words of sentences are refused everywhere, those of the screen only there', () => {
  const sentences = refusedWords(sentencesOf(glossary))
  expect(wordFaults(sentences, 'a.ts', '/** Whoever asks is told. */')).toHaveLength(2)
  expect(wordFaults(sentences, 'a.ts', 'const undertaking = 1')).toEqual([])
})

test.each([['toldKeys'], ['wasTold'], ['tellOthers']])('the name %s is refused', name => {
  const names = insideNames(refusedWords(sentencesOf(glossary)))
  expect(wordFaults(names, 'a.ts', `const ${name} = 1`)).toHaveLength(1)
})

test.each([['amendments'], ['recommended'], ['untellable'], ['Intelligence']])(
  '%s only contains the letters',
  name => {
    const names = insideNames(refusedWords(sentencesOf(glossary)))
    expect(wordFaults(names, 'a.ts', `const ${name} = 1`)).toEqual([])
  },
)

test('no type has the name of what facts replace, and values may', () => {
  const types = refusedTypes(glossary)
  expect(wordFaults(types, 'a.ts', 'interface Around {}')).toHaveLength(1)
  expect(wordFaults(types, 'a.ts', "// Around midnight\nconst label = 'Known there?'")).toEqual([])
})
