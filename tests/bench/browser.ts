import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { ensureChromium } from '../../scripts/test/chromium.ts'
import { signedIn } from '../support/dashboard.ts'
import { type Bench, openBench, serve } from './service.ts'

/** The dashboard of an organisation, and a browser for it. */
export interface Dashboard {
  readonly bench: Bench
  readonly url: string
  /** In which an owner is signed in, with nothing in its cache. */
  context(options: BrowserContextOptions): Promise<BrowserContext>
  close(): Promise<void>
}

export async function openDashboard(): Promise<Dashboard> {
  const bench = await openBench({ guests: 10 })
  const { url, child } = await serve(bench, 'api')
  const browser: Browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const { cookie = '' } = await signedIn({ ...bench, url }, bench.organisationId)
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  return {
    bench,
    url,
    async context(options) {
      const context = await browser.newContext(options)
      await context.addCookies([{ name, value, url }])
      return context
    },
    async close() {
      await browser.close()
      await child.stop()
      await bench.close()
    },
  }
}
