import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { demo } from '../../server/src/demo/demo-data.ts'
import { createOrganisation } from '../../server/src/organisations/create-organisation.ts'
import { freePort } from '../support/free-port.ts'
import {
  createTestOrganisation,
  eventually,
  request,
  startTestMillrace,
  type TestMillrace,
} from '../support/millrace.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { killProcesses, startProcess } from '../support/processes.ts'
import { allTrials, someOf } from '../support/trials.ts'
import { connectBrowser, phone, type TestBrowser, type Visit, visitBeside } from './support/browser.ts'
import { type Held, holdRequests } from './support/hold.ts'
import { newMember, open, openAs, sessionOf } from './support/member.ts'
import { memberPages, type PageName } from './support/member-pages.ts'
import { pressAll } from './support/press-all.ts'
import { screenshot } from './support/screenshot.ts'
import { watchFor } from './support/watch-for.ts'

let millrace: TestMillrace
let browser: TestBrowser
/** Of an organisation that has nothing. */
let newcomer: { email: string }

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'], config: { demo: true } })
  browser = await connectBrowser()
  const id = newId()
  await createOrganisation(millrace.database.engine, { id, name: 'Vine' })
  newcomer = await newMember(millrace, id)
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
  killProcesses()
})

interface State {
  /** While nothing is known but the address. */
  readonly heading: string
  /** What is said, and what is offered, where there is nothing. */
  readonly empty: string
  readonly next?: string | RegExp
  /** It asks the server for nothing else. */
  readonly asksNothing?: true
}

const nobody = '00000000-0000-7000-8000-000000000000'
const nothing = {
  guest: nobody,
  message: nobody,
  workflow: nobody,
  run: nobody,
  event: nobody,
  serial: 'NOWHERE',
  connection: nobody,
  delivery: nobody,
  guestImport: nobody,
  segment: nobody,
  subscription: nobody,
  piece: 'nowhere',
}

const noConnection = { heading: 'Connection', empty: 'Connection not found', next: 'All connections' }

const states: Record<PageName, State> = {
  home: { heading: 'Vine', empty: 'Each with its time zone and opening hours', next: 'Add venues' },
  workflows: { heading: 'Workflows', empty: 'No workflows yet', next: 'New workflow' },
  workflow: { heading: 'Workflow', empty: 'Workflow not found', next: 'All workflows' },
  runs: { heading: 'Runs', empty: 'No runs yet', next: 'Send a test event' },
  run: { heading: 'Run', empty: 'Run not found', next: 'All runs' },
  events: { heading: 'Events', empty: 'No events yet', next: 'Send a test event' },
  'send-event': { heading: 'Send a test event', empty: 'No guests yet.', next: 'Guests' },
  unrouted: { heading: 'Unmatched events', empty: 'All events matched', next: 'All events' },
  event: { heading: 'Event', empty: 'Event not found', next: 'All events' },
  sources: { heading: 'Sources', empty: 'No sources yet', next: 'Send a test event' },
  source: { heading: 'till', empty: 'Nothing known about this source yet', next: 'All sources' },
  guests: { heading: 'Guests', empty: 'No guests yet', next: 'Import a file' },
  guest: { heading: 'Guest', empty: 'Guest not found', next: 'All guests' },
  imports: { heading: 'Imports', empty: 'No imports yet', next: 'Import a file' },
  'new-import': {
    heading: 'Import a file',
    empty: 'Dates are written as',
    next: 'Cancel',
    asksNothing: true,
  },
  import: { heading: 'Import', empty: 'Import not found', next: 'All imports' },
  segments: { heading: 'Segments', empty: 'No segments yet', next: 'New segment' },
  'new-segment': { heading: 'New segment', empty: 'Condition', next: 'Cancel', asksNothing: true },
  segment: { heading: 'Segment', empty: 'Segment not found', next: 'All segments' },
  venues: { heading: 'Venues', empty: 'No venues yet', next: 'Add your first venue' },
  venue: { heading: 'Venue', empty: 'Venue not found', next: 'All venues' },
  outbox: { heading: 'Messages', empty: 'No messages yet', next: 'All workflows' },
  message: { heading: 'Message', empty: 'Message not found', next: 'All messages' },
  pieces: { heading: 'Saved pieces', empty: 'No saved pieces yet', next: 'New piece' },
  piece: { heading: 'Saved piece', empty: 'Saved piece not found', next: 'All saved pieces' },
  tasks: { heading: 'Tasks', empty: 'No open tasks', next: 'All workflows' },
  keys: { heading: 'API Keys', empty: 'No API keys yet', next: 'Create New API Key' },
  'new-key': { heading: 'Create New API Key', empty: 'What will use it', asksNothing: true },
  key: { heading: 'API key', empty: 'API key not found', next: 'All API keys' },
  connections: { heading: 'Connections', empty: 'No connections yet', next: 'Add connection' },
  'new-connection': { heading: 'Add connection', empty: 'Unknown guests', next: 'Cancel' },
  connection: noConnection,
  'connection-set-up': noConnection,
  'connection-venues': noConnection,
  'connection-mapping': noConnection,
  delivery: { heading: 'Delivery', empty: 'Delivery not found', next: 'All deliveries' },
  subscriptions: { heading: 'Subscriptions', empty: 'No subscriptions yet', next: 'Add subscription…' },
  subscription: { heading: 'Subscription', empty: 'Subscription not found', next: 'All subscriptions' },
  help: { heading: 'Guides', empty: 'For marketers', asksNothing: true },
  guide: { heading: 'For marketers', empty: 'Your first workflow', asksNothing: true },
  // These are never empty: there is always someone, something set, and that someone signed in.
  settings: { heading: 'Organisation', empty: 'Data retention' },
  members: { heading: 'Members', empty: 'Test Person', next: 'Invite member…' },
  profile: { heading: 'Your profile', empty: 'this device' },
  suppressions: { heading: 'Suppressions', empty: 'Nothing is suppressed', next: 'Suppress address…' },
  audit: { heading: 'Audit log', empty: 'signed in' },
  nowhere: { heading: 'Page not found', empty: 'Nothing at this address', asksNothing: true },
}

