import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violations } from './axe.ts'
import { desktop, phone } from './browser.ts'
import { screenshot } from './screenshot.ts'

/**
 * Colours do not depend on the width, nor the layout on the colours: axe sees every colour and every layout when it
 * looks at one scheme at each width, in half the time.
 */
const lookedAtBy = (width: number) => (width === phone ? 'dark' : 'light')

/**
 * Looks at a page as it stands, light and dark, at each of the widths: a picture for people, axe, and nothing that
 * pushes the page wider than the screen.
 */
export async function look(
  page: Page,
  name: string,
  widths: readonly number[] = [desktop, phone],
): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => true)')
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === phone ? 844 : 900 })
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await screenshot(page, `${name}-${scheme}-${width}`)
      const looked = `${name}, ${scheme} at ${width}`
      expect(await page.evaluate('document.documentElement.scrollWidth'), looked).toBe(width)
      if (scheme === lookedAtBy(width)) expect(await violations(page), looked).toEqual([])
    }
  }
}
