import { createRequire } from 'node:module'
import { type Brand, brandFonts } from '@millrace/contract/brand'
import type { SingleBlock, WrittenBlock } from '@millrace/contract/email-blocks'
import type { Engine } from 'mrml'
import { escapeHtml } from '#base/escape-html.ts'
import { markdownToHtml } from './markdown.ts'
import { aroundLiquid, createMarks } from './marks.ts'
import { questionToHtml } from './question.ts'
import { isReadableOn, readableOn } from './readable.ts'
import { isRightToLeft } from './right-to-left.ts'
import { voucherToHtml } from './voucher.ts'

/**
 * MJML knows what Outlook, Gmail and phones make of HTML. Its compiler as WebAssembly is one package that renders a mail
 * in less than a millisecond; the reference implementation is 216 packages and takes 30. It is loaded when a
 * mail is first made: a worker makes one when it starts (`prepareEmails`).
 */
let engine: Engine | undefined
function compile(mjml: string): string {
  engine ??= new (createRequire(import.meta.url)('mrml') as typeof import('mrml')).Engine()
  const result = engine.toHtml(mjml)
  if (result.type === 'success') return result.content
  throw new Error(`MJML of our own could not be compiled: ${result.message}`)
}

/**
 * The template of a mail's HTML. The compiler sees a skeleton with marks: whatever a member wrote is put in afterwards,
 * escaped, so that no text of theirs can be taken for MJML.
 */
export function blocksToHtml(
  blocks: readonly WrittenBlock[],
  { logo, accent = INK, background = '#f3f4f6', font = 'Helvetica', footer }: Brand = {},
): string {
  // Letters, because the compiler writes any other character of an attribute as an escape.
  const marks = createMarks('heldpart', 'trapdleh')
  const [align, direction] = isRightToLeft(blocks) ? ['right', 'rtl'] : ['left', 'ltr']
  const html = compile(`<mjml>
    <mj-head><mj-attributes>
      <mj-all font-family="${escapeHtml(brandFonts[font])}" />
      <mj-text font-size="16px" line-height="24px" color="${INK}" padding="8px 24px" align="${align}" />
      <mj-button font-size="16px" background-color="${accent}" color="${readableOn(accent)}" border-radius="6px" inner-padding="12px 24px" padding="12px 24px" align="${align}" />
      <mj-image padding="8px 24px" />
      <mj-divider border-width="1px" border-color="#dcdee2" padding="16px 24px" />
      <mj-section padding="0" background-color="${PAPER}" direction="${direction}" />
      <mj-column direction="${direction}" />
      <mj-wrapper direction="${direction}" />
    </mj-attributes><mj-style>
      a { color: ${isReadableOn(accent, PAPER) ? accent : INK} }
      .footer a { color: ${readableOn(background)} }
    </mj-style></mj-head>
    <mj-body background-color="${background}">
      ${above(logo, background, marks.hold)}
      <mj-wrapper background-color="${PAPER}" padding="24px 0">${sectionsOf(blocks)
        .map(
          columns =>
            `<mj-section>${columns.map(column => columnOf(column, marks.hold)).join('')}</mj-section>`,
        )
        .join('')}</mj-wrapper>
      ${footer === undefined ? '' : below(footer, background, marks.hold)}
    </mj-body>
  </mjml>`)
  // The language of the text is not known here, and "und" would make screen readers guess no better than nothing.
  return marks.release(html.replaceAll(' lang="und"', ''))
}

const INK = '#26282c'
const PAPER = '#ffffff'

const above = (logo: Brand['logo'], background: string, hold: Hold) =>
  logo === undefined
    ? `<mj-section background-color="${background}"><mj-column><mj-spacer height="24px" /></mj-column></mj-section>`
    : `<mj-section background-color="${background}" padding="16px 0"><mj-column>
        <mj-image width="160px" align="left" src="${hold(escapeHtml(logo.url))}" alt="${hold(notLiquid(logo.alt))}" />
      </mj-column></mj-section>`

/** A name with braces in it is no value: it would be a fault of every e-mail. */
const notLiquid = (text: string) => escapeHtml(text).replaceAll('{', '&#123;')

const below = (footer: string, background: string, hold: Hold) =>
  `<mj-section background-color="${background}" padding="16px 0"><mj-column>
    <mj-text css-class="footer" font-size="13px" line-height="20px" color="${readableOn(background)}">
      ${hold(markdownToHtml(footer))}</mj-text>
  </mj-column></mj-section>`

type Column = readonly SingleBlock[]

/** Blocks that follow each other share a section with one column. */
function sectionsOf(blocks: readonly WrittenBlock[]): readonly (readonly Column[])[] {
  const sections: Column[][] = []
  let single: SingleBlock[] | undefined
  for (const block of blocks) {
    if (block.type === 'columns') {
      sections.push(block.columns)
      single = undefined
    } else if (single === undefined) {
      single = [block]
      sections.push([single])
    } else single.push(block)
  }
  return sections
}

const columnOf = (blocks: Column, hold: Hold) =>
  `<mj-column vertical-align="top">${blocks.map(block => elementOf(block, hold)).join('')}</mj-column>`

type Hold = (html: string) => string

function elementOf(block: SingleBlock, hold: Hold): string {
  const escaped = (text: string) => hold(aroundLiquid(text, escapeHtml))
  switch (block.type) {
    case 'heading':
      return `<mj-text font-size="24px" line-height="32px" font-weight="700">
        <h1 style="margin:0;font-size:inherit;line-height:inherit">${escaped(block.text)}</h1></mj-text>`
    case 'text':
      return `<mj-text>${hold(aroundLiquid(block.text, markdownToHtml))}</mj-text>`
    case 'button':
      return `<mj-button href="${escaped(block.url)}">${escaped(block.text)}</mj-button>`
    case 'image': {
      const link = block.link === undefined ? '' : ` href="${escaped(block.link)}"`
      return `<mj-image src="${escaped(block.url)}" alt="${escaped(block.alt)}"${link} />`
    }
    case 'question':
      return `<mj-text>${hold(questionToHtml(block))}</mj-text>`
    case 'voucher':
      return `<mj-text>${hold(voucherToHtml(block))}</mj-text>`
    case 'divider':
      return '<mj-divider />'
    case 'html':
      return `<mj-text>${hold(block.html)}</mj-text>`
  }
}
