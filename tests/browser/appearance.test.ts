import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { connectBrowser, desktop, phone, visit } from './support/browser.ts'
import { look } from './support/look.ts'

let millrace: TestMillrace
let browser: Browser

beforeAll(async () => {
  millrace = await startTestMillrace({ config: { demo: true } })
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})

const pages = [
  { name: 'developers', path: '/developers', there: 'Millrace is running' },
  { name: 'reference', path: '/docs', there: 'Send an incoming event' },
]
describe.each(pages)('$name', ({ name, path, there }) => {
  test.each([desktop, phone])('at %s', async width => {
    const { page, context, faults } = await visit(browser, millrace.url + path, { width })
    await page.getByRole('heading', { name: there }).waitFor()
    await look(page, name, [width])
    expect(faults).toEqual([])
    await context.close()
  })
})

test('the chosen theme wins over the system and is kept, and can be given up again', async () => {
  const { page, context, faults } = await visit(browser, millrace.url, { scheme: 'light' })
  const scheme = () => page.evaluate('getComputedStyle(document.documentElement).colorScheme')
  expect(await scheme()).toBe('light dark')
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  expect(await scheme()).toBe('dark')
  await page.goto(`${millrace.url}/docs`)
  expect(await scheme()).toBe('dark')
  await page.getByRole('radio', { name: 'System' }).check({ force: true })
  expect(await scheme()).toBe('light dark')
  expect(faults).toEqual([])
  await context.close()
})
