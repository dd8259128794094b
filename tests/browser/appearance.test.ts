import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { violations } from './support/axe.ts'
import { desktop, launchBrowser, phone, type Scheme, visit } from './support/browser.ts'
import { screenshot } from './support/screenshot.ts'

// A browser without a graphics card on a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

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

const pages = [
  { name: 'welcome', path: '/', there: 'Millrace is running' },
  { name: 'reference', path: '/docs', there: 'Send an incoming event' },
]
const looks: { scheme: Scheme; width: number }[] = [
  { scheme: 'light', width: desktop },
  { scheme: 'dark', width: desktop },
  { scheme: 'light', width: phone },
  { scheme: 'dark', width: phone },
]

describe.each(pages)('$name', ({ name, path, there }) => {
  test.each(looks)('$scheme at $width', async ({ scheme, width }) => {
    const { page, context, faults } = await visit(browser, millrace.url + path, { scheme, width })
    await page.getByRole('heading', { name: there }).waitFor()
    await page.evaluate('document.fonts.ready.then(() => true)')
    await screenshot(page, `${name}-${scheme}-${width}`)
    await screenshot(page, `${name}-${scheme}-${width}-top`, { whole: false })

    expect(await violations(page)).toEqual([])
    expect(faults).toEqual([])
    // Nothing pushes the page wider than the screen.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
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
  await page.getByRole('radio', { name: 'As the system' }).check({ force: true })
  expect(await scheme()).toBe('light dark')
  expect(faults).toEqual([])
  await context.close()
})
