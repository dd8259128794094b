import type { Page } from 'playwright-core'
import { type Benchmark, median } from './benchmark.ts'
import { openDashboard } from './browser.ts'

/** What Web Vitals call good, for three quarters of all visits. */
const LIMIT_MS = 1_800
/** A phone on a slow mobile network, as Lighthouse has it. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const SLOWER = 4

interface Visit {
  /** Until something is on the screen. */
  readonly painted: number
  /** Until what the page is for is on the screen. */
  readonly shown: number
  readonly scripts: number
}

/** The home page for the first time, with nothing in the cache: how long a member looks at nothing. */
export const firstPage: Benchmark = {
  id: 'FirstPage',
  async run({ rounds, smoke }) {
    const dashboard = await openDashboard()
    try {
      const visits: Visit[] = []
      for (let visit = 0; visit < (smoke ? 1 : 3 * rounds); visit++) {
        const context = await dashboard.context({ viewport: { width: 390, height: 844 } })
        // As after a sign-in: without it, the browser shows the form at once.
        await context.addInitScript("localStorage.setItem('millrace.known', 'yes')")
        const page = await context.newPage()
        const session = await context.newCDPSession(page)
        await session.send('Network.enable')
        await session.send('Network.emulateNetworkConditions', network)
        await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
        await page.goto(dashboard.url)
        await page.getByRole('heading', { level: 2 }).first().waitFor()
        visits.push(await measured(page))
        await context.close()
      }
      const kilobytes = (median(visits.map(({ scripts }) => scripts)) / 1024).toFixed(1)
      const shown = Math.round(median(visits.map(visit => visit.shown)))
      return {
        id: 'FirstPage',
        what: 'first paint of the home page, on a phone and a slow network, p50',
        against: 'what Web Vitals call good',
        unit: 'ms',
        must: { atMost: 1 },
        ours: visits.map(({ painted }) => painted),
        theirs: [LIMIT_MS],
        notes: [
          `${kilobytes} KB of scripts; its contents after ${shown} ms, p50 (n = ${visits.length}, 1.6 Mbit/s, 150 ms, a processor ${SLOWER} times slower)`,
        ],
      }
    } finally {
      await dashboard.close()
    }
  },
}

const measured = (page: Page): Promise<Visit> =>
  page.evaluate(`(() => {
    const scripts = performance.getEntriesByType('resource').filter(({ name, startTime }) => name.endsWith('.js') &&
      startTime < (performance.getEntriesByName('millrace:fetch-ahead')[0]?.startTime ?? Infinity))
    return {
      painted: performance.getEntriesByName('first-contentful-paint')[0].startTime,
      shown: performance.now(),
      scripts: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    }
  })()`)
