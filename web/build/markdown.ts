import { type Block, type Guide, type Span, textOf } from '../src/features/help/guide.ts'

/**
 * Reads the part of Markdown that our documents are written in: headings, paragraphs, lists of one level, tables, code and quotes;
 * in sentences code, bold, italics and links. What else begins a line is refused, so that nothing is shown wrong.
 */
export function readGuide(markdown: string): Guide {
  const lines = markdown.split('\n')
  const blocks: Block[] = []
  let at = 0
  const line = () => lines[at] ?? ''
  const take = (belongs: (line: string) => boolean): string[] => {
    const from = at++
    while (at < lines.length && belongs(line())) at++
    return lines.slice(from, at)
  }
  while (at < lines.length) {
    if (line().trim() === '') at++
    else if (line().startsWith('```')) {
      const [, ...text] = take(next => !next.startsWith('```'))
      at++
      blocks.push({ kind: 'code', text: text.join('\n') })
    } else if (line().startsWith(INDENT)) {
      const text = take(next => next.startsWith(INDENT)).map(code => code.slice(INDENT.length))
      blocks.push({ kind: 'code', text: text.join('\n') })
    } else if (/^#{1,4} /.test(line())) blocks.push(headingOf(take(() => false)[0] as string))
    else if (line().startsWith('|')) blocks.push(tableOf(take(next => next.startsWith('|'))))
    else if (line().startsWith('> ')) {
      blocks.push({
        kind: 'quote',
        text: spansOf(
          joined(
            take(next => next.startsWith('> ')),
            /^> /,
          ),
        ),
      })
    } else if (ITEM.test(line())) blocks.push(listOf(take(next => /^\s+\S/.test(next) || ITEM.test(next))))
    else if (/^[\p{L}\p{N}*`[(“"'–]/u.test(line())) {
      blocks.push({
        kind: 'paragraph',
        text: spansOf(joined(take(next => next.trim() !== '' && !BEGINS.test(next)))),
      })
    } else throw new Error(`cannot be read: ${line()}`)
  }
  const [first, ...rest] = blocks
  if (first?.kind !== 'heading' || first.level !== 1) throw new Error('a document begins with its title')
  return { title: textOf(first.text), blocks: rest }
}

const INDENT = '    '
const ITEM = /^(?:-|\d+\.) /
/** What ends a paragraph without an empty line. */
const BEGINS = /^(?:```|#{1,4} |\||- |\d+\. )/

const joined = (lines: readonly string[], prefix = /^\s+/) =>
  lines.map(line => line.replace(prefix, '')).join(' ')

function headingOf(line: string): Block {
  const [, marks = '', words = ''] = /^(#+) (.*)$/.exec(line) ?? []
  const text = spansOf(words)
  return { kind: 'heading', level: marks.length, id: anchorOf(textOf(text)), text }
}

/** As links in the documents name it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

function listOf(lines: readonly string[]): Block {
  const items: string[] = []
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''))
    else items.push(`${items.pop()} ${line.trim()}`)
  }
  return { kind: 'list', ordered: !lines[0]?.startsWith('-'), items: items.map(spansOf) }
}

function tableOf(lines: readonly string[]): Block {
  const [head = [], , ...rows] = lines.map(line =>
    line
      .replace(/^\|\s*|\s*\|\s*$/g, '')
      .split(/\s*(?<!\\)\|\s*/)
      .map(cell => spansOf(cell.replaceAll('\\|', '|'))),
  )
  return { kind: 'table', head, rows }
}

const SPAN =
  /`` (.+?) ``|`([^`]+)`|\*\*(.+?)\*\*|(?<![\w*])\*(?! )(.+?)\*(?!\w)|\[((?:[^[\]]|`[^`]*`)+)\]\(([^)\s]+)\)/

export function spansOf(text: string): Span[] {
  const spans: Span[] = []
  let rest = text
  for (let found = SPAN.exec(rest); found !== null; found = SPAN.exec(rest)) {
    const [whole, fenced, code, strong, emphasis, words, link] = found
    if (found.index > 0) spans.push(rest.slice(0, found.index))
    if (fenced !== undefined || code !== undefined) spans.push({ code: (fenced ?? code) as string })
    else if (strong !== undefined) spans.push({ strong: spansOf(strong) })
    else if (emphasis !== undefined) spans.push({ emphasis: spansOf(emphasis) })
    else spans.push({ link: link as string, text: spansOf(words as string) })
    rest = rest.slice(found.index + whole.length)
  }
  return rest === '' ? spans : [...spans, rest]
}
