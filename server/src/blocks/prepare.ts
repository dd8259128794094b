import type { WrittenBlock } from '@millrace/contract/email-blocks'
import { compileTemplate } from '#templates/compile-template.ts'
import { blocksToHtml } from './blocks-to-html.ts'
import { blocksToText } from './blocks-to-text.ts'

/** What members write, so that every expression of the Markdown parser is used. */
const EXAMPLE: readonly WrittenBlock[] = [
  { type: 'heading', text: 'Hello {{ guest.name }}' },
  {
    type: 'text',
    text: '**Bold**, _italic_, ~~gone~~, `code`, [a link](https://example.com)\n\n- one\n- two\n\n1. one\n\n> quoted\n\n---\n\nLine & <b>element</b>\nhttps://example.com',
  },
  { type: 'button', text: 'Book', url: 'https://example.com' },
  {
    type: 'columns',
    columns: [[{ type: 'divider' }], [{ type: 'image', url: 'https://example.com/a.png', alt: 'A' }]],
  },
]

/**
 * Loads the compiler of e-mails and uses all that an e-mail needs, when a worker starts. For the first e-mail of a run instead, it
 * held the process, and with it the requests that it answers, for 70 ms.
 */
export function prepareEmails(): void {
  // Twice: an expression is compiled to machine code when it is used again.
  for (let round = 0; round < 2; round++) {
    compileTemplate(blocksToHtml(EXAMPLE, { footer: 'The Vine, **1 High Street**' }), 'html')
    blocksToText(EXAMPLE)
  }
}
