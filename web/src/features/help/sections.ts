import { type Block, type Guide, textOf } from './guide.ts'

/** A heading and what follows it, up to the next one of its level. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly level: number
  readonly blocks: readonly Block[]
}

/** What comes before the first heading has no name, and is left out. */
export function sectionsOf({ blocks }: Guide): Section[] {
  return blocks.flatMap((block, at) => {
    if (block.kind !== 'heading') return []
    const { level } = block
    const after = blocks.slice(at + 1)
    const end = after.findIndex(next => next.kind === 'heading' && next.level <= level)
    return [{ id: block.id, title: textOf(block.text), level, blocks: end < 0 ? after : after.slice(0, end) }]
  })
}

const textsOf = (block: Block): string => {
  switch (block.kind) {
    case 'list':
      return block.items.map(textOf).join(' ')
    case 'table':
      return [block.head, ...block.rows].flat().map(textOf).join(' ')
    case 'code':
      return block.text
    default:
      return textOf(block.text)
  }
}

export interface FoundSection {
  readonly section: Section
  /** Around the first word that was found. */
  readonly excerpt: string
}

const EXCERPT = 160
const MOST = 12

/** Sections that have every word, those that have it in their title first. */
export function findSections(sections: readonly Section[], typed: string): FoundSection[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = sections.flatMap(section => {
    // What a part of it says is found in that part.
    const own = section.blocks.findIndex(block => block.kind === 'heading')
    const text = (own < 0 ? section.blocks : section.blocks.slice(0, own)).map(textsOf).join(' ')
    const title = section.title.toLowerCase()
    const body = text.toLowerCase()
    if (!words.every(word => title.includes(word) || body.includes(word))) return []
    const inTitle = words.filter(word => title.includes(word)).length
    return [{ section, inTitle, excerpt: excerptOf(text, body.indexOf(words[0] as string)) }]
  })
  return found.toSorted((one, other) => other.inTitle - one.inTitle).slice(0, MOST)
}

function excerptOf(text: string, at: number): string {
  const from = at < EXCERPT / 2 ? 0 : text.indexOf(' ', at - EXCERPT / 2) + 1
  const excerpt = text.slice(from, from + EXCERPT).replace(/\s\S*$/, '')
  return `${from > 0 ? '…' : ''}${excerpt}${from + EXCERPT < text.length ? '…' : ''}`
}
