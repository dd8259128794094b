import { existsSync, globSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { read } from './watching.ts'

const page = read('docs/visual-language.md')
const styles = globSync('web/src/**/*.css').map(path => ({ path, text: read(path) }))
const named = (pattern: RegExp) => [...new Set([...page.matchAll(pattern)].map(match => match[1] as string))]

test('it names every token, and none that is not there', () => {
  const tokens = [...read('web/src/styles/tokens.css').matchAll(/^ {2}(--[\w-]+):/gm)].map(match => match[1])
  expect(named(/`(--[\w-]+)`/g).toSorted()).toEqual([...new Set(tokens)].toSorted())
})

test('no page has another size of type or another colour', () => {
  const sizes = named(/(\d\.?\d*rem)/g)
  const other = styles.flatMap(({ path, text }) =>
    [...text.matchAll(/font-size: (\d[^;]*);/g)]
      .filter(([, size]) => size !== '100%' && !sizes.includes(size as string))
      .map(([, size]) => `${path}: ${size}`),
  )
  expect(other).toEqual([])
  // What a mail program shows is white, whatever the theme.
  const mail = /RenderedEmail|EmailEditor|StoredEmail|AddAppDialog|features\/image/
  const coloured = styles.filter(
    ({ path, text }) => !path.endsWith('tokens.css') && !mail.test(path) && /#[\da-f]{3,6}\b/i.test(text),
  )
  expect(coloured.map(({ path }) => path)).toEqual(['web/src/styles/base.css'])
})

test('the components and files that it names are there', () => {
  const components = globSync('web/src/**/*.tsx').map(path => basename(path, '.tsx'))
  const [, examples = ''] = page.split('\n## Examples\n')
  const names = [...examples.matchAll(/`([A-Z]\w+)`/g)].map(match => match[1] as string)
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter(name => !components.includes(name))).toEqual([])
  expect(named(/`((?:web|tests|scripts)\/[\w./-]+)`/g).filter(path => !existsSync(path))).toEqual([])
})
