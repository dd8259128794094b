import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const folder = join(import.meta.dirname, '..', '..', 'artifacts', 'screenshots')

/** For people to look at; nothing is compared, so the format that is quickest to write will do. */
export async function screenshot(page: Page, name: string, { whole = true } = {}): Promise<void> {
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.jpeg`), quality: 90, fullPage: whole })
}
