import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { allTrials } from '../../support/trials.ts'
import { furtherViolations, violations } from './axe.ts'
import { desktop, phone, type Scheme } from './browser.ts'
import { screenshot, takesPictures } from './screenshot.ts'

/**
 * Colours do not depend on the width, nor the layout on the colours: axe sees every colour and every layout when it
 * looks at one scheme at each width. `npm test` looks at each page in one of the two, and
 * `npm run prove -- appearance` in both.
 */
const schemeAt = (width: number): Scheme => (width === phone ? 'dark' : 'light')

const isLookedAt = (name: string, width: number, isOnlyWidth: boolean) =>
  isOnlyWidth || widthsOf(name).includes(width)

/** The widths at which axe looks at what has this name. */
export const widthsOf = (name: string): readonly number[] =>
  allTrials ? [desktop, phone] : [isOdd(name) ? phone : desktop]

const isOdd = (name: string) => [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 2 === 1

/**
 * Looks at a page as it stands, at each of the widths: a picture for people, axe, and nothing that
 * pushes the page wider than the screen.
 */
export async function look(
  page: Page,
  name: string,
  widths: readonly number[] = [desktop, phone],
  find = violations,
): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => true)')
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === phone ? 844 : 900 })
    // The other scheme is for the pictures: nothing moves with the colours.
    for (const scheme of takesPictures ? (['light', 'dark'] as const) : [schemeAt(width)]) {
      await page.emulateMedia({ colorScheme: scheme })
      await screenshot(page, `${name}-${scheme}-${width}`)
      const looked = `${name}, ${scheme} at ${width}`
      expect(await page.evaluate('document.documentElement.scrollWidth'), looked).toBe(width)
      if (scheme === schemeAt(width) && isLookedAt(name, width, widths.length === 1))
        expect(await find(page), looked).toEqual([])
    }
  }
}

/** The same of one more state of what is looked at elsewhere: whether it is too wide is asked in `npm test`, too. */
export const lookOn = (page: Page, name: string, widths?: readonly number[]): Promise<void> =>
  look(page, name, widths, furtherViolations)
