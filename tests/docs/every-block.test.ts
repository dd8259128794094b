import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stepsOf } from './blocks.ts'
import { PROJECT } from './operators-machine.ts'
import { read } from './watching.ts'

/** Which of a document's fenced blocks a test runs or checks, and which test that is. */
interface Claim {
  readonly test: string
  readonly runs: (block: Block, document: string) => boolean
}
interface Block {
  readonly language: string
  readonly text: string
  readonly section: string
}

const ofLanguage =
  (...languages: string[]) =>
  ({ language }: Block) =>
    languages.includes(language)
/** Commands, and what follows them directly as their answer. */
const steps = ({ text }: Block, document: string) =>
  stepsOf(document).some(({ commands, answer }) => commands === text || answer?.text === text.trim())
const everyOne = () => true

const claims: Readonly<Record<string, readonly Claim[]>> = {
  'README.md': [
    { test: 'tests/docs/commands.test.ts', runs: ({ section }) => section === 'Your first event' },
    { test: 'tests/docs/named-commands.test.ts', runs: ({ text }) => text === 'npm start\n' },
  ],
  'CONTRIBUTING.md': [
    { test: 'tests/docs/named-commands.test.ts', runs: ({ text }) => text.startsWith('npm ') },
    { test: 'tests/docs/recipes.test.ts', runs: ({ section }) => /^Adding an? /.test(section) },
  ],
  'docs/cli.md': [{ test: 'tests/cli/docs.test.ts', runs: ofLanguage('sh') }],
  'docs/connections.md': [
    { test: 'server/src/connections/mapping/documentation.test.ts', runs: ofLanguage('json') },
  ],
  'docs/integrators.md': [{ test: 'tests/docs/commands.test.ts', runs: steps }],
  'docs/operations.md': [{ test: 'tests/docs/operations.test.ts', runs: everyOne }],
  'docs/operators.md': [{ test: 'tests/docs/commands.test.ts', runs: steps }],
  'docs/sdk.md': [{ test: 'tests/sdk/docs.test.ts', runs: everyOne }],
  'docs/workflows.md': [
    { test: 'server/src/workflows/documentation.test.ts', runs: ofLanguage('json') },
    { test: 'tests/docs/commands.test.ts', runs: ofLanguage('sh') },
  ],
}

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  ...globSync('docs/**/*.md', { cwd: PROJECT }),
]

function blocksOf(document: string): Block[] {
  const markdown = read(document)
  const headings = [...markdown.matchAll(/^## (.+)$/gm)]
  return [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(match => ({
    language: match[1] as string,
    text: match[2] as string,
    section: headings.filter(({ index }) => index < match.index).at(-1)?.[1] ?? '',
  }))
}

test.each(documents)('every fenced block of %s is run by one test', document => {
  const mine = claims[document] ?? []
  const faults = blocksOf(document).flatMap(block => {
    const takers = mine.filter(({ runs }) => runs(block, read(document)))
    if (takers.length === 1) return []
    const found = takers.length === 0 ? 'no test runs it' : 'several tests run it'
    return [`${found}; let one do so and name it in tests/docs/every-block.test.ts:\n${block.text}`]
  })
  expect(faults).toEqual([])
})

test.each(Object.entries(claims))('the tests that are to run the blocks of %s read it', (document, mine) => {
  // A test may get the name alone, where it reads several of one folder.
  const name = document.replace(/^.*\//, '')
  const missing = mine.filter(
    ({ test: path }) => !existsSync(join(PROJECT, path)) || !read(path).includes(name),
  )
  expect(missing.map(({ test: path }) => path)).toEqual([])
})
