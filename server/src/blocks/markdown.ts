import { Marked, type RendererObject, type Tokens } from 'marked'
import { escapeHtml } from '#base/escape-html.ts'

/** With its own margin: mail programs have different ones. */
const paragraphOf = (inner: string) => `<p style="margin:0 0 12px">${inner}</p>\n`

/** Nobody can tick a box in an e-mail. */
const checkbox = ({ checked }: Tokens.Checkbox) => (checked ? '[x] ' : '[ ] ')

/**
 * The Markdown of text blocks. Elements, images and tables in it are text, because there are blocks for what they do
 * and mail programs disagree about them.
 */
const asText: RendererObject = {
  html: ({ text }) => escapeHtml(text),
  code: ({ text }) => paragraphOf(escapeHtml(text)),
  table: ({ raw }) => paragraphOf(escapeHtml(raw)),
  image: ({ raw }) => escapeHtml(raw),
  checkbox,
}

const html = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    ...asText,
    heading({ tokens }) {
      return paragraphOf(`<strong>${this.parser.parseInline(tokens)}</strong>`)
    },
    paragraph({ tokens }) {
      return paragraphOf(this.parser.parseInline(tokens))
    },
    // As it was written: the parser would encode the marks of held Liquid.
    link({ href, tokens }) {
      return `<a href="${escapeHtml(href)}" target="_blank">${this.parser.parseInline(tokens)}</a>`
    },
  },
})

const plain = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text }) => text,
    code: ({ text }) => `${text}\n\n`,
    table: ({ raw }) => `${raw}\n\n`,
    image: ({ raw }) => raw,
    hr: () => '---\n\n',
    br: () => '\n',
    checkbox,
    codespan: ({ text }) => text,
    heading: paragraph,
    paragraph,
    blockquote({ tokens }) {
      return this.parser.parse(tokens)
    },
    list({ items, ordered, start }) {
      const first = Number(start) || 1
      const written = items.map((item, index) => {
        const text = this.parser.parse(item.tokens).trim().replaceAll('\n', '\n  ')
        return `${ordered ? `${first + index}.` : '-'} ${text}\n`
      })
      return `${written.join('')}\n`
    },
    strong: inline,
    em: inline,
    del: inline,
    text(token) {
      return 'tokens' in token && token.tokens ? this.parser.parseInline(token.tokens) : token.text
    },
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens)
      return words === href ? href : `${words} (${href})`
    },
  },
})

type This = ThisParameterType<NonNullable<RendererObject['paragraph']>>

function paragraph(this: This, { tokens }: Tokens.Generic): string {
  return `${this.parser.parseInline(tokens ?? [])}\n\n`
}

function inline(this: This, { tokens }: Tokens.Generic): string {
  return this.parser.parseInline(tokens ?? [])
}

export const markdownToHtml = (markdown: string): string => html.parse(markdown, { async: false }).trim()
export const markdownToText = (markdown: string): string => plain.parse(markdown, { async: false }).trim()