/**
 * One of each kind: of several parts, a list, what is not there, a form that asks for something and one that does not, a view of
 * a page, a guide, and no page at all. `npm run prove -- page-states` opens all of them, which takes minutes.
 */
const ONE_OF_EACH_KIND: readonly PageName[] = [
  'home',
  'guests',
  'workflow',
  'send-event',
  'new-segment',
  'connection-mapping',
  'settings',
  'audit',
  'help',
  'nowhere',
]
const tried = allTrials ? (Object.keys(states) as PageName[]) : ONE_OF_EACH_KIND

const api = /\/dashboard\/api\/(?!session$|live$)/

/** Keeps the answers back until it is decided what to do with them. */
async function holdAnswers(page: Page) {
  const waiting: Held[] = []
  let decide: ((held: Held) => Promise<unknown>) | undefined
  const release = await holdRequests(page, '*/dashboard/api/*', /\/(session|live)$/, async held => {
    if (decide === undefined) waiting.push(held)
    else await decide(held)
  })
  const answer = async (decision: (held: Held) => Promise<unknown>) => {
    decide = decision
    await Promise.all(waiting.splice(0).map(decision))
  }
  return { answer, release }
}

const problem = (status: number) => (held: Held) =>
  held.answer(status, {
    message: 'Retry with the same Idempotency-Key.',
    code: 'internal_error',
    request_id: 'asked-about-it',
  })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
/**
 * Where it stands. In the moment in which a page takes over from what stood for it, there is none. On a busy machine a
 * server can seem to be away for a while, and the banner that says so stands above everything.
 */
async function placeOfHeading(page: Page) {
  await page.locator('main > [role="status"]').getByText(/./).first().waitFor({ state: 'detached' })
  return eventually(
    () => heading(page).boundingBox(),
    box => box !== null,
  )
}

