import type { Locator } from 'playwright-core'
import { type Hand, labelled } from './hand.ts'
import { readFromSteps } from './references.ts'

/** Texts with Liquid in them. */

/** Into the editor of a step's text. */
export async function writeText(hand: Hand, panel: Locator, label: string, text: string): Promise<void> {
  await expectOffered(panel, label, text)
  await hand.write(panel.getByRole('textbox', { name: label, exact: true }), text)
}

/** Into a text of an e-mail. */
export async function fillText(hand: Hand, block: Locator, label: string, text: string): Promise<void> {
  await expectOffered(block, label, text)
  await hand.write(labelled(block, label), text)
}

/** Nobody can know how to write what an earlier step leaves: the menu beside the text has it. */
async function expectOffered(at: Locator, label: string, text: string): Promise<void> {
  const page = at.page()
  for (const name of readFromSteps(text)) {
    const field = labelled(at, `Insert into ${label}`)
    await field.fill(name)
    const options = page.getByRole('listbox', { name: 'Options' }).getByRole('option')
    if ((await options.filter({ hasText: name }).count()) === 0)
      throw new Error(`${name} cannot be inserted into ${label}`)
    await field.press('Escape')
  }
}
