import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { layers } from '../../server/layers.ts'
import { layers as webLayers } from '../../web/layers.ts'

const root = join(import.meta.dirname, '../..')
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...globSync('docs/**/*.md', { cwd: root }),
]
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test.each(documents)('every path that %s names is there', document => {
  const named = [
    ...read(document).matchAll(
      /`((?:contract|server|web|sdk|examples|tests|docs|scripts|deploy)\/[\w./@-]*)`/g,
    ),
  ].map(match => match[1] as string)
  const linked = [...read(document).matchAll(/\]\(((?!https?:)[^)#]+)(?:#[^)]*)?\)/g)].map(match =>
    join(dirname(document), match[1] as string),
  )
  // What commands write is there after they ran.
  const written = (path: string) => path.startsWith('tests/artifacts/')
  const missing = [...named, ...linked].filter(path => !written(path) && !existsSync(join(root, path)))
  expect(missing, `mend these in ${document}`).toEqual([])
})

test('ARCHITECTURE.md tells the order of the layers as server/layers.ts has it', () => {
  const told = /`(cli → [\s\S]*?contract)`/.exec(read('ARCHITECTURE.md'))?.[1]?.replaceAll(/\s+/g, ' ')
  const order = layers.map(place => (place[0] === 'main' ? 'main' : place.join(' · ')))
  expect(told).toBe([...order, 'contract'].join(' → '))
})

test('ARCHITECTURE.md has the order of web/layers.ts, and a line for every folder of web/src', () => {
  const architecture = read('ARCHITECTURE.md')
  const order = /`(main → [\s\S]*?styles)`/.exec(architecture)?.[1]
  expect(order).toBe(webLayers.map(place => place.join(' · ')).join(' → '))
  const folders = globSync('web/src/**/*.{ts,tsx,css}', { cwd: root }).map(file => dirname(file))
  const lines = new Set([...architecture.matchAll(/^\| `(web\/src\/[^`]*)\/` \|/gm)].map(match => match[1]))
  expect([...new Set(folders)].filter(folder => folder !== 'web/src' && !lines.has(folder))).toEqual([])
})

test.each(documents)('every heading that %s points to is there', document => {
  const pointed = [...read(document).matchAll(/\]\(((?!https?:)[^)#]*)#([^)]+)\)/g)]
  const missing = pointed.filter(([, path, heading]) => {
    const headings = read(path ? join(dirname(document), path) : document).matchAll(/^#+ (.+)$/gm)
    return ![...headings].some(([, text]) => anchorOf(text as string) === heading)
  })
  expect(
    missing.map(([link]) => link),
    `mend these in ${document}`,
  ).toEqual([])
})

/** As pages on the web name their headings. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
