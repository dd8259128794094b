import type { NodeOf } from '@millrace/contract/node'
import type { Locator } from 'playwright-core'
import { fillCondition } from './conditions.ts'
import { type Hand, labelled } from './hand.ts'

type Listened = Omit<NodeOf<'wait_for_event'>['events'][number], 'next'>

/** An event that a run under way listens for. */
export async function fillListened(
  hand: Hand,
  row: Locator,
  { source, label, match, when }: Listened,
  condition: string,
): Promise<void> {
  await hand.fill(labelled(row, 'Source'), source ?? '')
  if (label !== undefined) await hand.fill(labelled(row, 'Label'), label)
  await fillMatch(hand, row, match)
  if (when !== undefined) await fillCondition(hand, row, condition, when)
}

/** Which parameters say that it is about the same thing. */
export async function fillMatch(hand: Hand, row: Locator, match: readonly string[] = []): Promise<void> {
  if (match.length > 0)
    await hand.fill(labelled(row, 'Same as in the event that started the run'), match.join(', '))
}
