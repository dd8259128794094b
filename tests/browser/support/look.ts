import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { allTrials } from '../../support/trials.ts'
import { violations } from './axe.ts'
import { desktop, phone, type Scheme } from './browser.ts'
import { screenshot } from './screenshot.ts'

/**
 * Colours do not depend on the width, nor the layout on the colours: axe sees every colour and every layout when it
 * looks at one scheme at each width. `npm test` looks at every other page in each of the two, and
 * `npm run prove -- appearance` at all in both.
 */
function isLookedAt(name: string, width: number, scheme: Scheme, isOnlyWidth: boolean): boolean {
  if (scheme !== (width === phone ? 'dark' : 'light')) return false
  return allTrials || isOnlyWidth || scheme === (isOdd(name) ? 'dark' : 'light')
}

const isOdd = (name: string) => [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 2 === 1

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
      if (isLookedAt(name, width, scheme, widths.length === 1))
        expect(await violations(page), looked).toEqual([])
    }
  }
}
