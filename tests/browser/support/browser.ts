import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { PATIENCE_MS } from '../../support/patience.ts'

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

/** What a file of tests does with the browser. */
export type TestBrowser = Pick<Browser, 'newContext' | 'close'>

/**
 * One browser for all files of a worker, which share this: to start one takes seconds, and what belongs to a file is in
 * separate contexts. One for all workers would pass everything that is said to it through one more process, which
 * took a tenth of all that was computed. It ends with its worker.
 */
let started: Promise<Browser> | undefined

/** Closing it closes what the file opened, and no more. */
export async function connectBrowser(): Promise<TestBrowser> {
  started ??= chromium.launch({ executablePath: process.env.CHROME_PATH || '/usr/bin/chromium', args: flags })
  const browser = await started
  const opened: BrowserContext[] = []
  return {
    async newContext(options) {
      const context = await browser.newContext(options)
      opened.push(context)
      return context
    },
    async close() {
      await Promise.all(opened.map(context => context.close()))
    },
  }
}

export type Scheme = 'light' | 'dark'

export interface Visit {
  page: Page
  context: BrowserContext
  /** What must not happen: errors and warnings in the console, exceptions, requests to another host. */
  faults: string[]
}

export interface VisitOptions {
  width?: number
  scheme?: Scheme
  /** Console messages that the test brings about on purpose. */
  expected?: RegExp
  /** The cookie of someone who is signed in, as it is sent. */
  session?: string
  /** What the browser prefers. English, unless it is said. */
  locale?: string
  /** Whether the pages that are not open are fetched, too: a hundred files, which only a test without a network needs. */
  fetchesAhead?: boolean
}

export const desktop = 1280
export const phone = 390

export async function visit(
  browser: TestBrowser,
  url: string,
  {
    width = desktop,
    scheme = 'light',
    expected,
    session,
    locale = 'en-GB',
    fetchesAhead = false,
  }: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width, height: width === phone ? 844 : 900 },
    colorScheme: scheme,
    hasTouch: width === phone,
    reducedMotion: 'reduce',
    locale,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await context.addInitScript(rememberCopied)
  if (!fetchesAhead) await context.addInitScript(saveData)
  if (session !== undefined) await beginSignedIn(context, url, session)
  const faults: string[] = []
  const host = new URL(url).host
  context.on('request', request => {
    if (new URL(request.url()).host !== host) faults.push(`request to another host: ${request.url()}`)
  })
  return openPage(context, url, faults, expected)
}

/** Another page of the same browser: it finds there what the first one has loaded. */
export const visitBeside = (
  { context }: Visit,
  url: string,
  { expected }: Pick<VisitOptions, 'expected'> = {},
): Promise<Visit> => openPage(context, url, [], expected)

async function openPage(
  context: BrowserContext,
  url: string,
  faults: string[],
  expected: RegExp | undefined,
): Promise<Visit> {
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  page.on('console', message => {
    if (!['error', 'warning'].includes(message.type()) || expected?.test(message.text())) return
    // With the address that it is about: "Failed to load resource" does not say of what.
    faults.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', error => faults.push(`exception: ${error.message}`))
  await page.goto(url)
  return { page, context, faults }
}

/**
 * Goes where a link of the page would: what it is made of, and whatever looks at it, is there already. That each page
 * can be opened by its address is asked in page-states.test.ts.
 */
export const follow = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)

/** The same by way of a page that is not there, so that nothing is left of the one before, also where it is the same. */
export async function followAfresh(page: Page, path: string): Promise<void> {
  const nothing = page.getByRole('heading', { name: 'Page not found', level: 1 })
  await follow(page, '/nowhere')
  await nothing.waitFor()
  await follow(page, path)
  await nothing.waitFor({ state: 'detached' })
}

/** As a browser whose owner asked it to save data. */
const saveData = `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`

const rememberCopied = `if (navigator.clipboard) {
  const write = navigator.clipboard.writeText.bind(navigator.clipboard)
  navigator.clipboard.writeText = text => (globalThis.copied = write(text).then(() => text))
}`

/** What the page has copied last. The clipboard itself is shared with every page that another file has open. */
export const copiedFrom = (page: Page): Promise<string> =>
  page.evaluate('globalThis.copied') as Promise<string>

/** Page by page and once in each, so that a sign-out stays one. */
const rememberSignIn = `if (self.origin !== 'null' && !sessionStorage.begun) {
  sessionStorage.begun = 'yes'
  localStorage.setItem('millrace.known', 'yes')
}`

/**
 * Keeps what a browser has after the sign-in: the cookie, and that someone was signed in here. Not by a stored
 * state, for which a page is opened and closed first: that costs as much as the rest of a new context.
 */
async function beginSignedIn(context: BrowserContext, url: string, session: string): Promise<void> {
  await setSession(context, url, session)
  await context.addInitScript(rememberSignIn)
}

/** Who is signed in from the next request on. */
export async function setSession(context: BrowserContext, url: string, session: string): Promise<void> {
  const [name, value] = session.split(/=(.*)/s) as [string, string]
  const { origin } = new URL(url)
  await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }])
}
