import type { EmailBlock } from '@millrace/contract/email-blocks'
import type { Locator } from 'playwright-core'
import { button, type Hand, labelled, rowOf } from './hand.ts'
import { fillText } from './texts.ts'

const names: Record<EmailBlock['type'], string> = {
  heading: 'Heading',
  text: 'Text',
  button: 'Button',
  image: 'Image',
  divider: 'Divider',
  columns: 'Columns',
  question: 'Question',
  voucher: 'Voucher',
  html: 'HTML',
  piece: 'Saved piece',
}

/** What a new e-mail begins with. */
const FRESH: readonly EmailBlock['type'][] = ['heading', 'text']

/** Writes the blocks of an e-mail in their editor. Blocks of the new e-mail are kept as far as they suit. */
export async function writeBlocks(hand: Hand, panel: Locator, blocks: readonly EmailBlock[]): Promise<void> {
  await hand.click(button(panel, 'Edit e-mail'))
  const editor = hand.page.getByRole('dialog', { name: 'Edit e-mail' })
  const types = blocks.map(({ type }) => type)
  const kept: number[] = []
  for (const [place, type] of FRESH.entries()) if (types[kept.length] === type) kept.push(place)
  // An e-mail has one block at least, so the new ones come first.
  // Columns have the same buttons for their blocks, above those of the e-mail.
  for (const type of types.slice(kept.length)) await hand.click(button(editor, names[type]).last())
  for (const [place, type] of [...FRESH.entries()].toReversed())
    if (!kept.includes(place)) await hand.click(button(editor, `Remove ${names[type]}, block ${place + 1}`))
  for (const [place, block] of blocks.entries())
    await fillBlock(hand, rowOf(editor, `${names[block.type]}, block ${place + 1}`), block)
  await hand.click(button(editor, 'Done'))
  await editor.waitFor({ state: 'detached' })
}

async function fillBlock(hand: Hand, at: Locator, block: EmailBlock): Promise<void> {
  const fill = (label: string, text: string) => fillText(hand, at, label, text)
  switch (block.type) {
    case 'heading':
      return fill('Heading', block.text)
    case 'text':
      return fill('Text', block.text)
    case 'button':
      await fill('Label', block.text)
      return fill('Link', block.url)
    case 'image':
      await fill('Image address', block.url)
      await fill('Alt text', block.alt)
      return block.link === undefined ? undefined : fill('Link (optional)', block.link)
    case 'voucher':
      await fill('What it is for', block.text)
      await fill('Code', block.code)
      return block.terms === undefined ? undefined : fill('Terms (optional)', block.terms)
    case 'html':
      return fill('HTML', block.html)
    case 'question':
      await fill('Question', block.text)
      await hand.choose(labelled(at, 'Answers'), block.scale === 'stars' ? 'One to five stars' : 'Yes or no')
      if (block.yes !== undefined) await fill('Text for yes (optional)', block.yes)
      return block.no === undefined ? undefined : fill('Text for no (optional)', block.no)
    case 'divider':
      return
    case 'columns':
      if (block.columns.length === 3) await hand.click(button(at, 'Add third column'))
      for (const [place, column] of block.columns.entries())
        await fillColumn(hand, rowOf(at, `Column ${place + 1}`), column)
      return
    case 'piece':
      throw new Error('a saved piece is inserted, and not written')
  }
}

/** A new column has a text, which is kept where the column begins with one. */
async function fillColumn(hand: Hand, at: Locator, blocks: readonly EmailBlock[]): Promise<void> {
  const isKept = blocks[0]?.type === 'text'
  for (const { type } of isKept ? blocks.slice(1) : blocks) await hand.click(button(at, names[type]))
  if (!isKept) await hand.click(button(at, 'Remove Text, block 1'))
  for (const [place, block] of blocks.entries())
    await fillBlock(hand, rowOf(at, `${names[block.type]}, block ${place + 1}`), block)
}
