import type { Locator, Page } from 'playwright-core'
import { panelOf } from '../canvas.ts'
import { button, type Hand } from './hand.ts'

/** Boxes on the canvas, by the ids that their steps got. */

export const TRIGGER = '#trigger'

const boxOf = (page: Page, id: string): Locator => page.locator(`.react-flow__node[data-id="${id}"]`)

/** Clicks something on the canvas, which is brought into view first where it is outside. */
async function clickOn(hand: Hand, target: Locator): Promise<void> {
  const canvas = hand.page.locator('.react-flow')
  const [frame, box] = [await canvas.boundingBox(), await target.boundingBox()]
  const isShown =
    frame !== null &&
    box !== null &&
    box.x >= frame.x &&
    box.y >= frame.y &&
    box.x + box.width <= frame.x + frame.width &&
    box.y + box.height <= frame.y + frame.height
  if (!isShown) await hand.click(button(hand.page, 'Fit to view'))
  await hand.click(target)
}

/** Opens the form of a step, unless it is open. */
export async function openStep(hand: Hand, id: string): Promise<Locator> {
  const box = boxOf(hand.page, id).locator('[data-box]')
  if ((await box.getAttribute('aria-pressed')) !== 'true') await clickOn(hand, box)
  return panelOf(hand.page)
}

/** Adds a step where a way leaves a box, and returns its id. Its form is open. */
export async function addAfter(hand: Hand, from: string, label: string, type: string): Promise<string> {
  const { page } = hand
  const before = await selectedOn(page)
  const name = label === '' ? /^Add a step after / : new RegExp(`^Add a step after .*, ${escaped(label)}$`)
  await clickOn(hand, boxOf(page, from).getByRole('button', { name }))
  const dialog = page.getByRole('dialog', { name: 'Add a step' })
  await hand.click(dialog.getByRole('button').filter({ has: page.getByText(type, { exact: true }) }))
  await dialog.waitFor({ state: 'detached' })
  const id = await selectedOn(page)
  if (id === undefined || id === before) throw new Error(`no step was added after ${from}, ${label}`)
  return id
}

async function selectedOn(page: Page): Promise<string | undefined> {
  const pressed = page.locator('.react-flow__node', { has: page.locator('[data-box][aria-pressed="true"]') })
  return (await pressed.count()) === 0 ? undefined : ((await pressed.getAttribute('data-id')) ?? undefined)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
