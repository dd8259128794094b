import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { allTrials, someOf } from '../support/trials.ts'
import { violations, violationsIn } from './support/axe.ts'
import { connectBrowser, desktop, phone, type TestBrowser, visit } from './support/browser.ts'
import { look } from './support/look.ts'

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

/**
 * Of the API reference with its 14,000 elements all of it takes half a minute: its sections are alike, so that `npm test`
 * looks at what is around them and at two, one of which takes a body.
 */
const findInReference = (page: Page) => {
  const around = ['header', 'nav[aria-label="Contents"]', '#content > section']
  const parts = [...around, '#sendIncomingEvent', '#listVenues'].map(part => page.locator(part).first())
  return allTrials ? violations(page) : violationsIn(page, ...parts)
}

const pages = [
  { name: 'developers', path: '/developers', there: 'Millrace is running' },
  { name: 'reference', path: '/docs', there: 'Send an incoming event', find: findInReference },
]
const widths = someOf([desktop, phone], 1)
describe.each(pages)('$name', ({ name, path, there, find = violations }) => {
  test.each(widths)('at %s', async width => {
    const { page, context, faults } = await visit(browser, millrace.url + path, { width })
    await page.getByRole('heading', { name: there }).waitFor()
    await look(page, name, [width], find)
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

test('the dashboard can be installed: the browser takes its manifest, icons and colours', async () => {
  const { page, context, faults } = await visit(browser, millrace.url, { width: phone })
  const { errors, data = '' } = await (await context.newCDPSession(page)).send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { icons, start_url, display } = JSON.parse(data) as {
    icons: { src: string; sizes: string; purpose: string }[]
    start_url: string
    display: string
  }
  expect({ start_url, display }).toEqual({ start_url: '/', display: 'standalone' })
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  const sizeOf = (src: string) =>
    page.evaluate(`(async () => {
      const image = new Image()
      image.src = ${JSON.stringify(src)}
      await image.decode()
      return image.naturalWidth + 'x' + image.naturalHeight
    })()`)
  for (const { src, sizes } of icons) expect(await sizeOf(src)).toBe(sizes)

  // What the phone draws around the page follows the chosen theme, and then has the colour of the top of the page.
  const colour = () =>
    page.evaluate(`[...document.querySelectorAll('meta[name=theme-color]')]
      .filter(({ media }) => matchMedia(media).matches).map(({ content }) => content).join()`)
  const surface = () =>
    page.evaluate(`(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--surface)'
    const [r, g, b] = getComputedStyle(probe).color.match(/\\d+/g)
    probe.remove()
    return '#' + [r, g, b].map(part => Number(part).toString(16).padStart(2, '0')).join('')
  })()`)
  for (const theme of ['Dark', 'Light', 'System']) {
    await page.getByRole('radio', { name: theme }).check({ force: true })
    expect(await colour(), theme).toBe(await surface())
  }
  expect(faults).toEqual([])
  await context.close()
})
