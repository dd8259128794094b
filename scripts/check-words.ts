// Keeps the words that docs/glossary.md replaces out of the documents and out of the texts of the dashboard, of what
// the server answers to it, and of the command line; and those of its sentences out of every file, comments and names
// included. Not out of migrations: one that has been applied is not edited.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  insideNames,
  proseOf,
  refusedTypes,
  refusedWords,
  sentencesOf,
  textsOf,
  wordFaults,
} from './checks/word-faults.ts'

const root = process.argv[2] ?? join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const words = refusedWords(read('docs/glossary.md'))

const GLOSSARY = 'docs/glossary.md'
/**
 * Its bold words are quotes from the screen: tests/docs/screens.test.ts compares them with the texts of the
 * dashboard.
 */
const QUOTES_THE_SCREEN = 'docs/marketers.md'

const QUOTES_OLD_WORDS = ['scripts/checks/word-faults.test.ts']

const documents = globSync(['*.md', 'docs/**/*.md', 'sdk/*.md', 'examples/*.md'], { cwd: root }).filter(
  file => file !== GLOSSARY,
)
const sources = globSync(
  [
    'web/src/**/*.{ts,tsx}',
    'server/src/cli/**/*.ts',
    'server/src/dashboard/templates/*.ts',
    'server/src/guests/timeline/*.ts',
    'server/src/http/dashboard/**/*.ts',
  ],
  { cwd: root },
).filter(file => !/\.(test|fixture)\.tsx?$/.test(file))
const textOf = (file: string) =>
  file.endsWith('.md')
    ? proseOf(read(file), file === QUOTES_THE_SCREEN ? 'screen' : 'none')
    : textsOf(read(file), file)

const written = globSync(
  ['{contract,deploy,examples,scripts,sdk,server,tests,web}/**/*.{ts,tsx,mjs,css,conf,yaml}'],
  {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  },
).filter(file => !QUOTES_OLD_WORDS.includes(file))
const sentences = refusedWords(sentencesOf(read(GLOSSARY)))
const everywhere = [...sentences, ...insideNames(sentences), ...refusedTypes(read(GLOSSARY))]

const faults = [
  ...[...documents, ...sources].sort().flatMap(file => wordFaults(words, file, textOf(file))),
  ...written.sort().flatMap(file => wordFaults(everywhere, file, read(file))),
]
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.exitCode = faults.length > 0 ? 1 : 0
