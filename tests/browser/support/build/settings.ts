import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { fillCondition } from './conditions.ts'
import { button, type Hand, labelled, rowOf } from './hand.ts'
import { fillMatch } from './listened.ts'

/** The values that the steps share, and what ends a run at once. */
export async function fillSettings(
  hand: Hand,
  { variables = [], exits = [] }: Pick<WorkflowDefinition, 'variables' | 'exits'>,
): Promise<void> {
  if (variables.length === 0 && exits.length === 0) return
  await hand.click(button(hand.page, 'Settings'))
  const panel = hand.page.getByRole('complementary', { name: 'Workflow settings' })
  for (const [place, { key, value }] of variables.entries()) {
    await hand.click(button(panel, 'Add variable'))
    const row = rowOf(panel, `Variable ${place + 1}`)
    await hand.fill(labelled(row, 'Name'), key)
    await hand.choose(labelled(row, 'Type'), typeof value === 'number' ? 'number' : 'text')
    await hand.fill(labelled(row, 'Value'), String(value))
  }
  for (const [place, exit] of exits.entries()) {
    await hand.click(button(panel, 'Add exit'))
    const row = rowOf(panel, `Exit ${place + 1}`)
    await hand.choose(
      labelled(row, 'When'),
      exit.on === 'event' ? 'The guest has an event' : 'The guest changes',
    )
    if (exit.label !== undefined) await hand.fill(labelled(row, 'Reason'), exit.label)
    if (exit.on === 'event') {
      await hand.fill(labelled(row, 'Source'), exit.source ?? '')
      await fillMatch(hand, row, exit.match)
    }
    if (exit.when !== undefined) await fillCondition(hand, row, `Only if, exit ${place + 1}`, exit.when)
  }
}
