import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createKey } from '../../server/src/access/keys.ts'
import { inTenant, inTransaction } from '../../server/src/db/database.ts'
import { demo } from '../../server/src/demo/demo-data.ts'
import { invite } from '../../server/src/members/invitations.ts'
import { getToken, request, startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { violations } from './support/axe.ts'
import { launchBrowser, phone } from './support/browser.ts'
import { look } from './support/look.ts'
import { newMember, open, openAs } from './support/member.ts'
import { screenshot } from './support/screenshot.ts'

// A browser without a graphics card on a busy machine takes its time.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 60_000 })

let millrace: TestMillrace
let browser: Browser
let owner: { email: string }
let clientId: string
let invitation: string
let messageId: string

beforeAll(async () => {
  millrace = await startTestMillrace({ config: { demo: true } })
  browser = await launchBrowser()
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
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})

/** What is to be seen on each page, by its address. */
const memberPages = (): Record<string, [path: string, there: string]> => ({
  home: ['/', 'Figures of'],
  runs: ['/runs', 'Maya'],
  events: ['/events', 'till'],
  'send-event': ['/events/send', 'Sofia'],
  unrouted: ['/events/unrouted', 'came before'],
  sources: ['/sources', 'The services that send events'],
  guests: ['/guests', 'Maya'],
  guest: [`/guests/${demo.guestId}`, 'What happened'],
  venues: ['/venues', 'The Harbour Kitchen'],
  venue: [`/venues/${demo.serial}`, 'Opening hours'],
  outbox: ['/outbox', 'Thank you for your visit'],
  message: [`/outbox/${messageId}`, 'Links do nothing here'],
  tasks: ['/tasks', 'Call'],
  keys: ['/marketplace/api-keys', 'Till at the harbour'],
  'new-key': ['/marketplace/api-keys/new', 'What will use it'],
  key: [`/marketplace/api-keys/${clientId}`, 'workflow_not_found'],
  settings: ['/settings/organisation', 'How long things are kept'],
  members: ['/settings/members', 'jo@example.com'],
  profile: ['/settings/profile', 'Sign out everywhere'],
  audit: ['/settings/audit', 'Till at the harbour'],
  nowhere: ['/settings/nothing', 'This address leads nowhere'],
})

test('every page of a member is fit to be seen, and to be heard', async () => {
  const { page, context, faults } = await openAs(browser, millrace, owner)
  for (const [name, [path, there]] of Object.entries(memberPages())) {
    await page.goto(millrace.url + path)
    await page.locator('main').getByText(there).first().waitFor()
    await look(page, `dashboard-${name}`)
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'API Keys' }).waitFor()
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await screenshot(page, `dashboard-menu-${scheme}-${phone}`, { whole: false })
    expect(await violations(page), `menu, ${scheme}`).toEqual([])
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
