import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { read } from './watching.ts'

const sheet = read('docs/asvs.md')

test('the sheet counts its own verdicts, and has every requirement once', () => {
  const rows = [...sheet.matchAll(/^\| (V[\d.]+) \| [12] \| \**([a-z ]+?)\** \|/gm)]
  const count = (verdict: string) => rows.filter(row => row[2] === verdict).length
  expect(new Set(rows.map(row => row[1])).size).toBe(253)
  expect(sheet).toContain(
    `\n${count('holds')} hold, ${count('does not apply')} do not apply, ${count('operator')} are for the operator to ` +
      `see to, ${count('in part')} hold in part, ${count('not met')} are not met.\n`,
  )
})

test.each(['docs/asvs.md', 'docs/security.md'])('every test that %s names exists', path => {
  const named = [...read(path).matchAll(/`((?:tests|server|web|scripts|contract|sdk)\/[^`]+\.tsx?)`/g)].map(
    match => match[1] as string,
  )
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter(test => !existsSync(join(import.meta.dirname, '../..', test)))).toEqual([])
})

test('every requirement that holds names a test', () => {
  const holding = [...sheet.matchAll(/^\| (V[\d.]+) \| [12] \| holds \| (.*) \|$/gm)]
  expect(holding.length).toBeGreaterThan(150)
  expect(holding.filter(row => !/`[^`]+\.test\.tsx?`/.test(row[2] as string)).map(row => row[1])).toEqual([])
})
