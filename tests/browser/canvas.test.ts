import type { WorkflowNode } from '@millrace/contract/node'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../server/src/db/database.ts'
import { demo } from '../../server/src/demo/demo-data.ts'
import { learnSources } from '../../server/src/sources/learn-sources.ts'
import { createWorkflow } from '../../server/src/workflows/create-workflow.ts'
import { publishWorkflow } from '../../server/src/workflows/publish-workflow.ts'
import { sendEvent, settled } from '../api/management-ground.ts'
import { signedIn, type Visitor } from '../support/dashboard.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { rewritingPool } from '../support/rewriting-pool.ts'
import { trials } from '../support/trials.ts'
import { furtherViolations, violations } from './support/axe.ts'
import { connectBrowser, desktop, type TestBrowser } from './support/browser.ts'
import { addStep, makeWorkflow, openBox, panelOf, saved, showAll } from './support/canvas.ts'
import { look } from './support/look.ts'
import { newMember, openAs } from './support/member.ts'
import { screenshot } from './support/screenshot.ts'
import { tabTo } from './support/tab-to.ts'

let millrace: TestMillrace
let browser: TestBrowser
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

const openWorkflows = async () => {
  const visit = await openAs(browser, millrace, await newMember(millrace, demo.organisationId), '/workflows')
  await visit.page.getByRole('table', { name: 'Workflows' }).waitFor()
  return visit
}

/** The names of the boxes, from top to bottom, without the trigger. */
async function boxes(page: Page): Promise<string[]> {
  await showAll(page)
  return (await page.locator('[data-box] strong').allInnerTexts()).slice(1)
}

async function drag(page: Page, from: ReturnType<Page['locator']>, plus: string): Promise<void> {
  await showAll(page)
  const target = page.getByRole('button', { name: `Add a step ${plus}`, exact: true })
  const [begin, end] = [await from.boundingBox(), await target.boundingBox()]
  if (begin === null || end === null) throw new Error('it is not to be seen')
  await page.mouse.move(begin.x + begin.width / 2, begin.y + begin.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 12 })
  await page.locator('[data-near]').waitFor()
  await page.mouse.up()
  await page.locator('[data-near]').waitFor({ state: 'detached' })
}

