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
  for (const type of types.slice(kept.length)) await hand.click(button(editor, names[type]))
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
      return fill('Alt text', block.alt)
    case 'html':
      return fill('HTML', block.html)
    case 'question':
      await fill('Question', block.text)
      return hand.choose(labelled(at, 'Answers'), block.scale === 'stars' ? 'One to five stars' : 'Yes or no')
    case 'divider':
      return
    case 'columns':
      throw new Error('no staple has columns')
  }
}
