import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '../../server/src/demo/demo-data.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { furtherViolations, violations } from './support/axe.ts'
import { connectBrowser, desktop, phone, type TestBrowser } from './support/browser.ts'
import { addStep, makeWorkflow, panelOf, saved } from './support/canvas.ts'
import { newMember, openAs } from './support/member.ts'
import { screenshot } from './support/screenshot.ts'

let millrace: TestMillrace
let browser: TestBrowser

beforeAll(async () => {
  millrace = await startTestMillrace({ config: { demo: true } })
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})

test('values from data and comparisons of dates are built by clicking, and stored as they were chosen', async () => {
  const owner = await newMember(millrace, demo.organisationId)
  const { page, context } = await openAs(browser, millrace, owner, '/workflows')
  const panel = panelOf(page)
  await page.getByRole('table', { name: 'Workflows' }).waitFor()
  await makeWorkflow(page, 'Values')
  await page.waitForURL(/\/workflows\/[0-9a-f-]{36}$/)

  await page.getByRole('button', { name: 'When an event arrives' }).click()
  await panel.getByLabel('Source').fill('bill-of-values')
  const add = () => panel.getByRole('button', { name: 'Add a condition' }).click()
  await add()
  await panel.getByLabel('Only if, 1: field').selectOption('Time: now')
  await panel.getByLabel('Only if, 1: comparison').selectOption('is on a')
  await panel.getByLabel('Sun').uncheck()
  await panel.getByLabel('Tue').check()
  await add()
  await panel.getByLabel('Only if, 2: field').selectOption('Time: now')
  await panel.getByLabel('Only if, 2: comparison').selectOption('is at a time between')
  await panel.getByLabel('Only if, 2: to').fill('21:30')
  await add()
  await panel.getByLabel('Only if, 3: name').fill('booked_for')
  await panel.getByLabel('Only if, 3: comparison').selectOption('is within the next')
  await panel.getByLabel('Only if, 3: how long: amount').fill('14')
  await add()
  await panel.getByLabel('Only if, 4: name').fill('spend')
  await panel.getByLabel('Only if, 4: comparison').selectOption('is more than')
  await panel.getByRole('button', { name: 'Compare with another field' }).click()
  await panel.getByLabel('Only if, 4, compared with: name').fill('usual_spend')
  await panel.getByLabel('Times').fill('1.5')
  await add()
  await panel.getByLabel('Only if, 5: name').fill('booked_for')
  await panel.getByLabel('Only if, 5: comparison').selectOption('is after')
  await panel.getByLabel('Only if, 5: value').fill('2026-03-01')
  await saved(page)
  await page
    .getByText(/problem/)
    .first()
    .waitFor({ state: 'detached' })
  await page
    .getByText(/the current time is on a Tuesday or Saturday/)
    .first()
    .waitFor()
  await screenshot(page, 'dashboard-conditions-of-dates', { whole: false })
  expect(await violations(page)).toEqual([])
  await panel.getByLabel('Only if, 1: field').scrollIntoViewIfNeeded()
  await screenshot(page, 'dashboard-conditions-of-time', { whole: false })
  await page.setViewportSize({ width: phone, height: 844 })
  await panel.getByLabel('Only if, 3: field').scrollIntoViewIfNeeded()
  await screenshot(page, 'dashboard-conditions-phone', { whole: false })
  await page.setViewportSize({ width: desktop, height: 900 })

  await addStep(page, 'after the trigger', 'Update the guest')
  const change = (place: number) => panel.getByRole('group', { name: `Change ${place}`, exact: true })
  await change(1).getByLabel('Name of the attribute').fill('visits')
  await change(1).getByLabel('Change', { exact: true }).selectOption('Add to what is there')
  const next = async (place: number, attribute: string, how: string) => {
    await panel.getByRole('button', { name: 'Add change' }).click()
    await change(place).getByLabel('Name of the attribute').fill(attribute)
    await change(place).getByLabel('Change', { exact: true }).selectOption(how)
  }
  await next(2, 'spent', 'Add to what is there')
  await change(2).getByLabel('Add', { exact: true }).selectOption('A value from the event or the guest')
  await change(2).getByLabel('Add: name').fill('spend')
  await change(2).getByLabel('At most').fill('500')
  await next(3, 'offer_ends', 'Set to a date from data')
  await change(3).getByLabel('Date: field').selectOption('Time: now')
  await change(3).getByLabel('When').selectOption('After')
  await change(3).getByLabel('How long: amount').fill('30')
  await next(4, 'member', 'Set to yes or no from data')
  await change(4).getByLabel('New value: name').fill('member')
  await change(4).getByLabel('If it is missing').selectOption('No')
  await saved(page)
  await page
    .getByText(/problem/)
    .first()
    .waitFor({ state: 'detached' })
  await change(2).scrollIntoViewIfNeeded()
  await screenshot(page, 'dashboard-values-from-data', { whole: false })
  expect(await furtherViolations(page)).toEqual([])
  await page.setViewportSize({ width: phone, height: 844 })
  await change(3).scrollIntoViewIfNeeded()
  await screenshot(page, 'dashboard-values-from-data-phone', { whole: false })
  await page.setViewportSize({ width: desktop, height: 900 })

  await addStep(page, 'after Update the guest', 'Call a webhook')
  await panel.getByRole('textbox', { name: 'Address' }).fill('https://example.com/bills')
  await panel.getByLabel('Body', { exact: true }).selectOption('Field by field')
  const field = panel.getByRole('group', { name: 'Field 1', exact: true })
  await field.getByLabel('Name', { exact: true }).fill('spend')
  await field.getByLabel('Value', { exact: true }).selectOption('A number from data')
  await field.getByLabel('Value: name').fill('spend')
  await saved(page)
  await page
    .getByText(/problem/)
    .first()
    .waitFor({ state: 'detached' })
  await field.scrollIntoViewIfNeeded()
  await screenshot(page, 'dashboard-webhook-fields', { whole: false })
  expect(await furtherViolations(page)).toEqual([])

  const id = /[0-9a-f-]{36}/.exec(page.url())?.[0]
  const answer = await context.request.get(`${millrace.url}/dashboard/api/workflows/${id}`)
  const { draft } = (await answer.json()) as { draft: { document: WorkflowDefinition } }
  expect(draft.document.trigger.when).toEqual({
    all: [
      { field: 'now', operator: 'on_weekday', value: [2, 6] },
      { field: 'now', operator: 'time_between', value: { from: '17:00', to: '21:30' } },
      { field: 'event.parameters.booked_for', operator: 'within_next', value: { amount: 14, unit: 'days' } },
      {
        field: 'event.parameters.spend',
        operator: 'greater_than',
        value: { field: 'guest.attributes.usual_spend', times: 1.5 },
      },
      { field: 'event.parameters.booked_for', operator: 'after', value: '2026-03-01' },
    ],
  })
  expect(draft.document.nodes.find(({ type }) => type === 'update_guest')).toMatchObject({
    changes: [
      { field: 'attributes.visits', plus: 1 },
      { field: 'attributes.spent', plus: { field: 'event.parameters.spend', at_most: 500 } },
      {
        field: 'attributes.offer_ends',
        value: { moment: { field: 'now', after: { amount: 30, unit: 'days' } } },
      },
      { field: 'attributes.member', value: { yes_no: { field: 'event.parameters.member', or: false } } },
    ],
  })
  expect(draft.document.nodes.find(({ type }) => type === 'call_webhook')).toMatchObject({
    body: [{ name: 'spend', value: { number: { field: 'event.parameters.spend' } } }],
  })
  await context.close()
})
