import type { RunInspection } from '@millrace/contract/dashboard/runs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../server/src/db/database.ts'
import { demo } from '../../server/src/demo/demo-data.ts'
import { createWorkflow } from '../../server/src/workflows/create-workflow.ts'
import { publishWorkflow } from '../../server/src/workflows/publish-workflow.ts'
import { sendEvent, settled } from '../api/management-ground.ts'
import { signedIn, type Visitor } from '../support/dashboard.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { smallImage } from '../support/small-image.ts'
import { someOf } from '../support/trials.ts'
import { furtherViolations, violations } from './support/axe.ts'
import { connectBrowser, copiedFrom, desktop, follow, phone, type TestBrowser } from './support/browser.ts'
import { addStep, drawLine, makeWorkflow, openBox, panelOf, saved, showAll } from './support/canvas.ts'
import { contentOf } from './support/download.ts'
import { look, lookOn } from './support/look.ts'
import { newMember, openAs, refusals } from './support/member.ts'
import { screenshot } from './support/screenshot.ts'
import { tabTo } from './support/tab-to.ts'

let millrace: TestMillrace
let browser: TestBrowser
/** Does by the API what is not to be seen. */
let hand: Visitor

beforeAll(async () => {
  millrace = await startTestMillrace({ config: { demo: true } })
  browser = await connectBrowser()
  hand = await signedIn(millrace, demo.organisationId)
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})

const view = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

