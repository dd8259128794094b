import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../server/src/access/keys.ts'
import { inTenant, inTransaction } from '../../server/src/db/database.ts'
import { demo } from '../../server/src/demo/demo-data.ts'
import { invite } from '../../server/src/members/invitations.ts'
import { signedIn } from '../support/dashboard.ts'
import { getToken, request, startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { furtherViolations, violations } from './support/axe.ts'
import { connectBrowser, follow, phone, type TestBrowser } from './support/browser.ts'
import { connectTill, type ShownConnection } from './support/connection.ts'
import { holdRequests } from './support/hold.ts'
import { checkFile } from './support/import.ts'
import { look, lookOn, widthsOf } from './support/look.ts'
import { newMember, open, openAs } from './support/member.ts'
import { memberPages, type PageName } from './support/member-pages.ts'
import { screenshot } from './support/screenshot.ts'

let millrace: TestMillrace
let browser: TestBrowser
let owner: { email: string }
let clientId: string
let invitation: string
let messageId: string
let till: ShownConnection
let guestImport: string
let segment: string
let piece: string
let subscription: string

beforeAll(async () => {
  millrace = await startTestMillrace({ config: { demo: true } })
  browser = await connectBrowser()
  owner = await newMember(millrace, demo.organisationId)
  await newMember(millrace, demo.organisationId, { role: 'viewer', serials: [demo.serial] })
  const key = await inTransaction(millrace.database.engine, tx =>
    createKey(tx, demo.organisationId, owner.email, { name: 'Till at the harbour' }),
  )
  clientId = key.clientId
  const token = await getToken(millrace.url, key)
  await request(`${millrace.url}/v1/venues`, { token })
  await request(`${millrace.url}/v1/workflows/nothing/workflow-runs`, { token })
  const invited = await inTenant(millrace.database, demo.organisationId, tx =>
    invite(tx, demo.organisationId, owner.email, { email: 'jo@example.com', role: 'editor', serials: null }),
  )
  if (invited === 'member_exists') throw new Error('nobody is called jo')
  invitation = invited.token
  const { rows } = await millrace.database.engine.query<{ id: string }>(
    `SELECT id FROM messages WHERE organisation_id = $1 AND channel = 'email' ORDER BY id LIMIT 1`,
    [demo.organisationId],
  )
  messageId = rows[0]?.id as string
  const hand = await signedIn(millrace, demo.organisationId)
  till = await connectTill(hand, 'Tills at the harbour', demo.serial)
  guestImport = await checkFile(hand, 'regulars.csv')
  const { body } = await hand.post<{ segment: { id: string } }>('/segments', {
    name: 'Regulars',
    description: 'Guests who came at least twice in two months',
    condition: { field: 'guest.points', operator: 'at_least', value: 1 },
  })
  segment = body.segment.id
  const saved = await hand.post<{ piece: { key: string } }>('/pieces', {
    name: 'Footer with opening hours',
    kind: 'blocks',
    content: { blocks: [{ type: 'text', text: 'Open daily from 10 to 23' }] },
  })
  piece = saved.body.piece.key
  const subscribed = await hand.post<{ subscription: { id: string } }>('/subscriptions', {
    name: 'Data warehouse',
    url: 'https://example.com/millrace',
    events: ['run.finished'],
  })
  subscription = subscribed.body.subscription.id
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})

/** What is to be seen on each page. Those of a workflow, a run, an event and a source are looked at where they are made. */
const there: Partial<Record<PageName, string>> = {
  home: 'Period',
  runs: 'Maya',
  events: 'till',
  'send-event': 'Sofia',
  unrouted: 'replay these events',
  sources: 'The systems that send events',
  guests: 'Maya',
  guest: 'Activity',
  imports: 'regulars.csv',
  'new-import': 'Dates are written as',
  import: 'Refused rows',
  segments: 'Regulars',
  'new-segment': 'Condition',
  segment: 'Entered',
  venues: 'The Harbour Kitchen',
  venue: 'Opening hours',
  outbox: 'Thank you for your visit',
  message: 'Links are off in this preview',
  pieces: 'Footer with opening hours',
  piece: 'Used in',
  tasks: 'Call',
  keys: 'Till at the harbour',
  'new-key': 'What will use it',
  key: 'workflow_not_found',
  connections: 'Tills at the harbour',
  'new-connection': 'Unknown guests',
  connection: 'No venue is set for the location',
  'connection-set-up': 'Signature or secret wrong',
  'connection-venues': 'LVINE00000002',
  'connection-mapping': 'Click the list',
  delivery: 'No venue is set for the location',
  subscriptions: 'Data warehouse',
  subscription: 'Nothing sent yet',
  help: 'For marketers',
  guide: 'Your first workflow',
  settings: 'Data retention',
  members: 'jo@example.com',
  profile: 'Sign out everywhere',
  suppressions: 'to which nothing is sent',
  audit: 'Till at the harbour',
  nowhere: 'Nothing at this address',
}

/**
 * At one of each kind axe looks in `npm test`, too: of several parts, a list, one thing with what happened to it, forms
 * that ask for something and that do not, a file with its rows, a condition, hours, an e-mail, a view with an editor,
 * settings, a profile and a guide. It takes a second of a processor for each; the others are opened and are not too wide.
 */
const ONE_OF_EACH_KIND: ReadonlySet<string> = new Set<PageName>([
  'home',
  'guests',
  'guest',
  'send-event',
  'new-segment',
  'import',
  'venue',
  'message',
  'connection',
  'connection-mapping',
  'settings',
  'profile',
  'guide',
])

test('every page of a member is fit to be seen, and to be heard', async () => {
  const { page, context, faults } = await openAs(browser, millrace, owner)
  const { guestId: guest, serial, workflowId: workflow, source } = demo
  const pages = memberPages({
    guest,
    serial,
    message: messageId,
    clientId,
    workflow,
    source,
    run: '',
    event: '',
    guestImport,
    segment,
    piece,
    subscription,
    ...till,
  })
  // Those that are looked at on a phone last, and as wide as the one before: a window that changes is drawn again.
  const lookedAt = Object.entries(there)
    .map(([name, text]) => ({ name, text, widths: widthsOf(`dashboard-${name}`) }))
    .sort((one, other) => (other.widths[0] ?? 0) - (one.widths[0] ?? 0))
  expect(lookedAt.length).toBeGreaterThan(35)
  for (const { name, text, widths } of lookedAt) {
    await follow(page, pages[name as PageName])
    await page.locator('main').getByText(text).filter({ visible: true }).first().waitFor()
    await (ONE_OF_EACH_KIND.has(name) ? look : lookOn)(page, `dashboard-${name}`, widths)
  }
  await page.setViewportSize({ width: phone, height: 844 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'API Keys' }).waitFor()
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await screenshot(page, `dashboard-menu-${scheme}-${phone}`, { whole: false })
    const find = scheme === 'dark' ? violations : furtherViolations
    expect(await find(page), `menu, ${scheme}`).toEqual([])
  }
  expect(faults).toEqual([])
  await context.close()
})

