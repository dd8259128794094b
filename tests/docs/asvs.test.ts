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