test('a page says that it loads, that it could not be loaded, and what to do where there is nothing', async () => {
  const { page, context, faults } = await openAs(browser, millrace, newcomer, '/', {
    expected: /Failed to load resource: the server responded with a status of (404|500)/,
  })
  const paths = memberPages({ ...nothing, clientId: 'no-such-key', source: 'till' })
  for (const name of tried) {
    const [path, state] = [paths[name], states[name]]
    const { answer, release } = await holdAnswers(page)
    await page.goto(millrace.url + path)
    await heading(page).getByText(state.heading, { exact: true }).waitFor()
    const before = await placeOfHeading(page)
    if (state.asksNothing === undefined) {
      await page
        .locator('main [aria-busy="true"]')
        .getByText('Loading')
        .first()
        .waitFor({ state: 'attached' })
      await screenshot(page, `dashboard-loading-${name}`, { whole: false })

      await answer(problem(500))
      const main = page.locator('main')
      await main.getByText('Couldn’t load this. Something went wrong in Millrace.').first().waitFor()
      await main.getByText('Request id: asked-about-it.').first().waitFor()
      // Until every part of the page has failed, there are buttons to come.
      await main.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
      await screenshot(page, `dashboard-failed-${name}`, { whole: false })
      expect(await placeOfHeading(page), `${name}: the heading stays where it is`).toEqual(before)
      await release()
      await pressAll(page.getByRole('button', { name: 'Try again' }))
    } else await release()
    await page.locator('main').getByText(state.empty).filter({ visible: true }).first().waitFor()
    if (state.next !== undefined) {
      const { next } = state
      await page
        .locator('main')
        .getByRole('link', { name: next })
        .or(page.locator('main').getByRole('button', { name: next }))
        .first()
        .waitFor()
    }
    expect(await page.locator('main').innerText(), name).not.toMatch(/undefined|null|NaN|\[object/)
    expect(await page.locator('main table tbody:empty').count(), `${name} has a bare table`).toBe(0)
    await screenshot(page, `dashboard-empty-${name}`, { whole: false })
  }
  expect(faults).toEqual([])
  await context.close()
})

/** Until the pages that were not opened yet can be opened without a network. */
const hasFetchedAhead = (page: Page) =>
  eventually(
    () => page.evaluate(`performance.getEntriesByName('millrace:fetched-ahead').length`) as Promise<number>,
    ended => ended > 0,
  )

test('without a network a page says so and keeps what was there, and all is well again by itself', async () => {
  const owner = await newMember(millrace, demo.organisationId)
  const { page, context, faults } = await openAs(browser, millrace, owner, '/workflows', {
    expected: /ERR_INTERNET_DISCONNECTED|dynamically imported module|preload CSS/,
    fetchesAhead: true,
  })
  const workflows = page.getByRole('table', { name: 'Workflows' })
  const first = (await workflows.getByRole('link').first().innerText()).trim()
  await page.getByRole('link', { name: 'Guests', exact: true }).click()
  const guests = page.getByRole('table', { name: 'Guests' })
  await guests.getByText('Maya Okafor').first().waitFor()
  await page.evaluate('window.untouched = true')
  await hasFetchedAhead(page)

  await context.setOffline(true)
  const lost = page.getByText('Connection lost.')
  await lost.waitFor()
  expect(await guests.getByText('Maya Okafor').count()).toBeGreaterThan(0)
  const links = page.getByRole('navigation').first().getByRole('link')
  const names = (await links.allInnerTexts()).filter(name => name !== 'API reference')
  expect(names.length).toBeGreaterThan(12)
  for (const name of someOf(names, 5)) {
    await links.getByText(name, { exact: true }).click()
    await heading(page)
      .getByText(name === 'Home' ? 'Harbour & Vine' : name, { exact: true })
      .waitFor()
    await lost.waitFor()
    expect((await page.locator('main').innerText()).length, name).toBeGreaterThan(150)
  }
  await screenshot(page, 'dashboard-offline', { whole: false })
  await links.getByText('Runs', { exact: true }).click()
  await page.getByText('Couldn’t load this. Millrace is not responding.').waitFor()
  await screenshot(page, 'dashboard-offline-runs', { whole: false })
  const isBack = await watchFor(page, 'Reconnected. This page is up to date.')
  await context.setOffline(false)
  await isBack()
  await page.getByRole('table', { name: 'Runs' }).waitFor()
  await links.getByText('Workflows', { exact: true }).click()
  await workflows.waitFor()
  expect(await page.evaluate('window.untouched')).toBe(true)

  // What a page is made of cannot be had either. It comes by itself, too.
  await context.setOffline(true)
  await lost.waitFor()
  await workflows.getByRole('link', { name: first, exact: true }).click()
  await heading(page).getByText('This page can’t be shown').waitFor()
  await page.getByText('This page loads as soon as it does.').waitFor()
  await screenshot(page, 'dashboard-offline-page', { whole: false })
  await context.setOffline(false)
  await heading(page).getByText(first, { exact: true }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('after an update, a page whose files are gone offers to load what is there now', async () => {
  const owner = await newMember(millrace, demo.organisationId)
  const { page, context, faults } = await openAs(browser, millrace, owner, '/workflows', {
    expected: /status of 404|dynamically imported module|preload CSS/,
  })
  const gone = (route: Route) => route.fulfill({ status: 404, json: { message: 'There is nothing here.' } })
  const updated = page.getByText('Millrace may have been updated since you opened this page.')
  await page.route(/\/assets\/WorkflowPage-/, gone)
  const link = page.getByRole('table', { name: 'Workflows' }).getByRole('link').first()
  const name = (await link.innerText()).trim()
  await link.click()
  await updated.waitFor()
  await screenshot(page, 'dashboard-updated', { whole: false })
  // The other pages continue.
  await page.getByRole('link', { name: 'Guests', exact: true }).click()
  await page.getByRole('table', { name: 'Guests' }).waitFor()
  await page.goBack()
  await updated.waitFor()
  await page.unroute(/\/assets\/WorkflowPage-/)
  await page.getByRole('button', { name: 'Reload' }).click()
  await heading(page).getByText(name, { exact: true }).waitFor()

  await page.route(/\/assets\/(Dashboard|ReferencePage)-/, gone)
  for (const path of ['/guests', '/docs']) {
    await page.goto(millrace.url + path)
    await heading(page).getByText('This page can’t be shown').waitFor()
    await updated.waitFor()
  }
  await screenshot(page, 'dashboard-updated-whole', { whole: false })
  expect(faults).toEqual([])
  await context.close()
})

/** An address at which a process can be ended and another started, and a member there. */
async function openAddress() {
  const testDatabase = await createTestDatabase()
  const port = await freePort()
  const database = openDatabase(testDatabase.connection, {
    applicationName: 'millrace test',
    tenantConnections: 1,
    engineConnections: 1,
    onError: () => {},
  })
  return {
    database,
    start: () => startProcess({ databaseUrl: testDatabase.url, port, roles: ['api'] }),
    async close() {
      await database.close()
      await testDatabase.drop()
    },
  }
}

/** A browser opens six connections to a server and no more, and each page keeps one to hear what happens. */
const PAGES_IN_A_BROWSER = 4
const unreachable = /Failed to load resource|ERR_/

/**
 * In `npm test` one page is asked this without a network, above, and another without a server, below, which is killed.
 * Here are all of them at once, for a server that is stopped as well.
 */
const together =
  'pages say that they have no network or no server, keep what was there, and are well again by themselves'
test.runIf(allTrials)(together, async () => {
  const { database, start, close } = await openAddress()
  let server = await start()
  try {
    const id = newId()
    await createOrganisation(database.engine, { id, name: 'Vine' })
    const member = await newMember({ database }, id)
    const session = await sessionOf(server, member)
    const paths = memberPages({ ...nothing, clientId: 'no-such-key', source: 'till' })
    const visits: { name: PageName; visited: Visit; shown: Locator }[] = []
    for (const name of tried) {
      const path = paths[name]
      const beside = visits.length % PAGES_IN_A_BROWSER === 0 ? undefined : visits.at(-1)?.visited
      const visited =
        beside === undefined
          ? await open(browser, server, path, { expected: unreachable, session })
          : await visitBeside(beside, server.url + path, { expected: unreachable })
      const { page } = visited
      const shown = page.locator('main').getByText(states[name].empty).filter({ visible: true }).first()
      await shown.waitFor()
      await page.evaluate('window.untouched = true')
      visits.push({ name, visited, shown })
    }
    const each = <T>(work: (one: (typeof visits)[number]) => Promise<T>) => Promise.all(visits.map(work))
    const lost = () =>
      each(async ({ name, visited, shown }) => {
        await visited.page.getByText('Connection lost.').waitFor()
        expect(await shown.isVisible(), `${name} keeps what was there`).toBe(true)
      })
    // It is said for some seconds only; so all begin to look before it can be so.
    const watchForReturn = async () => {
      const watched = await each(({ visited }) => watchFor(visited.page, 'Reconnected.'))
      return () => Promise.all(watched.map(seen => seen()))
    }

    await each(({ visited }) => visited.context.setOffline(true))
    await lost()
    const online = await watchForReturn()
    await each(({ visited }) => visited.context.setOffline(false))
    await online()
    // What was asked for again with the network is answered before the server goes.
    await each(({ shown }) => shown.waitFor())

    await server.stop()
    await lost()
    const restarted = await watchForReturn()
    server = await start()
    await restarted()
    await each(async ({ name, visited: { page, faults }, shown }) => {
      await shown.waitFor()
      expect(await page.evaluate('window.untouched'), `${name} was not loaded again`).toBe(true)
      expect(faults, name).toEqual([])
    })
    await each(({ visited }) => visited.context.close())
  } finally {
    await server.kill()
    await close()
  }
})

test('a server that was killed is missed, and its successor is heard by the same page', async () => {
  const { database, start, close } = await openAddress()
  let server = await start()
  try {
    const { id, guest, token } = await createTestOrganisation(server.url, database, 'Harbour')
    const ada = await guest({ name: 'Ada' })
    const member = await newMember({ database }, id)
    const { page, context, faults } = await openAs(browser, server, member, '/settings/members', {
      expected: unreachable,
    })
    await page.getByRole('table', { name: 'Members' }).waitFor()
    await page.evaluate('window.untouched = true')
    await page.getByRole('button', { name: 'Invite member…' }).click()
    await page.getByLabel('E-mail').fill('jo@example.com')
    await server.kill()
    await page.getByText('Connection lost.').waitFor()
    await page.getByRole('button', { name: 'Create invitation' }).click()
    await page.getByText('Millrace is not responding. Nothing you entered was lost').waitFor()
    await screenshot(page, 'dashboard-connection-lost', { whole: false })
    const isBack = await watchFor(page, 'Reconnected.')
    server = await start()
    await isBack()
    await page.getByRole('button', { name: 'Create invitation' }).click()
    await page.getByRole('heading', { name: 'Invitation for jo@example.com' }).waitFor()

    // What happens from now on reaches the same page again.
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Events', exact: true }).click()
    await page.getByText('No events yet').waitFor()
    await request(`${server.url}/v1/workflows/incoming-event`, {
      token: await token(),
      json: { organisation_registration_id: ada },
    })
    await page.getByRole('table', { name: 'Events' }).getByRole('link', { name: 'Ada' }).waitFor()
    expect(await page.evaluate('window.untouched')).toBe(true)
    expect(faults).toEqual([])
    await context.close()
  } finally {
    await server.kill()
    await close()
  }
})

test('a page that says there is no such thing keeps saying it while the server is asked again', async () => {
  const { page, context, faults } = await openAs(browser, millrace, newcomer, `/events/${nobody}`, {
    expected: /Failed to load resource|ERR_|status of 404/,
  })
  const absent = page.getByText('Event not found')
  await absent.waitFor()
  await context.setOffline(true)
  await page.getByText('Connection lost.').waitFor()
  const asked = Promise.withResolvers<Route>()
  await page.route(/\/dashboard\/api\/events\//, asked.resolve)
  await context.setOffline(false)
  const route = await asked.promise
  expect(await absent.isVisible()).toBe(true)
  await route.abort()
  await page.getByText('Reconnected.').waitFor({ state: 'detached' })
  expect(await absent.isVisible()).toBe(true)
  expect(faults).toEqual([])
  await context.close()
})

test('what the server cannot do right now is asked for again by the page, and said when that is of no use', async () => {
  const { page, context, faults } = await openAs(browser, millrace, newcomer, '/guests', {
    expected: /status of 503/,
    width: phone,
    scheme: 'dark',
  })
  await page.getByText('No guests yet').waitFor()
  await page.route(api, route =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { message: 'Retry after the seconds.', code: 'unavailable', request_id: 'asked-about-it' },
    }),
  )
  await page.reload()
  await page.getByText('Couldn’t load this. Millrace is not available right now.').waitFor()
  await page.getByText('Try again in a second. Request id: asked-about-it.').waitFor()
  await screenshot(page, 'dashboard-unavailable-dark-phone', { whole: false })
  await page.unroute(api)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No guests yet').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('while nothing is known yet, neither who is there nor what a link is for, the page is not blank', async () => {
  const { page, context, faults } = await openAs(browser, millrace, newcomer, '/', {
    expected: /status of 404/,
  })
  const token = 'x'.repeat(43)
  for (const [path, asked] of [
    ['/guests', '/session'],
    [`/setup#${token}`, '/setup'],
    [`/invitation#${token}`, '/invitation'],
    [`/sign-in?reset#${token}`, '/session/reset'],
  ] as const) {
    const address = `**/dashboard/api${asked}`
    const held = Promise.withResolvers<void>()
    await page.route(address, async route => {
      await held.promise
      await route.continue()
    })
    await page.goto('about:blank')
    await page.goto(millrace.url + path)
    await page.locator('main [aria-busy="true"]').getByText('Loading').waitFor({ state: 'attached' })
    held.resolve()
    await heading(page).waitFor()
    await page.unroute(address)
  }
  expect(faults).toEqual([])
  await context.close()
})
