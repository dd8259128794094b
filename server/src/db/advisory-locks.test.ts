import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { jobLocks, lockSeeds } from './advisory-locks.ts'

test('no two locks are the same', () => {
  for (const locks of [jobLocks, lockSeeds]) {
    expect(new Set(Object.values(locks)).size).toBe(Object.keys(locks).length)
  }
})

test('every statement that takes an advisory lock takes one that is named here', () => {
  const source = join(import.meta.dirname, '..')
  const takers = globSync('**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] }).filter(file =>
    readFileSync(join(source, file), 'utf8').includes('advisory_'),
  )
  expect(takers.length).toBeGreaterThan(5)
  for (const file of takers) {
    const text = readFileSync(join(source, file), 'utf8')
    expect([file, /jobLocks|lockSeeds/.test(text)]).toEqual([file, true])
    expect([file, text.match(/hashtextextended\([^)]*\b\d+\)/g)]).toEqual([file, null])
  }
})