test('steps are dragged from the palette and to other places, selected together, cut, found and undone', async () => {
  const { page, context, faults } = await openWorkflows()
  const panel = panelOf(page)
  const box = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).first()
  const palette = page.getByRole('region', { name: 'New steps' })
  await makeWorkflow(page, 'Dragged')
  await showAll(page)
  await drag(page, palette.getByRole('button', { name: 'Add a tag' }), 'after the trigger')
  await panel.getByLabel('Label').fill('First')
  await panel.getByLabel('Tag').fill('one')
  await page.getByRole('button', { name: 'Close panel' }).click()
  await drag(page, palette.getByRole('button', { name: 'Award points' }), 'after First')
  await panel.getByLabel('Label').fill('Second')
  await page.getByRole('button', { name: 'Close panel' }).click()
  // A click adds after what is selected; nothing is selected, so it is the first.
  await palette.getByRole('button', { name: 'Branch' }).click()
  await panel.getByLabel('Label', { exact: true }).first().fill('Decide')
  await addStep(page, 'after Decide, Otherwise', 'Send an SMS')
  await panel.getByLabel('Label').fill('Short')
  expect(await boxes(page)).toEqual(['Decide', 'Short', 'First', 'Second', 'End'])
  await page.getByRole('button', { name: 'Close panel' }).click()

  await showAll(page)
  await drag(page, box('Decide'), 'after Second')
  expect(await boxes(page)).toEqual(['First', 'Second', 'Decide', 'Short', 'End'])
  await page.keyboard.press('Control+z')
  expect(await boxes(page)).toEqual(['Decide', 'Short', 'First', 'Second', 'End'])
  await page.keyboard.press('Control+Shift+z')

  // A drag that is broken off changes nothing, and neither does one that ends beside the pluses.
  await page.mouse.move(0, 0)
  const first = await box('First').boundingBox()
  await page.mouse.move((first?.x ?? 0) + 60, (first?.y ?? 0) + 30)
  await page.mouse.down()
  await page.mouse.move((first?.x ?? 0) + 90, (first?.y ?? 0) + 60, { steps: 4 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await boxes(page)).toEqual(['First', 'Second', 'Decide', 'Short', 'End'])

  await showAll(page)
  await box('First').click({ modifiers: ['Shift'] })
  await box('Second').click({ modifiers: ['Shift'] })
  await page.getByRole('heading', { name: '2 steps selected' }).waitFor()
  await screenshot(page, 'dashboard-canvas-several', { whole: false })
  expect(await violations(page)).toEqual([])
  await drag(page, box('First'), 'after Decide, Otherwise')
  expect(await boxes(page)).toEqual(['Decide', 'First', 'Second', 'Short', 'End'])
  await page.getByRole('button', { name: 'Duplicate', exact: true }).click()
  expect(await boxes(page)).toEqual(['Decide', 'First', 'Second', 'First', 'Second', 'Short', 'End'])
  await page.keyboard.press('Control+z')

  // By keyboard: earlier, later, and out.
  await box('Short').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Short' }).waitFor()
  await page.keyboard.press('Alt+ArrowUp')
  expect(await boxes(page)).toEqual(['Decide', 'First', 'Short', 'Second', 'End'])
  await page.keyboard.press('Alt+ArrowDown')
  expect(await boxes(page)).toEqual(['Decide', 'First', 'Second', 'Short', 'End'])
  await page.getByRole('heading', { name: 'Short' }).focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Delete')
  expect(await boxes(page)).toEqual(['Decide', 'First', 'Second', 'End'])
  await saved(page)

  await box('First').click()
  const width = async () => (await panel.boundingBox())?.width
  expect(await width()).toBe(440)
  await page.getByRole('button', { name: 'Make the panel wider' }).click()
  expect(await width()).toBeGreaterThan(560)
  await page.reload()
  await box('First').click()
  expect(await width()).toBeGreaterThan(560)
  await page.getByRole('button', { name: 'Make the panel narrower' }).click()
  expect(faults).toEqual([])
  await context.close()
})

test('a workflow is built and published by keyboard alone', async () => {
  const { page, context, faults } = await openWorkflows()
  await tabTo(page, 'New workflow')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('By keys alone')
  await tabTo(page, 'Create workflow')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'By keys alone', level: 1 }).waitFor()

  await tabTo(page, 'When an event arrives')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Source')
  await page.keyboard.type('door-counter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await tabTo(page, 'Add a step after the trigger')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Branch')
  await page.keyboard.press('Enter')
  await tabTo(page, 'If, case 1, 1: value')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('250')
  await page.keyboard.press('Escape')
  await tabTo(page, 'Add a step after Branch, guest’s points')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Add a tag')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Tag')
  await page.keyboard.type('regular')
  await saved(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  for (let presses = 0; presses < 40; presses++) await page.keyboard.press('Shift+Tab')
  await page.evaluate('document.activeElement.blur()')
  await tabTo(page, 'Publish…')
  await page.keyboard.press('Enter')
  const publishing = page.getByRole('dialog', { name: 'Publish draft' })
  await publishing.getByText('This is the first publish.').waitFor()
  await tabTo(page, 'Publish')
  await page.keyboard.press('Enter')
  await page.getByText('version 1 is live', { exact: true }).waitFor()
  expect(await boxes(page)).toEqual(['Branch', 'Add a tag', 'End'])
  expect(faults).toEqual([])
  await context.close()
})

