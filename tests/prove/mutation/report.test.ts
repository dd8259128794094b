import { expect, test } from 'vitest'
import { type MutationReport, outdated, scores, survivors, unexplained } from './report.ts'

const file = 'server/src/routing/route.ts'
const mutant = (status: string, replacement = 'false') => ({
  mutatorName: 'ConditionalExpression',
  replacement,
  status,
  location: { start: { line: 2, column: 7 }, end: { line: 2, column: 12 } },
})
const report = (...mutants: ReturnType<typeof mutant>[]): MutationReport => ({
  files: { [file]: { source: 'one\n  if (a > b) return\n', mutants } },
})
const reason = 'nothing differs'
const known = [{ file, was: 'if (a > b) return', became: ['if (false) return'], reason }]

test('what made a test fail, or never end, is noticed; what could not be run counts neither way', () => {
  const found = report(...['Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError'].map(s => mutant(s)))
  expect(scores(found).filter(({ tried }) => tried > 0)).toEqual([{ area: 'routing', tried: 4, noticed: 2 }])
})

test('a change that no test notices has to be explained, each by itself', () => {
  const found = survivors(report(mutant('Survived'), mutant('NoCoverage', 'true'), mutant('Killed', 'a < b')))
  expect(unexplained(found, known)).toEqual([
    { file, line: 2, was: 'if (a > b) return', became: 'if (true) return' },
  ])
  expect(unexplained(found, [])).toHaveLength(2)
})

test('an explanation of what a test notices by now is out of date', () => {
  expect(outdated(report(mutant('Killed')), known)).toEqual([
    { file, was: 'if (a > b) return', became: 'if (false) return' },
  ])
  for (const status of ['Survived', 'Timeout']) expect(outdated(report(mutant(status)), known)).toEqual([])
})
