import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const focused = (page: Page) =>
  page.evaluate(`(() => {
    const element = document.activeElement
    if (element === document.body) return ''
    return element.labels?.[0]?.innerText ?? (element.ariaLabel || element.innerText || '')
  })()`) as Promise<string>

/** Presses Tab until the focus is on something whose name has this in it. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const seen: string[] = []
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const here = await focused(page)
    seen.push(here)
    if (here.includes(name)) return expectVisibleFocus(page)
  }
  throw new Error(`${name} was not reached by Tab; passed ${seen.join(' | ')}`)
}

async function expectVisibleFocus(page: Page): Promise<void> {
  const outline = await page.evaluate(`(() => {
    const shown = element => element && getComputedStyle(element).outlineStyle !== 'none'
    const element = document.activeElement
    return shown(element) || shown(element.closest('label'))
  })()`)
  expect(outline, 'the focus can be seen').toBe(true)
}
