import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { allTrials } from '../support/trials.ts'
import { connectBrowser, copiedFrom, type TestBrowser, visit } from './support/browser.ts'
import { createDemoKey } from './support/demo-key.ts'
import { tabTo } from './support/tab-to.ts'

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

test('the page for developers by keyboard alone', async () => {
  const { page, faults, context } = await visit(browser, `${millrace.url}/developers`)
  await page.getByRole('heading', { name: 'Millrace is running' }).waitFor()
  await tabTo(page, 'Skip to content')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Copy the Auth URL')
  await page.keyboard.press('Enter')
  expect(await copiedFrom(page)).toBe(millrace.url)
  await tabTo(page, 'Copy Command: create a key')
  await tabTo(page, 'client_id')
  await page.keyboard.type('typed')
  await tabTo(page, 'API reference')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'API reference', level: 1 }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

// In `npm test` it is the page for developers, and a workflow in canvas.test.ts.
test.runIf(allTrials)('a token and an event by keyboard alone', async () => {
  const { clientId, clientSecret } = await createDemoKey(millrace)
  const { page, faults, context } = await visit(browser, `${millrace.url}/docs`)
  await page.getByRole('heading', { name: 'Send an incoming event' }).waitFor()
  await tabTo(page, 'Skip to content')
  await page.keyboard.press('Enter')
  await tabTo(page, 'client_id')
  await page.keyboard.type(clientId)
  await tabTo(page, 'client_secret')
  await page.keyboard.type(clientSecret)
  await page.keyboard.press('Enter')
  await page.getByText(`now sends the token of ${clientId}`).waitFor()

  await page.keyboard.press('/')
  // The slash belongs to the field while one has the focus.
  await page.getByLabel('client_secret').first().press('Backspace')
  await tabTo(page, 'Get a token')
  await page.keyboard.press('/')
  await page.keyboard.type('send an incoming')
  await page.keyboard.press('Enter')
  await page.waitForURL(/#sendIncomingEvent$/)
  await tabTo(page, 'Try it')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Send')
  await page.keyboard.press('Enter')
  await page.locator('#sendIncomingEvent').getByText('200 OK').waitFor()
  expect(faults).toEqual([])
  await context.close()
})