test('and so is every page before the sign-in', async () => {
  const { page, context, faults } = await open(browser, millrace, '/sign-in')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await look(page, 'dashboard-sign-in')
  await page.goto(`${millrace.url}/invitation#${invitation}`)
  await page.getByRole('heading', { name: 'Join Harbour & Vine' }).waitFor()
  await look(page, 'dashboard-invitation')
  expect(faults).toEqual([])
  await context.close()
})

test('the first page takes less than 115 KB of scripts; the canvas and the editor come when they are needed', async () => {
  const { page, context, faults } = await openAs(browser, millrace, owner)
  const scripts = () =>
    page.evaluate(
      `performance.getEntriesByType('resource')
         .filter(({ name, startTime }) => name.endsWith('.js') &&
           startTime < (performance.getEntriesByName('millrace:fetch-ahead')[0]?.startTime ?? Infinity))
         .map(({ name, encodedBodySize, decodedBodySize }) => ({ name, encodedBodySize, decodedBodySize }))`,
    ) as Promise<{ name: string; encodedBodySize: number; decodedBodySize: number }[]>
  await page.goto(millrace.url)
  await page.getByText('Period').waitFor()
  const first = await scripts()
  const sent = first.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  expect(first.map(({ name }) => name).join()).not.toMatch(/WorkflowPage|Canvas/)
  expect(sent).toBeGreaterThan(10_000)
  expect(sent).toBeLessThan(115 * 1024)
  expect(sent, 'scripts are sent compressed').toBeLessThan(
    first.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0) / 2,
  )
  await page.goto(`${millrace.url}/workflows/${demo.workflowId}`)
  await page.locator('[data-box]').first().waitFor()
  expect((await scripts()).map(({ name }) => name).join()).toMatch(
    /WorkflowPage.*Canvas|Canvas.*WorkflowPage/,
  )
  expect(faults).toEqual([])
  await context.close()
})

test('a member sees the outline of the page before its scripts are there, and everything is asked for once', async () => {
  // By way of an address without scripts: what a page has in its memory cannot be held.
  const { page, context, faults } = await openAs(browser, millrace, owner, '/openapi.json')
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  const heldBack = Promise.withResolvers<void>()
  const letGo = await holdRequests(page, '*/assets/render-*.js', /^$/, async () => heldBack.resolve())
  await page.goto(millrace.url, { waitUntil: 'commit' })
  await heldBack.promise
  await page.locator('#shell').getByText('Millrace').waitFor()
  await screenshot(page, 'dashboard-outline', { whole: false })
  expect(asked).toEqual(expect.arrayContaining(['/dashboard/api/session', '/dashboard/api/home']))
  await letGo()
  await page.getByText('Period').waitFor()
  expect(await page.locator('#shell').count()).toBe(0)
  for (const path of ['/dashboard/api/session', '/dashboard/api/home'])
    expect(asked.filter(one => one === path)).toEqual([path])
  expect(faults).toEqual([])
  await context.close()

  const stranger = await open(browser, millrace, '/')
  await stranger.page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await stranger.page.locator('#shell').isVisible()).toBe(false)
  expect(stranger.faults).toEqual([])
  await stranger.context.close()
})

test('what is typed into the search before its results are there is looked for when they are', async () => {
  const { page, context, faults } = await openAs(browser, millrace, owner)
  const heldBack = Promise.withResolvers<void>()
  const letGo = await holdRequests(page, '*/assets/PaletteResults-*', /^$/, async () => heldBack.resolve())
  await page.goto(`${millrace.url}/guests`)
  await page.getByRole('heading', { name: 'Guests' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search everything' }).waitFor()
  await page.keyboard.type('saved pie')
  await heldBack.promise
  await letGo()
  await page.getByRole('option', { name: 'Saved pieces' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Saved pieces' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})
