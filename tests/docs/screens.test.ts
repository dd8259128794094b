import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageAddresses } from '../../server/src/http/pages/addresses.ts'

const root = join(import.meta.dirname, '../..')
const guide = readFileSync(join(root, 'docs/marketers.md'), 'utf8')
// The names of fields that conditions offer are in the contract, which the server uses too.
const screens = globSync(['web/src/**/*.{ts,tsx}', 'contract/src/condition/fields.ts'], { cwd: root })
  .filter(path => !path.includes('.test.'))
  .map(path => readFileSync(join(root, path), 'utf8'))
  .join('\n')

test('every word that docs/marketers.md has on the screen is on one', () => {
  const words = [...guide.matchAll(/\*\*([^*]+)\*\*/g)].map(match => match[1] as string)
  expect(words.length).toBeGreaterThan(20)
  // Between tags or quotes, or on its own line: not within another word or sentence.
  const stands = (word: string) =>
    ['>', '"', "'", '`'].some(mark => screens.includes(`${mark}${word}`)) || screens.includes(` ${word}\n`)
  expect(words.filter(word => word !== 'bold' && !stands(word))).toEqual([])
})

test('every address that it names is one of the dashboard', () => {
  const addresses = [...guide.matchAll(/`(\/[\w/-]+)`/g)].map(match => match[1] as string)
  expect(addresses.length).toBeGreaterThan(5)
  const known = pageAddresses.map(address => new RegExp(`^${address.replaceAll(/:\w+/g, '[\\w-]+')}$`))
  expect(addresses.filter(address => !known.some(pattern => pattern.test(address)))).toEqual([])
})
