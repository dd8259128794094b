import type { Brand } from '@millrace/contract/brand'
import type { WrittenBlock } from '@millrace/contract/email-blocks'
import { markdownToText } from './markdown.ts'
import { aroundLiquid } from './marks.ts'
import { questionToText } from './question.ts'
import { voucherToText } from './voucher.ts'

/**
 * The template of a mail's text part; undefined if a block is HTML, because what that says is known once it is rendered.
 */
export function blocksToText(blocks: readonly WrittenBlock[], { footer }: Brand = {}): string | undefined {
  const all = blocks.flatMap(block => (block.type === 'columns' ? block.columns.flat() : [block]))
  if (all.some(({ type }) => type === 'html')) return undefined
  const texts = all.map(block => {
    switch (block.type) {
      case 'heading':
        return block.text
      case 'text':
        return aroundLiquid(block.text, markdownToText)
      case 'button':
        return `${block.text}: ${block.url}`
      case 'question':
        return questionToText(block)
      case 'voucher':
        return voucherToText(block)
      case 'image':
        return [block.alt, block.link].filter(Boolean).join(': ')
      default:
        return '---'
    }
  })
  return [...texts, ...(footer === undefined ? [] : [markdownToText(footer)])]
    .filter(text => text !== '')
    .join('\n\n')
}
