import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { saved } from '../canvas.ts'
import { addAfter, openStep, TRIGGER } from './boxes.ts'
import { button, type Hand, labelled } from './hand.ts'
import { withStepsIn } from './references.ts'
import { fillSettings } from './settings.ts'
import { fillStep, leadTo, typeNames } from './steps.ts'
import { fillTrigger } from './trigger.ts'
import { inOrder } from './ways.ts'

export interface Wanted {
  readonly name: string
  readonly definition: WorkflowDefinition
  /** The name of the segment that it is for. */
  readonly segment?: string | undefined
}

/** What an empty workflow has besides the trigger: where every way leads that leads nowhere else. */
const FIRST_END = 'end'

/** Builds a workflow on an empty canvas, step by step, and returns its id. Begins at the list of workflows. */
export async function buildWorkflow(hand: Hand, wanted: Wanted): Promise<string> {
  const { page } = hand
  await hand.click(page.getByRole('button', { name: 'New workflow' }).first())
  const dialog = page.getByRole('dialog')
  await hand.fill(labelled(dialog, 'Name'), wanted.name)
  await hand.click(button(dialog, 'Create workflow'))
  await page.waitForURL(/\/workflows\/[0-9a-f-]{36}$/)

  const { definition, segment } = wanted
  await fillTrigger(hand, await openStep(hand, TRIGGER), definition.trigger, segment)
  await fillSettings(hand, definition)
  await addSteps(hand, definition)
  return page.url().split('/').at(-1) as string
}

async function addSteps(hand: Hand, definition: WorkflowDefinition): Promise<void> {
  /** By the ids in the definition, those on this canvas. */
  const built = new Map<string, string>()
  for (const { node, arrivals } of inOrder(definition)) {
    const [first, ...others] = arrivals.map(({ from, label }) => ({
      from: from === undefined ? TRIGGER : (built.get(from) as string),
      label,
    }))
    if (first === undefined) throw new Error(`nothing leads to ${node.id}`)
    const isFirstEnd = node.type === 'end' && ![...built.values()].includes(FIRST_END)
    const id = isFirstEnd ? FIRST_END : await addAfter(hand, first.from, first.label, typeNames[node.type])
    built.set(node.id, id)
    await fillStep(hand, await openStep(hand, id), withStepsIn(node, built))
    if (!isFirstEnd)
      for (const { from, label } of others) await leadTo(hand, await openStep(hand, from), label, id)
  }
}

/** Publishes what is on the canvas. */
export async function publish({ click, tick, page }: Hand): Promise<void> {
  await saved(page)
  await click(button(page, 'Publish…'))
  const dialog = page.getByRole('dialog', { name: 'Publish draft' })
  const action = button(dialog, 'Publish')
  await action.waitFor()
  const transactional = labelled(dialog, 'These messages are transactional')
  if ((await transactional.count()) > 0) await tick(transactional, true)
  await click(action)
  await page.getByText('version 1 is live', { exact: true }).waitFor()
}
