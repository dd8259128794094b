import {
  type BlockType,
  type EmailBlock,
  isPieceKey,
  type SimpleBlock,
  type WrittenBlock,
} from '@millrace/contract/email-blocks'
import type { IconName } from '../../components/Icon.tsx'
import { t } from '../../language/words.ts'

interface Described {
  readonly name: string
  readonly icon: IconName
  fresh(): EmailBlock
}

/** Every type of block: its name, its picture, and a new one. */
export const blockTypes: Readonly<Record<BlockType, Described>> = {
  heading: { name: t`Heading`, icon: 'flag', fresh: () => ({ type: 'heading', text: '' }) },
  text: { name: t`Text`, icon: 'list', fresh: () => ({ type: 'text', text: '' }) },
  button: { name: t`Button`, icon: 'open', fresh: () => ({ type: 'button', text: '', url: 'https://' }) },
  image: { name: t`Image`, icon: 'screen', fresh: () => ({ type: 'image', url: 'https://', alt: '' }) },
  divider: { name: t`Divider`, icon: 'menu', fresh: () => ({ type: 'divider' }) },
  columns: {
    name: t`Columns`,
    icon: 'book',
    fresh: () => ({
      type: 'columns',
      columns: [[{ type: 'text', text: '' }], [{ type: 'text', text: '' }]],
    }),
  },
  question: {
    name: t`Question`,
    icon: 'talk',
    fresh: () => ({ type: 'question', text: '', scale: 'stars' }),
  },
  voucher: { name: t`Voucher`, icon: 'tag', fresh: () => ({ type: 'voucher', text: '', code: '' }) },
  html: { name: 'HTML', icon: 'record', fresh: () => ({ type: 'html', html: '' }) },
  piece: { name: t`Saved piece`, icon: 'save', fresh: () => ({ type: 'piece', piece: '' }) },
}

/** Those that are written. A saved piece is chosen. */
export const writtenTypes = Object.keys(blockTypes).filter(type => type !== 'piece') as WrittenBlock['type'][]
export const simpleTypes = writtenTypes.filter(
  type => type !== 'columns' && type !== 'question',
) as SimpleBlock['type'][]

/** What a block says, for a list of them. */
export function gistOfBlock(block: EmailBlock): string {
  switch (block.type) {
    case 'heading':
    case 'text':
    case 'button':
    case 'question':
      return block.text
    case 'voucher':
      return [block.text, block.code].filter(Boolean).join(': ')
    case 'image':
      return block.alt || block.url
    case 'html':
      return block.html.replace(/<[^>]*>/g, ' ')
    case 'columns':
      return block.columns.map(column => column.map(gistOfBlock).join(' ')).join(' · ')
    case 'piece':
      return block.piece
    case 'divider':
      return ''
  }
}

/** Without what has not been filled in yet, so that an e-mail can be looked at while it is written. */
export const writtenBlocks = <Block extends EmailBlock>(blocks: readonly Block[]): Block[] =>
  blocks.flatMap(block => {
    if (block.type !== 'columns') return isWritten(block) ? [block] : []
    const columns = block.columns.map(writtenBlocks)
    return columns.every(column => column.length > 0) ? [{ ...block, columns }] : []
  })

function isWritten(block: EmailBlock): boolean {
  if (block.type === 'piece') return isPieceKey(block.piece)
  if ('text' in block && block.text === '') return false
  if ('code' in block && block.code === '') return false
  if ('url' in block && block.url === '') return false
  return !('html' in block && block.html === '')
}
