import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const folder = join(import.meta.dirname, '..', '..', 'artifacts', 'screenshots')

export const takesPictures = Boolean(process.env.MILLRACE_SCREENSHOTS)

/**
 * For people to look at: MILLRACE_SCREENSHOTS=yes writes them. Nothing is compared, so that without it none is made,
 * and the format that is quickest to write will do.
 */
export async function screenshot(page: Page, name: string, { whole = true } = {}): Promise<void> {
  if (!takesPictures) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.jpeg`), quality: 90, fullPage: whole })
}
