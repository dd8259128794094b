import { expect, test } from 'vitest'
import type { FileReport } from './report.ts'
import { describeTimes } from './slowest.ts'

const file = (path: string, group: string, ms: number, tests: FileReport['tests'] = []): FileReport => ({
  path,
  group,
  ms,
  tests,
})

test('the groups come with the sum of their files, and the files with their slowest test, the longest first', () => {
  expect(
    describeTimes([
      file('a.test.ts', 'unit', 1_000, [{ name: 'alone', ms: 900 }]),
      file('b.test.ts', 'api', 12_340, [
        { name: 'quick', ms: 40 },
        { name: 'slow', ms: 11_000 },
      ]),
      file('c.test.ts', 'unit', 2_000),
    ]),
  ).toEqual([
    'Time of each group, all of its files added up:',
    '   12.3 s  api (1 file)',
    '    3.0 s  unit (2 files)',
    '',
    'The 3 slowest files:',
    '   12.3 s  b.test.ts',
    '              11.0 s  slow',
    '    2.0 s  c.test.ts',
    '    1.0 s  a.test.ts',
  ])
})

test('no more than twenty files are named', () => {
  const files = Array.from({ length: 25 }, (_, n) => file(`${n}.test.ts`, 'unit', n))
  const lines = describeTimes(files)
  expect(lines).toContain('The 20 slowest files:')
  expect(lines.filter(line => line.endsWith('.test.ts'))).toHaveLength(20)
  expect(lines.some(line => line.endsWith(' 4.test.ts'))).toBe(false)
})
