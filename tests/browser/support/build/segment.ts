import type { Condition } from '@millrace/contract/condition'
import { fillCondition } from './conditions.ts'
import { button, type Hand, labelled } from './hand.ts'

/** Creates a segment on its page. Begins at the list of segments. */
export async function buildSegment(
  hand: Hand,
  { name, condition }: { name: string; condition: Condition },
): Promise<void> {
  const { page } = hand
  await hand.click(page.getByRole('link', { name: 'New segment' }).first())
  const form = page.getByRole('main')
  await hand.fill(labelled(form, 'Name'), name)
  await fillCondition(hand, form, 'Condition', condition)
  await hand.click(button(form, 'Create segment'))
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}
