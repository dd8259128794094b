import { lexer, type Token, type Tokens } from 'marked'
import { type Block, type Guide, type Span, textOf } from '../src/features/help/guide.ts'

/** A document as data. What the pages of Help have no place for is refused, so that nothing is shown wrong. */
export function readGuide(markdown: string): Guide {
  const [first, ...blocks] = lexer(markdown)
    .filter(({ type }) => type !== 'space')
    .map(token => blockOf(token as Tokens.Generic))
  if (first?.kind !== 'heading' || first.level !== 1) throw new Error('a document begins with its title')
  return { title: textOf(first.text), blocks }
}

function blockOf(token: Tokens.Generic): Block {
  switch (token.type) {
    case 'heading': {
      const text = spansOf(token.tokens)
      return { kind: 'heading', level: token.depth, id: anchorOf(textOf(text)), text }
    }
    case 'paragraph':
      return { kind: 'paragraph', text: spansOf(token.tokens) }
    case 'blockquote':
      return { kind: 'quote', text: insideOf(token) }
    case 'code':
      return { kind: 'code', text: token.text }
    case 'list':
      return { kind: 'list', ordered: token.ordered, items: token.items.map(insideOf) }
    case 'table': {
      const cells = (row: readonly Tokens.TableCell[]) => row.map(({ tokens }) => spansOf(tokens))
      return { kind: 'table', head: cells(token.header), rows: token.rows.map(cells) }
    }
    default:
      throw new Error(`cannot be shown: ${token.raw}`)
  }
}

/** Of an item or a quote: a single paragraph. */
function insideOf({ tokens = [], raw }: Pick<Tokens.Generic, 'tokens' | 'raw'>): Span[] {
  const [inside, ...more] = tokens
  if (inside === undefined || more.length > 0 || !('tokens' in inside))
    throw new Error(`cannot be shown: ${raw}`)
  return spansOf(inside.tokens)
}

/** As links in the documents name it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

function spansOf(tokens: readonly Token[] = []): Span[] {
  const spans: Span[] = []
  for (const token of tokens as Tokens.Generic[]) {
    const span = spanOf(token)
    // What follows an escaped character is a separate token.
    if (typeof span === 'string' && typeof spans.at(-1) === 'string') spans.push(`${spans.pop()}${span}`)
    else spans.push(span)
  }
  return spans
}

function spanOf(token: Tokens.Generic): Span {
  switch (token.type) {
    case 'text':
    case 'escape':
      return token.text.replaceAll('\n', ' ')
    case 'codespan':
      return { code: token.text }
    case 'strong':
      return { strong: spansOf(token.tokens) }
    case 'em':
      return { emphasis: spansOf(token.tokens) }
    case 'link':
      return { link: token.href, text: spansOf(token.tokens) }
    default:
      throw new Error(`cannot be shown: ${token.raw}`)
  }
}
