import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { demo } from '../../server/src/demo/demo-data.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { violations } from './support/axe.ts'
import { launchBrowser, type Scheme } from './support/browser.ts'
import { newMember, openAs, refusals } from './support/member.ts'
import { screenshot } from './support/screenshot.ts'
import { tabTo } from './support/tab-to.ts'

// A browser without a graphics card on a busy machine takes its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

let millrace: TestMillrace
let browser: Browser

beforeAll(async () => {
  millrace = await startTestMillrace({ config: { demo: true } })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})

const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()

async function makeWorkflow(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New workflow' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Make it' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

async function addStep(page: Page, place: string, type: string): Promise<void> {
  await page.getByRole('button', { name: `Add a step ${place}`, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: type }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('a workflow is built on the canvas, saved by itself, undone, mended and published', async () => {
  const owner = await newMember(millrace, demo.organisationId)
  const { page, context, faults } = await openAs(browser, millrace, owner, '/workflows', {
    expected: refusals,
  })
  await page.getByRole('table', { name: 'Workflows' }).waitFor()
  await makeWorkflow(page, 'Thanks for a large bill')

  await addStep(page, 'after the trigger', 'Wait A while')
  const panel = page.getByRole('complementary', { name: 'The selected step' })
  await panel.getByLabel('How long: how many').fill('2')
  await panel.getByLabel('How long: of what').selectOption('hours')
  await saved(page)

  await addStep(page, 'after Wait', 'Add a tag To the guest.')
  await page.getByText('One problem').waitFor()
  await screenshot(page, 'dashboard-canvas-problem', { whole: false })
  expect(await violations(page)).toEqual([])
  await panel.getByLabel('Tag').fill('large-bill')
  await saved(page)
  await page.getByText('One problem').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await panel.getByLabel('Tag').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Redo' }).click()
  expect(await panel.getByLabel('Tag').inputValue()).toBe('large-bill')

  await page.getByRole('button', { name: 'When an event comes' }).click()
  await panel.getByLabel('Source').fill('bills')
  await panel.getByRole('button', { name: 'Add a condition' }).click()
  await panel.getByLabel('Only if, 1: name').fill('spend')
  await panel.getByLabel('Only if, 1: comparison').selectOption('is at least')
  await panel.getByLabel('Only if, 1: value').fill('100')
  await saved(page)
  await page.getByText(/spend/).first().waitFor()

  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish the draft' })
  await dialog.getByText('No guest is inside right now.').waitFor()
  await screenshot(page, 'dashboard-publish', { whole: false })
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('version 1 is live').waitFor()

  await page.reload()
  await page.getByRole('button', { name: /Add a tag large-bill/ }).waitFor()
  await page.getByRole('button', { name: /Add a tag large-bill/ }).click()
  await panel.getByLabel('Tag').fill('other')
  await saved(page)
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  await history.getByRole('button', { name: 'What changed' }).click()
  await history.getByText('It was the first one.').waitFor()
  await screenshot(page, 'dashboard-history', { whole: false })
  expect(await violations(page)).toEqual([])
  await history.getByRole('button', { name: 'Restore into the draft' }).click()
  await page.getByRole('button', { name: /Add a tag large-bill/ }).waitFor()

  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Events start nothing in it until it is resumed.').waitFor()
  await page.getByRole('button', { name: 'Pause it' }).click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('two people edit the same draft, and neither loses anything', async () => {
  const owner = await newMember(millrace, demo.organisationId)
  const other = await newMember(millrace, demo.organisationId, { role: 'editor' })
  const first = await openAs(browser, millrace, owner, '/workflows', { expected: refusals })
  await makeWorkflow(first.page, 'Edited by two')
  await first.page.waitForURL(/\/workflows\/[0-9a-f-]{36}$/)
  const second = await openAs(browser, millrace, other, new URL(first.page.url()).pathname, {
    expected: refusals,
  })
  await second.page.getByRole('heading', { name: 'Edited by two' }).waitFor()

  await addStep(first.page, 'after the trigger', 'Award points')
  await saved(first.page)
  await addStep(second.page, 'after the trigger', 'Create a task')
  const conflict = second.page.getByRole('dialog', { name: 'Somebody else has changed this draft' })
  await conflict.getByText(owner.email).waitFor()
  await screenshot(second.page, 'dashboard-conflict', { whole: false })
  expect(await violations(second.page)).toEqual([])
  await conflict.getByRole('button', { name: 'Take theirs' }).click()
  await second.page.getByRole('button', { name: /^Award points/ }).waitFor()
  await second.page.getByRole('button', { name: 'Undo' }).click()
  await second.page.getByRole('button', { name: /^Create a task/ }).waitFor()
  await saved(second.page)
  expect([...first.faults, ...second.faults]).toEqual([])
  await first.context.close()
  await second.context.close()
})

test('a step is added, filled in and removed by keyboard alone', async () => {
  const owner = await newMember(millrace, demo.organisationId)
  const { page, context, faults } = await openAs(browser, millrace, owner, '/workflows')
  await makeWorkflow(page, 'By hand')
  await tabTo(page, 'Add a step after the trigger')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Send an SMS')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Hello')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Label')
  await page.keyboard.type('A word of thanks')
  await page.getByRole('button', { name: /^A word of thanks/ }).waitFor()
  await saved(page)
  await page.getByRole('button', { name: /^A word of thanks/ }).focus()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: /^A word of thanks/ }).waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await saved(page)
  expect(faults).toEqual([])
  await context.close()
})

test('what is typed into a workflow is shown, and never carried out', async () => {
  const payload = `"><img src=x onerror=alert(1)><script>alert(2)</script>`
  const owner = await newMember(millrace, demo.organisationId)
  const { page, context, faults } = await openAs(browser, millrace, owner, '/workflows', {
    expected: refusals,
  })
  const dialogs: string[] = []
  page.on('dialog', dialog => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await makeWorkflow(page, payload)
  const panel = page.getByRole('complementary', { name: 'The selected step' })
  await addStep(page, 'after the trigger', 'Create a task')
  await panel.getByLabel('Label').fill(payload)
  await panel.getByLabel('Who does it').fill(payload)
  await panel.getByRole('textbox', { name: 'Title' }).fill(payload)
  await panel.getByRole('button', { name: 'Preview Title' }).click()
  await panel.getByRole('group', { name: 'Preview of Title' }).getByText('alert(1)').waitFor()
  await page.getByRole('button', { name: 'When an event comes' }).click()
  await panel.getByLabel('Source').fill(payload)
  await panel.getByRole('button', { name: 'Add a condition' }).click()
  await panel.getByLabel('Only if, 1: name').fill('note')
  await panel.getByLabel('Only if, 1: value').fill(payload)
  await saved(page)
  await page.reload()
  await page.getByRole('heading', { name: payload }).waitFor()
  await page.locator('[data-kind="act"]').click()
  await panel.getByRole('heading', { name: payload }).waitFor()
  await page.getByRole('link', { name: 'Workflows', exact: true }).first().click()
  await page.getByRole('link', { name: payload }).waitFor()
  expect(dialogs).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test.each<Scheme>(['light', 'dark'])('the list and the canvas are fit to be seen, %s', async scheme => {
  const viewer = await newMember(millrace, demo.organisationId, { role: 'viewer' })
  for (const width of [1280, 390]) {
    const { page, context, faults } = await openAs(browser, millrace, viewer, '/workflows', { scheme, width })
    await page.getByRole('table', { name: 'Workflows' }).waitFor()
    await screenshot(page, `dashboard-workflows-${scheme}-${width}`)
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await page.goto(`${millrace.url}/workflows/${demo.workflowId}`)
    await page
      .getByRole('button', { name: /^Send an e-mail|^Award points/ })
      .first()
      .click()
    await page.getByRole('complementary', { name: 'The selected step' }).waitFor()
    await screenshot(page, `dashboard-canvas-${scheme}-${width}`)
    expect(await violations(page)).toEqual([])
    expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0)
    expect(faults).toEqual([])
    await context.close()
  }
})