/** By keyboard and by mouse, with the e-mail beside it. */
async function writeBlocks(page: Page, panel: Locator): Promise<void> {
  await panel.getByRole('button', { name: 'Edit e-mail' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit e-mail' })
  const block = (name: string) => editor.getByRole('group', { name, exact: true })
  const drawn = editor.getByRole('group', { name: 'E-mail preview' })
  await drawn.getByText('Hello Ada Example').waitFor()
  // A value goes where the cursor is, and a mark around what is selected.
  const heading = block('Heading, block 1').getByRole('textbox')
  await heading.fill('Dear !')
  await heading.press('ArrowLeft')
  await block('Heading, block 1').getByLabel('Insert into Heading').fill('name')
  await page.getByRole('option', { name: /^Guest’s name/ }).click()
  expect(await heading.innerText()).toBe('Dear Guest’s name!')
  const text = block('Text, block 2').getByRole('textbox')
  await text.fill('Have {{ workflow.variables.offer }}.')
  await text.selectText()
  await block('Text, block 2').getByRole('button', { name: 'Bold' }).click()
  expect(await text.innerText()).toBe('**Have offer.**')
  await drawn.getByText('Dear Ada Example!').waitFor()
  await drawn.locator('strong').getByText('Have a free dessert.').waitFor()

  await editor.getByRole('button', { name: 'Button', exact: true }).click()
  await page.keyboard.type('Book again')
  await block('Button, block 3').getByLabel('Link', { exact: true }).fill('example.com')
  await editor.getByText('A link begins with https://').waitFor()
  await block('Button, block 3').getByLabel('Link', { exact: true }).fill('https://example.com/book')
  await editor.getByText('A link begins with https://').waitFor({ state: 'detached' })
  await editor.getByRole('button', { name: 'Columns', exact: true }).click()
  await block('Column 1').getByRole('textbox').fill('Leeds')
  await block('Column 2').getByRole('textbox').fill('Lisbon')
  const [leeds, lisbon] = [drawn.getByText('Leeds'), drawn.getByText('Lisbon')]
  await lisbon.waitFor()
  expect((await lisbon.boundingBox())?.y).toBe((await leeds.boundingBox())?.y)
  await screenshot(page, 'dashboard-email-editor', { whole: false })
  expect(await furtherViolations(page)).toEqual([])
  await editor.getByRole('button', { name: 'Phone' }).click()
  await expect
    .poll(async () => (await lisbon.boundingBox())?.y)
    .toBeGreaterThan((await leeds.boundingBox())?.y ?? 0)
  // Dragged by its head, and moved by a button.
  await block('Columns, block 4').getByText('Columns', { exact: true }).dragTo(block('Heading, block 1'))
  await block('Columns, block 1').waitFor()
  await editor.getByRole('button', { name: 'Move Columns, block 1 down' }).click()
  await block('Columns, block 2').waitFor()
  await editor.getByRole('button', { name: 'Remove Columns, block 2' }).click()
  await editor.getByText('Preview with one of your guests').click()
  await editor.getByLabel('Guest', { exact: true }).fill('Maya')
  await editor.getByRole('button', { name: /^Maya Okafor/ }).click()
  await drawn.getByText('Dear Maya Okafor!').waitFor()
  await editor.getByRole('button', { name: 'Image', exact: true }).click()
  const image = block('Image, block 4')
  await image.getByText('Say what the image shows').waitFor()
  const { content } = smallImage('terrace.png')
  await image
    .locator('input[type=file]')
    .setInputFiles({ name: 'terrace.png', mimeType: 'image/png', buffer: Buffer.from(content, 'base64') })
  const shown = drawn.locator('img')
  await expect
    .poll(() => shown.evaluate(img => (img as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(1)
  await image.getByLabel('Alt text', { exact: true }).fill('The terrace')
  await editor.getByText('Say what the image shows').waitFor({ state: 'detached' })
  await editor.getByRole('button', { name: 'Done' }).click()
  await editor.waitFor({ state: 'detached' })
  await panel.getByText('Dear {{ guest.name }}!').waitFor()
  await saved(page)
}

test('a workflow with every type of step is built, tried out, published, and followed through a run', async () => {
  const owner = await newMember(millrace, demo.organisationId)
  const { page, context, faults } = await openAs(browser, millrace, owner, '/workflows', {
    expected: refusals,
  })
  const panel = panelOf(page)
  await page.getByRole('table', { name: 'Workflows' }).waitFor()
  await makeWorkflow(page, 'Every step')
  await page.waitForURL(/\/workflows\/[0-9a-f-]{36}$/)

  // The trigger, and everything that concerns the whole.
  await page.getByRole('button', { name: 'When an event arrives' }).click()
  await panel.getByLabel('Source').fill('bar-bill')
  await panel.getByRole('button', { name: 'Add a condition' }).click()
  await panel.getByLabel('Only if, 1: name').fill('spend')
  await panel.getByLabel('Only if, 1: comparison').selectOption('is at least')
  await panel.getByLabel('Only if, 1: value').fill('20')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = page.getByRole('complementary', { name: 'Workflow settings' })
  await settings.getByLabel('Name').fill('Every step there is')
  await settings.getByLabel('Description').fill('Built by hand.')
  await settings.getByRole('button', { name: 'Add variable' }).click()
  const variable = settings.getByRole('group', { name: 'Variable 1' })
  await variable.getByLabel('Name').fill('Offer!')
  await page.locator('summary', { hasText: '1 problem' }).waitFor()
  await variable.getByLabel('Name').fill('offer')
  await variable.getByLabel('Value').fill('a free dessert')
  await variable.getByRole('button', { name: 'Add venue' }).click()
  await variable.getByLabel('Venue code').fill(demo.serial)
  await variable.getByRole('group', { name: 'Venue 1' }).getByLabel('Value').fill('a glass of wine')
  await settings.getByRole('button', { name: 'Add exit' }).click()
  await settings.getByRole('group', { name: 'Exit 1', exact: true }).getByLabel('Source').fill('refund')
  await settings.getByRole('button', { name: 'Add exit' }).click()
  const exit = settings.getByRole('group', { name: 'Exit 2', exact: true })
  await exit.getByLabel('When').selectOption('The guest changes')
  await exit.getByLabel('Only if, exit 2, 1: value').fill('barred')
  await saved(page)
  await page.locator('summary', { hasText: '1 problem' }).waitFor({ state: 'detached' })
  await page.getByText(/A guest leaves at once when an event comes from "refund"/).waitFor()
  await screenshot(page, 'dashboard-workflow-settings', { whole: false })
  expect(await violations(page)).toEqual([])

  // Lines, drawn by mouse and chosen by keyboard.
  await addStep(page, 'after the trigger', 'Branch')
  await panel.getByRole('group', { name: 'Case 1', exact: true }).getByLabel('Label').fill('Rich')
  await panel.getByLabel('If, case 1, 1: value').fill('100000')
  await addStep(page, 'after Branch, Rich', 'Call a webhook')
  await panel.getByRole('textbox', { name: 'Address' }).fill('https://example.com/said')
  await panel.getByLabel('If the call fails').selectOption('The run takes another branch')
  await addStep(page, 'after Call a webhook, Succeeded', 'End The run ends here.')
  await saved(page)
  await page
    .getByText(/problem/)
    .first()
    .waitFor({ state: 'detached' })
  await drawLine(page, 'call_webhook_1', 'next', 'end')
  await page.locator('summary', { hasText: '1 problem' }).click()
  await screenshot(page, 'dashboard-canvas-problem', { whole: false })
  expect(await furtherViolations(page)).toEqual([])
  await openBox(page, /^Call a webhook/)
  await panel.getByLabel('Succeeded: then').focus()
  await page.keyboard.press('End')
  await saved(page)
  await page.locator('summary', { hasText: '1 problem' }).waitFor({ state: 'detached' })

  // The other steps, one after the other.
  await addStep(page, 'after Branch, Otherwise', 'Send an e-mail')
  await panel.getByRole('textbox', { name: 'Subject' }).fill('Thank you, {{ guest.name }}')
  await panel.getByRole('textbox', { name: 'Text part' }).fill('Dear {{ guest.name }}')
  await writeBlocks(page, panel)
  await addStep(page, 'after Send an e-mail', 'Send an SMS')
  await panel.getByRole('textbox', { name: 'Text' }).fill('Thank you ☕')
  // It is marketing, so it says how to end it.
  await panel.getByText('33 characters in UCS-2: charged as 1 message.').waitFor()
  await addStep(page, 'after Send an SMS', 'Award points')
  await panel.getByLabel('Amount', { exact: true }).fill('25')
  await addStep(page, 'after Award points', 'Add a tag To the guest.')
  await panel.getByLabel('Tag').fill('bar')
  await addStep(page, 'after Add a tag', 'Remove a tag')
  await panel.getByLabel('Tag').fill('new')
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await panel.getByLabel('Tag').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Redo' }).click()
  expect(await panel.getByLabel('Tag').inputValue()).toBe('new')
  await addStep(page, 'after Remove a tag', 'Update the guest')
  await panel.getByLabel('Name of the attribute').fill('level')
  await panel.getByLabel('New value').fill('gold')
  await addStep(page, 'after Update the guest', 'Create a task')
  await panel.getByRole('textbox', { name: 'Title' }).fill('Greet {{ guest.name }}')
  await addStep(page, 'after Create a task', 'Wait A while')
  await panel.getByLabel('How long: amount').fill('1')
  await panel.getByLabel('How long: unit').selectOption('seconds')
  await addStep(page, 'after Wait', 'Wait for an event')
  await panel.getByLabel('Source').fill('bar-again')
  await addStep(page, 'after Wait for an event, bar-again', 'Split')
  await saved(page)
  await page
    .getByText(/problem/)
    .first()
    .waitFor({ state: 'detached' })
  await showAll(page)
  await screenshot(page, 'dashboard-canvas-every-step', { whole: false })

  // Tried out, with an event while it waits, and kept as a test.
  await view(page, 'Simulator')
  await page.getByText('No simulation yet').waitFor()
  const begins = page.getByRole('group', { name: 'Start', exact: true })
  await begins.getByRole('button', { name: 'Add parameter' }).click()
  await begins.getByLabel('Name').fill('spend')
  await begins.getByLabel('Type', { exact: true }).selectOption('number')
  await begins.getByLabel('Value').fill('5')
  await page.getByRole('button', { name: 'Run simulation' }).click()
  await page.getByText("✗ the event's spend is at least 20: found 5").waitFor()
  await begins.getByRole('button', { name: 'As JSON' }).click()
  await begins.getByLabel('Parameters, as JSON').fill('{"spend": 45}')
  await page.getByRole('button', { name: 'Add timeline entry' }).click()
  await page.getByRole('button', { name: 'Add timeline entry' }).click()
  const second = page.getByRole('group', { name: 'Timeline entry 2' })
  await second.getByLabel('What happens').selectOption('Another event arrives for the guest')
  await second.getByLabel('Source').fill('bar-again')
  await page.getByRole('button', { name: 'Run simulation' }).click()
  const outcome = page.getByRole('region', { name: 'Simulation result' })
  await outcome.getByText('The workflow takes the event.').waitFor()
  await outcome.getByText('points: 0 → 25').waitFor()
  await outcome.getByText(/The run resumed\./).waitFor()
  const simulated = outcome.getByRole('list', { name: 'Steps' })
  await simulated.getByText('Awarded 25 points; the balance was 25 then.').waitFor()
  await simulated.getByRole('button', { name: /^Branch/ }).click()
  await outcome.getByText("✗ the guest's points balance is at least 100000: found 0").waitFor()
  await simulated.getByRole('button', { name: /^Send an e-mail/ }).click()
  await outcome.getByRole('group', { name: 'The e-mail' }).getByText('Have a free dessert.').waitFor()
  await screenshot(page, 'dashboard-simulator-tried')
  expect(await furtherViolations(page)).toEqual([])
  await page.getByLabel('Guest to use').selectOption('One of your guests')
  await page.getByLabel('Guest', { exact: true }).fill('Maya')
  await page.getByRole('button', { name: /^Maya Okafor/ }).click()
  await page.getByRole('button', { name: 'Run simulation' }).click()
  await outcome.getByRole('group', { name: 'The e-mail' }).getByText('Dear Maya Okafor').waitFor()
  await outcome.getByRole('button', { name: 'Create an invented copy' }).click()
  await outcome.getByLabel('Test name').fill('A bill at the bar ends well')
  await outcome.getByRole('button', { name: 'Save test' }).click()
  const kept = page.getByRole('table', { name: 'Tests' })
  await kept.getByText('passed', { exact: true }).waitFor()

  // What is kept holds a publication up that would break it.
  await view(page, 'Canvas')
  await openBox(page, /^Award points/)
  await panel.getByLabel('Amount', { exact: true }).fill('26')
  await saved(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  const publishing = page.getByRole('dialog', { name: 'Publish draft' })
  await publishing.getByText('No guests are inside right now.').waitFor()
  await publishing.getByRole('button', { name: 'Publish' }).click()
  await publishing.getByText(/The sum of points was to be 25, and is 26\./).waitFor()
  await screenshot(page, 'dashboard-publish', { whole: false })
  expect(await violations(page)).toEqual([])
  await publishing.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await saved(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  await publishing.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('version 1 is live', { exact: true }).waitFor()

  // Changed again, compared over real events, and the history.
  const workflowId = new URL(page.url()).pathname.split('/').at(-1) as string
  await page.reload()
  await openBox(page, /^Award points/)
  await panel.getByLabel('Amount', { exact: true }).fill('30')
  await saved(page)
  const { runId } = await sendEvent(hand, demo.guestId, 'bar-bill', { parameters: { spend: 45 } })
  await view(page, 'Compare with live')
  await page.getByText('No comparison yet').waitFor()
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByText('The draft would award 5 more points.').waitFor()
  await screenshot(page, 'dashboard-comparison')
  expect(await furtherViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await openBox(page, 'When an event arrives')
  await panel.getByLabel('Only if, 1: value').fill('1000')
  await saved(page)
  await view(page, 'Compare with live')
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByText('Only in the live version: 1 guest').waitFor()
  await page.getByRole('link', { name: 'Maya Okafor' }).waitFor()
  await page.getByText('Earlier comparisons').waitFor()
  // While it cannot come to the guests, it is under way until someone calls it off.
  await inTransaction(millrace.database.engine, async tx => {
    await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    await tx.query('LOCK TABLE guests IN ACCESS EXCLUSIVE MODE')
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByText(/^Cancelled after 0 of about \d+ events\.$/).waitFor()
    await page.getByRole('listitem').getByText('cancelled', { exact: true }).waitFor()
  })
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  await history.getByRole('button', { name: 'What changed' }).click()
  await history.getByText('This is the first version.').waitFor()
  await screenshot(page, 'dashboard-history', { whole: false })
  expect(await furtherViolations(page)).toEqual([])
  await history.getByRole('button', { name: 'Restore to draft' }).click()
  await view(page, 'Canvas')
  await page.getByRole('button', { name: /^Award points \+25 points 1 done/ }).waitFor()
  await page.getByRole('button', { name: /^Wait for an event bar-again.*1 guest here/ }).waitFor()

  // The run, live: it waits, hears the event, and ends.
  await follow(page, `/runs/${runId}`)
  await page
    .getByRole('list', { name: 'Steps' })
    .getByText(/^Waits for an event until/)
    .waitFor()
  await view(page, 'On the canvas')
  const waiting = page.locator('[data-id="wait_for_event_1"] [data-passed="waiting"]')
  await waiting.waitFor()
  await sendEvent(hand, demo.guestId, 'bar-again')
  await page.locator('[data-id="end"] [data-passed="completed"]').waitFor()
  expect(await page.locator('[data-id="call_webhook_1"] [data-passed="not"]').count()).toBe(1)
  await openBox(page, /^Send an e-mail.*completed/)
  await page.getByRole('heading', { name: 'Send an e-mail' }).waitFor()
  await screenshot(page, 'dashboard-run-on-canvas')
  expect(await furtherViolations(page)).toEqual([])

  // What was kept is opened, and deleted; the workflow is paused.
  await follow(page, `/workflows/${workflowId}?view=simulator`)
  await page.getByRole('heading', { name: 'Every step there is' }).waitFor()
  await page.getByRole('button', { name: 'Open A bill at the bar ends well' }).click()
  await page.getByRole('group', { name: 'Timeline entry 3' }).waitFor()
  await page.getByRole('button', { name: 'Delete A bill at the bar ends well' }).click()
  await page.getByRole('button', { name: 'Delete test' }).click()
  await page.getByText('No tests yet').waitFor()
  await page.getByRole('button', { name: 'More about the workflow' }).click()
  await page.getByRole('button', { name: 'Pause…' }).click()
  await page.getByText('Events start no runs until you resume it.').waitFor()
  await page.getByRole('button', { name: 'Pause workflow' }).click()
  await page.getByText('paused', { exact: true }).waitFor()
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
  const conflict = second.page.getByRole('dialog', { name: 'Someone else changed this draft' })
  await conflict.getByTitle(owner.email).waitFor()
  await screenshot(second.page, 'dashboard-conflict', { whole: false })
  expect(await furtherViolations(second.page)).toEqual([])
  await conflict.getByRole('button', { name: 'Use theirs' }).click()
  await second.page.getByRole('button', { name: /^Award points/ }).waitFor()
  await second.page.getByRole('button', { name: 'Undo' }).click()
  await second.page.getByRole('button', { name: /^Create a task/ }).waitFor()
  await saved(second.page)
  expect([...first.faults, ...second.faults]).toEqual([])
  await first.context.close()
  await second.context.close()
})

test('a step is added, filled in and removed by keyboard alone, and without a network nothing is lost', async () => {
  const owner = await newMember(millrace, demo.organisationId)
  const { page, context, faults } = await openAs(browser, millrace, owner, '/workflows', {
    expected: /net::ERR_INTERNET_DISCONNECTED/,
  })
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
  await saved(page)
  // Without a network nothing is lost: it is saved as soon as there is one again.
  await context.setOffline(true)
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: /^A word of thanks/ }).waitFor()
  await page.getByText(/^Not saved: Millrace is not responding/).waitFor()
  await context.setOffline(false)
  await saved(page)
  await page.reload()
  await page.getByRole('button', { name: /^A word of thanks/ }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('steps are duplicated, and copied with what follows them into another workflow', async () => {
  const owner = await newMember(millrace, demo.organisationId)
  const { page, context, faults } = await openAs(browser, millrace, owner, '/workflows')
  await page.getByRole('table', { name: 'Workflows' }).waitFor()
  const panel = panelOf(page)
  const press = (name: string) => panel.getByRole('button', { name, exact: true }).click()
  const boxes = async () => {
    await showAll(page)
    return (await page.locator('[data-box] strong').allInnerTexts()).slice(1)
  }
  await makeWorkflow(page, 'Copied from')
  await addStep(page, 'after the trigger', 'Add a tag')
  await panel.getByLabel('Label').fill('Mark')
  await panel.getByLabel('Tag').fill('gold')
  await press('Duplicate')
  await panel.getByLabel('Label').fill('Mark again')
  expect(await boxes()).toEqual(['Mark', 'Mark again', 'End'])
  await openBox(page, /^Mark gold/i)
  await press('More actions')
  await press('Copy with following steps')
  await page.getByText('Copied. Paste it after any step, in this workflow or another.').waitFor()
  const copied = await copiedFrom(page)
  await saved(page)

  await page.getByRole('link', { name: 'Workflows', exact: true }).first().click()
  await makeWorkflow(page, 'Copied to')
  // As the browser does it on Ctrl-V: the clipboard itself is shared with every page that another file has open.
  const paste = (text: string) =>
    page.evaluate(
      `(text => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', text)
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
      })(${JSON.stringify(text)})`,
    )
  await paste('Dear guest')
  await paste(copied)
  await panel.getByLabel('Tag').waitFor()
  expect(await boxes()).toEqual(['Mark', 'Mark again', 'End'])
  await showAll(page)
  await page.getByRole('button', { name: 'Add a step after Mark again', exact: true }).click()
  await page.getByText('paste steps that you have copied').waitFor()
  await paste(copied)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await boxes()).toEqual(['Mark', 'Mark again', 'Mark', 'Mark again', 'End'])
  await openBox(page, /^End/)
  await paste(copied)
  await page.getByText('Nothing can follow the end.').waitFor()
  await page.keyboard.press('Control+z')
  expect(await boxes()).toEqual(['Mark', 'Mark again', 'End'])
  await saved(page)
  expect(faults).toEqual([])
  await context.close()
})

test('workflows begin from a template, a copy and a file', async () => {
  const owner = await newMember(millrace, demo.organisationId)
  const { page, context, faults } = await openAs(browser, millrace, owner, '/workflows', {
    expected: refusals,
  })
  await page.getByRole('button', { name: 'New workflow' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New workflow' })
  await dialog.getByRole('radio', { name: /birthday/i }).check()
  await dialog.getByLabel('Name', { exact: true }).fill('From a template')
  await dialog.getByRole('button', { name: 'Create workflow' }).click()
  await page.getByRole('heading', { name: 'From a template', level: 1 }).waitFor()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More about the workflow' }).click()
  await page.getByRole('link', { name: 'Export' }).click()
  const file = JSON.parse(await contentOf(await coming)) as { name: string; definition: object }
  expect(file.name).toBe('From a template')

  await page.getByRole('link', { name: 'Workflows', exact: true }).first().click()
  await page.getByRole('button', { name: 'Duplicate From a template' }).click()
  await page.getByRole('heading', { name: /From a template/, level: 1 }).waitFor()
  await page.getByText('draft', { exact: true }).waitFor()

  await page.getByRole('link', { name: 'Workflows', exact: true }).first().click()
  await page.getByRole('button', { name: 'New workflow' }).first().click()
  const chooser = dialog.getByLabel('Or import a file')
  await chooser.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{') })
  await dialog.getByText('This file is not valid JSON.').waitFor()
  const imported = { ...file, name: 'From a file' }
  const buffer = Buffer.from(JSON.stringify(imported))
  await chooser.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer })
  await dialog.getByText('This file is not valid JSON.').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Create workflow' }).click()
  await page.getByRole('heading', { name: 'From a file', level: 1 }).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const { body } = await hand.get<{ draft: { document: object } }>(`/workflows/${id}`)
  expect(body.draft.document).toEqual(file.definition)
  expect(faults).toEqual([])
  await context.close()
})

test('a run that failed is tried again from there, and one that waits is cancelled', async () => {
  const until = { open: true } as const
  const wait = { after: { amount: 1, unit: 'days' } } as const
  await inTransaction(millrace.database.engine, async tx => {
    const owned = { organisationId: demo.organisationId, actor: 'test' }
    const { id: workflowId } = await createWorkflow(tx, { ...owned, name: 'When it opens' })
    await publishWorkflow(tx, {
      ...owned,
      workflowId,
      document: {
        trigger: { source: 'opens' },
        start: 'open',
        nodes: [
          { id: 'open', type: 'wait', label: 'Until it opens', until, next: 'later' },
          { id: 'later', type: 'wait', label: 'A day', until: wait, next: 'end' },
          { id: 'end', type: 'end', outcome: 'success' },
        ],
      },
    })
  })
  await hand.patch(`/venues/${demo.serial}`, { opening_hours: { weekly: {} } })
  const { runId } = await sendEvent(hand, demo.guestId, 'opens', { serials: [demo.serial] })
  await settled<RunInspection>(hand, runId)
  const owner = await newMember(millrace, demo.organisationId)
  const { page, context, faults } = await openAs(browser, millrace, owner, `/runs/${runId}`)
  await page
    .getByText(/does not open within the next 400 days/)
    .first()
    .waitFor()
  await view(page, 'On the canvas')
  await page.locator('[data-id="open"] [data-passed="failed"]').waitFor()
  await hand.patch(`/venues/${demo.serial}`, { opening_hours: null })
  await page.getByRole('button', { name: 'Retry from the failed step' }).click()
  await page.locator('[data-id="later"] [data-passed="waiting"]').waitFor()
  await page.getByRole('button', { name: 'Cancel run…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this run?' })
  await dialog.getByText(/only for Maya Okafor\./).waitFor()
  await dialog.getByRole('button', { name: 'Cancel run' }).click()
  await page.getByText('cancelled', { exact: true }).first().waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('every view of a workflow and of a run is fit to be seen, and to be heard', async () => {
  await hand.post(`/workflows/${demo.workflowId}/comparison`, { days: 30 })
  const runs = await hand.get<{ data: { id: string }[] }>(`/runs?workflow_id=${demo.workflowId}`)
  const run = runs.body.data[0]?.id
  const viewer = await newMember(millrace, demo.organisationId, { role: 'viewer' })
  for (const width of someOf([desktop, phone], 1)) {
    const { page, context, faults } = await openAs(browser, millrace, viewer, '/workflows', { width })
    const seen = (name: string) => look(page, `dashboard-${name}`, [width])
    // What the canvas, the simulator and the run have besides is in a list like any other.
    const seenToo = (name: string) => lookOn(page, `dashboard-${name}`, [width])
    await page.getByRole('table', { name: 'Workflows' }).waitFor()
    await seenToo('workflows')
    await follow(page, `/workflows/${demo.workflowId}`)
    await page
      .getByRole('button', { name: /^Send an e-mail|^Award points/ })
      .first()
      .click()
    await panelOf(page).waitFor()
    await seen('canvas')
    expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0)
    await view(page, 'Simulator')
    await page.getByLabel('Use a past event').selectOption({ index: 1 })
    await page.getByLabel('spend', { exact: true }).fill('120')
    await page.getByRole('button', { name: 'Run simulation' }).click()
    await page.getByText('The workflow takes the event.').waitFor()
    await seen('simulator')
    await view(page, 'Compare with live')
    await page.getByText('What would change').waitFor()
    await seenToo('comparison')
    await follow(page, `/runs/${run}`)
    await page.getByRole('list', { name: 'Steps' }).waitFor()
    await seen('run')
    await view(page, 'On the canvas')
    await page.locator('[data-passed="completed"]').first().waitFor()
    await seenToo('run-canvas')
    expect(faults).toEqual([])
    await context.close()
  }
})
