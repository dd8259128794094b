import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { freePort } from '../../support/free-port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser of this run listens. */
    browser: string
  }
}

/** Chromium must not speak to anyone but the server under test, and as root it cannot use its sandbox. */
const flags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** One browser for all test files: to start one takes seconds, and what belongs to a test is in its own context. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH || '/usr/bin/chromium',
    args: [...flags, `--remote-debugging-port=${port}`],
  })
  project.provide('browser', `http://127.0.0.1:${port}`)
  return () => browser.close()
}
