import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser of this run listens. */
    browser: string
  }
}

/** Chromium must not speak to anyone but the server under test, and as root it cannot use its sandbox. */
const flags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/**
 * One browser for all test files: to start one takes seconds, and what belongs to a test is in its own context. Files
 * connect to its server and not to its debugging port, where each would attach to the pages of all others.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({
    executablePath: process.env.CHROME_PATH || '/usr/bin/chromium',
    args: flags,
    host: '127.0.0.1',
  })
  project.provide('browser', server.wsEndpoint())
  return () => server.close()
}
