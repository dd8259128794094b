import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { guideNames, guides } from '../src/features/help/guides.ts'
import { findSections, sectionsOf } from '../src/features/help/sections.ts'
import { readGuide } from './markdown.ts'

const root = join(import.meta.dirname, '../..')
const guideOf = (name: string) => readGuide(readFileSync(join(root, `docs/${name}.md`), 'utf8'))

test('a section goes up to the next heading of its level', () => {
  const sections = sectionsOf(readGuide('# T\n\nBefore.\n\n## One\n\na\n\n### Part\n\nb\n\n## Two\n\nc'))
  expect(sections.map(({ id, blocks }) => [id, blocks.length])).toEqual([
    ['one', 3],
    ['part', 1],
    ['two', 1],
  ])
})

test('every guide can be read, and has the name that Help gives it', () => {
  for (const name of guideNames) expect(guideOf(name).title).toBe(guides[name].name)
})

test('whatever a page explains is a section of a guide', () => {
  const pages = readdirSync(join(root, 'web/src'), { recursive: true, encoding: 'utf8' })
  const texts = pages
    .filter(path => path.endsWith('.tsx'))
    .map(path => readFileSync(join(root, 'web/src', path), 'utf8'))
  const topics = texts.flatMap(text => [...text.matchAll(/topic="(\w+)#([^"]+)"/g)])
  expect(topics.length).toBeGreaterThan(8)
  for (const [whole, guide = '', id] of topics) {
    expect(
      sectionsOf(guideOf(guide)).some(section => section.id === id),
      whole,
    ).toBe(true)
  }
})

test('finds sections by all of the words, those with them in the title first', () => {
  const sections = sectionsOf(guideOf('marketers'))
  const titles = (typed: string) => findSections(sections, typed).map(({ section }) => section.title)
  expect(titles('segment')[0]).toBe('Segments')
  expect(titles('QUIET hours')).toContain('Consent and limits')
  expect(titles('no such words at all')).toEqual([])
  expect(titles(' ')).toEqual([])
  for (const { excerpt } of findSections(sections, 'unsubscribe'))
    expect(excerpt.toLowerCase()).toContain('unsubscribe')
})