test('Insert has what this source sends, with a value of its last events, and puts it where the cursor is', async () => {
  await sendEvent(hand, demo.guestId, demo.source, { parameters: { spend: 87.35 } })
  // What a source sends is learnt a minute later. The worker may be learning, and two do not at once.
  const later = rewritingPool(millrace.database.engine, statement =>
    statement.replaceAll('now()', `(now() + interval '2 minutes')`),
  )
  const detail = `/sources/detail?${new URLSearchParams({ source: demo.source })}`
  const learnt = async () => {
    await learnSources(later)
    return (await hand.get<{ fields?: { key: string }[] }>(detail)).body.fields?.map(({ key }) => key)
  }
  await expect.poll(learnt, { interval: 250 }).toContain('spend')
  const { page, context, faults } = await openWorkflows()
  const panel = panelOf(page)
  await makeWorkflow(page, 'From the till')
  await openBox(page, 'When an event arrives')
  await panel.getByLabel('Source').fill(demo.source)
  await addStep(page, 'after the trigger', 'Send an SMS')
  await saved(page)
  const text = panel.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('Thanks , and bye')
  await saved(page)
  await text.click()
  await text.press('Home')
  for (let n = 0; n < 7; n++) await text.press('ArrowRight')
  await panel.getByLabel('Insert into Text').fill('spend')
  const option = page.getByRole('option', { name: /^spend.*for example 87\.35$/ })
  await option.waitFor()
  await screenshot(page, 'dashboard-insert', { whole: false })
  await option.click()
  await expect.poll(() => text.innerText()).toBe('Thanks spend, and bye')
  await text.getByTitle('{{ event.parameters.spend }}').waitFor()
  await panel.getByLabel('Insert into Text').fill('booked_for')
  expect(await page.getByRole('listbox', { name: 'Options' }).count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

test('a source that another workflow has is said while the rest is not built, with what to do', async () => {
  const { page, context, faults } = await openWorkflows()
  const panel = panelOf(page)
  await makeWorkflow(page, 'Second for the till')
  await addStep(page, 'after the trigger', 'Add a tag')
  await openBox(page, 'When an event arrives')
  await panel.getByLabel('Source').fill(demo.source)
  await panel.getByText(/go to ".+" already\. Let this workflow listen/).waitFor()
  await page.locator('summary', { hasText: '2 problems' }).click()
  await screenshot(page, 'dashboard-canvas-conflict', { whole: false })
  await panel.getByLabel('Events of this source').selectOption('Start another workflow, and this one as well')
  await page.locator('summary', { hasText: '1 problem' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

/** Two hundred steps; in `npm test` as many as reach far beyond the screen. */
const ROUNDS = trials(15, 50)
/** One far below. */
const FAR = ROUNDS - 4

/** Points, a decision, a tag for some, and a message; and again. */
function manySteps(): WorkflowNode[] {
  const nodes: WorkflowNode[] = []
  for (let n = 0; n < ROUNDS; n++) {
    nodes.push(
      { id: `points-${n}`, type: 'award_points', points: 10, reason: 'Visit', next: `decide-${n}` },
      {
        id: `decide-${n}`,
        type: 'branch',
        cases: [{ when: { field: 'guest.points', operator: 'at_least', value: 20 * n }, next: `tag-${n}` }],
        else: `sms-${n}`,
      },
      { id: `tag-${n}`, type: 'add_tag', tag: `level-${n}`, next: `sms-${n}` },
      {
        id: `sms-${n}`,
        type: 'send_sms',
        label: `Note ${n}`,
        body: 'Thank you',
        next: n === ROUNDS - 1 ? 'done' : `points-${n + 1}`,
      },
    )
  }
  return [...nodes, { id: 'done', type: 'end', outcome: 'success' }]
}

/** The size on the screen of the smallest text on the canvas that can be seen. */
const smallestText = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const flow = document.querySelector('.react-flow')
    const frame = flow.getBoundingClientRect()
    const sizes = [...flow.querySelectorAll('.react-flow__node *')].flatMap(element => {
      const { top, bottom, width, height } = element.getBoundingClientRect()
      const hasText = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim() !== '')
      const isSeen =
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        width > 1 && height > 1 && bottom > frame.top && top < frame.bottom
      const zoom = width / (element.offsetWidth || width)
      return hasText && isSeen ? [Number.parseFloat(getComputedStyle(element).fontSize) * zoom] : []
    })
    return Math.round(Math.min(...sizes) * 10) / 10
  })()`)

test('many steps: one is found, talked about, and its branches say how runs went', async () => {
  const workflowId = await inTransaction(millrace.database.engine, async tx => {
    const owned = { organisationId: demo.organisationId, actor: 'test' }
    const { id } = await createWorkflow(tx, { ...owned, name: 'Large' })
    const document = { trigger: { source: 'large' }, start: 'points-0', nodes: manySteps() }
    await publishWorkflow(tx, { ...owned, workflowId: id, document })
    return id
  })
  const { runId } = await sendEvent(hand, demo.guestId, 'large')
  await settled(hand, runId)
  const owner = await newMember(millrace, demo.organisationId)
  const { page, context, faults } = await openAs(browser, millrace, owner, `/workflows/${workflowId}`)
  await page.locator('[data-id="decide-0"]').getByText('100 %', { exact: true }).waitFor()
  await look(page, 'dashboard-canvas-many-steps')
  const canvas = page.locator('.react-flow')
  const trigger = page.locator('[data-box]').first()
  const edgesOf = async (shown: ReturnType<Page['locator']>) => {
    const { x = 0, width = 0 } = (await shown.boundingBox()) ?? {}
    return { left: x, right: x + width }
  }
  const [box, frame] = [await edgesOf(trigger), await edgesOf(canvas)]
  expect(box.left, 'on a phone').toBeGreaterThanOrEqual(frame.left)
  expect(box.right, 'on a phone').toBeLessThanOrEqual(frame.right)
  await page.setViewportSize({ width: desktop, height: 900 })
  const overview = page.getByRole('img', { name: 'Overview of the workflow' })
  expect((await overview.locator('rect').first().boundingBox())?.width).toBeGreaterThan(20)
  await overview.click({ position: { x: 30, y: 300 } })
  await expect.poll(async () => (await trigger.boundingBox())?.y ?? 0).toBeLessThan(-1_000)
  await showAll(page)
  await screenshot(page, 'dashboard-canvas-many-steps-fit', { whole: false })
  expect(await smallestText(page)).toBeGreaterThanOrEqual(12)
  for (let times = 0; times < 3; times++) {
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.waitForTimeout(400)
    expect(await smallestText(page)).toBeGreaterThanOrEqual(12)
  }
  await screenshot(page, 'dashboard-canvas-many-steps-half', { whole: false })
  await page.keyboard.press('f')
  await page.keyboard.type(`note ${FAR}`)
  await page.getByRole('option', { name: new RegExp(`^Note ${FAR}`) }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const panel = panelOf(page)
  expect(await panel.getByLabel('Label').inputValue()).toBe(`Note ${FAR}`)
  const found = page.locator(`[data-id="sms-${FAR}"] [data-box]`)
  await expect.poll(async () => (await found.boundingBox())?.y ?? -1).toBeGreaterThan(100)
  const share = page.locator(`[data-id="decide-${FAR}"] [data-branch]`).last()
  const right = async (of: ReturnType<Page['locator']>) => (await edgesOf(of)).right
  await expect
    .poll(async () => (await right(share)) - (await right(canvas)), { message: 'not cut off' })
    .toBeLessThan(0)
  const field = await page.getByLabel('Find a step').boundingBox()
  const shown = await canvas.boundingBox()
  expect((field?.y ?? 0) + (field?.height ?? 0), 'above the steps, not over them').toBeLessThanOrEqual(
    shown?.y ?? 0,
  )

  const comments = panel.getByRole('region', { name: 'Comments' })
  await comments.getByLabel('Comment for the team').fill('Is this the right tone?')
  await comments.getByRole('button', { name: 'Add comment' }).click()
  await comments.getByRole('listitem').getByText('Is this the right tone?').waitFor()
  await found.getByText('1 comment').waitFor()
  await screenshot(page, 'dashboard-canvas-comment', { whole: false })
  expect(await furtherViolations(page)).toEqual([])
  await comments.getByRole('button', { name: 'Resolve' }).click()
  await comments.getByText('1 resolved comment').waitFor()
  await found.getByText('1 comment').waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await context.close()
})
