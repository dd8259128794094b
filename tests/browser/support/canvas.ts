import type { Page } from 'playwright-core'

/** What people do on the canvas of a workflow. */

export const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()

export const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Selected step' })

export async function makeWorkflow(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New workflow' }).first().click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Create workflow' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** Brings all of it into view, as large as it may be. */
export const showAll = (page: Page) => page.getByRole('button', { name: 'Fit to view' }).click()

export async function openBox(page: Page, name: string | RegExp): Promise<void> {
  await showAll(page)
  await page.locator('[data-box]').and(page.getByRole('button', { name })).click()
}

export async function addStep(page: Page, place: string, type: string): Promise<void> {
  await showAll(page)
  await page.getByRole('button', { name: `Add a step ${place}`, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: type }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Draws a line with the mouse, from a way of one node to another node. */
export async function drawLine(page: Page, from: string, handle: string, to: string): Promise<void> {
  await showAll(page)
  const [source, target] = [
    page.locator(`.react-flow__node[data-id="${from}"] .source[data-handleid="${handle}"]`),
    page.locator(`.react-flow__node[data-id="${to}"] .target`),
  ]
  await source.hover()
  await page.mouse.down()
  const box = await target.boundingBox()
  if (box === null) throw new Error(`${to} is not to be seen`)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 })
  await page.mouse.up()
}
