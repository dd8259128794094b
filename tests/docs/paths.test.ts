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
/** Folders with sources in them, at every depth. */
const foldersOf = (sources: string) => [
  ...new Set(globSync(`${sources}/*/**/*.{ts,tsx,css}`, { cwd: root }).map(file => dirname(file))),
]
/** The folders that have a line in a table of a document. */
const linesOf = (document: string) =>
  [...read(document).matchAll(/^\| `([^`]+)\/` \|/gm)].map(match => match[1] as string)

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
  expect(missing, `fix these in ${document}`).toEqual([])
})

test('ARCHITECTURE.md has the order of server/layers.ts, and a line for every folder of server/src', () => {
  const found = /`(cli → [\s\S]*?contract)`/.exec(read('ARCHITECTURE.md'))?.[1]?.replaceAll(/\s+/g, ' ')
  const order = layers.map(place => (place[0] === 'main' ? 'main' : place.join(' · ')))
  expect(found).toBe([...order, 'contract'].join(' → '))
  // Below these two, folders and files follow the addresses.
  const isAddress = (folder: string) => /^server\/src\/http\/(?:v1|dashboard)\//.test(folder)
  const folders = foldersOf('server/src').filter(folder => !isAddress(folder))
  expect(folders.length).toBeGreaterThan(60)
  const lines = linesOf('ARCHITECTURE.md').filter(folder => folder.startsWith('server/src/'))
  expect(lines.toSorted()).toEqual(folders.toSorted())
})

test('ARCHITECTURE.md has the order of web/layers.ts, and a line for every folder of web/src', () => {
  const architecture = read('ARCHITECTURE.md')
  const order = /`(main → [\s\S]*?styles)`/.exec(architecture)?.[1]
  expect(order).toBe(webLayers.map(place => place.join(' · ')).join(' → '))
  const lines = new Set(linesOf('ARCHITECTURE.md'))
  expect(foldersOf('web/src').filter(folder => !lines.has(folder))).toEqual([])
})

test.each(documents)('every heading that %s points to is there', document => {
  const pointed = [...read(document).matchAll(/\]\(((?!https?:)[^)#]*)#([^)]+)\)/g)]
  const missing = pointed.filter(([, path, heading]) => {
    const headings = read(path ? join(dirname(document), path) : document).matchAll(/^#+ (.+)$/gm)
    return ![...headings].some(([, text]) => anchorOf(text as string) === heading)
  })
  expect(
    missing.map(([link]) => link),
    `fix these in ${document}`,
  ).toEqual([])
})

/** As pages on the web name their headings. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
