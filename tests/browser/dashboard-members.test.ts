import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { furtherViolations, violations } from './support/axe.ts'
import { connectBrowser, copiedFrom, type TestBrowser } from './support/browser.ts'
import { fillIn, newMember, open, openAs, password, refusals } from './support/member.ts'
import { screenshot } from './support/screenshot.ts'
import { tabTo } from './support/tab-to.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let browser: TestBrowser

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  organisation = await millrace.organisation('Harbour')
  await organisation.venue('HARBOUR-01')
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})
const expected = refusals

test('someone is invited, joins, gets another role and a new password, and is removed', async () => {
  const owner = await newMember(millrace, organisation.id)
  const first = await openAs(browser, millrace, owner, '/settings/members', { expected })
  const { page } = first
  await page.getByRole('button', { name: 'Invite member…' }).click()
  const dialog = page.getByRole('dialog')
  await fillIn(page, { 'E-mail': 'jo@example.com' })
  await dialog.getByLabel('Venues').selectOption('Only these')
  await dialog.getByLabel('Venue codes').fill('HARBOUR-01, NOWHERE-9')
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await dialog.getByText(/^Venue codes .*NOWHERE-9/).waitFor()
  await screenshot(page, 'dashboard-invite', { whole: false })
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Venue codes').fill('HARBOUR-01')
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await page.getByRole('button', { name: 'Copy Link' }).click()
  const link = new URL(await copiedFrom(page))
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('row', { name: /^jo@example.com editor HARBOUR-01/ }).waitFor()

  const second = await open(browser, millrace, link.pathname + link.hash, { expected })
  await second.page.getByRole('heading', { name: 'Join Harbour' }).waitFor()
  await fillIn(second.page, { 'Your name': 'Jo', Password: password })
  await second.page.getByRole('button', { name: 'Accept invitation' }).click()
  await second.page.getByRole('heading', { name: 'Harbour', level: 1 }).waitFor()
  // An editor is shown no way to what an owner decides.
  expect(await second.page.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
  await second.page.getByRole('link', { name: 'Members' }).click()
  await second.page.getByRole('table', { name: 'Members' }).getByText('HARBOUR-01').waitFor()
  expect(await second.page.getByRole('button', { name: 'Invite member…' }).count()).toBe(0)
  expect(await second.page.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
  await second.page.goto(`${millrace.url}/settings/audit`)
  await second.page.getByText('Only an owner can read the audit log.').waitFor()
  await second.page.goto(`${millrace.url}/marketplace/api-keys/new`)
  await second.page.getByText('Only an owner can create a key.').waitFor()

  await page.reload()
  await page.getByRole('button', { name: 'Change Jo' }).click()
  await page.getByLabel('Role').selectOption('viewer')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /Jo jo@example.com viewer HARBOUR-01/ }).waitFor()

  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('members.csv')

  // Jo has forgotten their password.
  await page.getByRole('button', { name: 'Reset password… Jo' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByRole('heading', { name: 'New password for Jo' }).waitFor()
  await page.getByRole('button', { name: 'Copy Link' }).click()
  const way = new URL(await copiedFrom(page))
  expect(await furtherViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Done' }).click()
  await second.page.goto(millrace.url + way.pathname + way.search + way.hash)
  await second.page.getByRole('heading', { name: 'New password' }).waitFor()
  expect(new URL(second.page.url()).hash).toBe('')
  await fillIn(second.page, { 'New password': 'jo@example.com' })
  await second.page.getByRole('button', { name: 'Set password' }).click()
  await second.page.getByText('must not be your name or e-mail address').waitFor()
  await screenshot(second.page, 'dashboard-reset-password')
  expect(await violations(second.page)).toEqual([])
  await fillIn(second.page, { 'New password': 'gulls sleep on warm slates' })
  await second.page.getByRole('button', { name: 'Set password' }).click()
  await second.page.getByText('Your password is changed. Sign in with it.').waitFor()
  await fillIn(second.page, { 'E-mail': 'jo@example.com', Password: 'gulls sleep on warm slates' })
  await second.page.getByRole('button', { name: 'Sign in' }).click()
  await second.page.getByRole('heading', { name: 'Harbour', level: 1 }).waitFor()
  // A page that asks for nothing by itself, and so does not find out that they are removed before they do.
  await second.page.goto(`${millrace.url}/marketplace/api-keys/new`)
  await second.page.getByText('Only an owner can create a key.').waitFor()

  await page.getByRole('button', { name: 'Remove Jo' }).click()
  await page.getByText('jo@example.com is signed out at once').waitFor()
  await page.getByRole('button', { name: 'Remove member' }).click()
  await page.getByRole('row', { name: /Jo jo@example.com/ }).waitFor({ state: 'detached' })
  await second.page.getByRole('link', { name: 'Members' }).click()
  await second.page.goto(`${millrace.url}/settings/members`)
  await second.page
    .getByRole('heading', { name: 'Choose an organisation' })
    .or(second.page.getByRole('heading', { name: 'Sign in' }))
    .waitFor()

  // Nobody is left without an owner.
  await page.getByRole('button', { name: 'Remove Test Person' }).click()
  await page.getByRole('button', { name: 'Remove member' }).click()
  await page.getByText('An organisation needs an owner.').waitFor()
  expect([...first.faults, ...second.faults]).toEqual([])
  await first.context.close()
  await second.context.close()
})

test('the audit log is filtered by its address, and handed out as a file', async () => {
  const owner = await newMember(millrace, organisation.id)
  const { page, context, faults } = await openAs(browser, millrace, owner, '/settings/audit')
  const log = page.getByRole('table', { name: 'Audit log' })
  await log.getByText('signed in').first().waitFor()
  await page.getByLabel('Action', { exact: true }).selectOption('key')
  await page.waitForURL(/\?action=key$/)
  await log.getByText('created an API key').waitFor()
  await log.getByText('signed in').first().waitFor({ state: 'detached' })
  await page.getByLabel('Member', { exact: true }).fill('nobody@example.com')
  await page.waitForURL(/actor=nobody/)
  await page.getByText('No matching entries').waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await log.getByText('signed in').first().waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /as CSV$/ }).click(),
  ])
  expect(file.suggestedFilename()).toBe('audit.csv')
  expect(faults).toEqual([])
  await context.close()
})

test('the way to a key, and out again, by keyboard alone', async () => {
  const owner = await newMember(millrace, organisation.id)
  const { page, context, faults } = await open(browser, millrace, '/sign-in')
  await page.getByLabel('E-mail').waitFor()
  await page.keyboard.type(owner.email)
  await tabTo(page, 'Password')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Harbour', level: 1 }).waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search everything' }).waitFor()
  await page.keyboard.type('create api')
  await screenshot(page, 'dashboard-palette', { whole: false })
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByLabel('Name', { exact: true }).waitFor()
  await page.keyboard.type('by hand')
  await page.keyboard.press('Enter')
  await page.getByText('Waiting for the first call.').waitFor()
  await tabTo(page, 'Copy client_secret')
  await tabTo(page, 'Done, I have saved the secret')
  await page.keyboard.press('Enter')
  await tabTo(page, 'More about the key')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Revoke')
  await page.keyboard.press('Enter')
  await page.keyboard.type('by hand')
  await page.keyboard.press('Enter')
  await page.getByText('Revoked', { exact: true }).waitFor()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('mem')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Members' }).waitFor()
  await tabTo(page, 'Skip to content')
  await tabTo(page, 'Sign out')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('pages, lists and commands by their keys, and the list of all keys', async () => {
  const owner = await newMember(millrace, organisation.id)
  const { page, context, faults } = await openAs(browser, millrace, owner)
  const title = (name: string) => page.getByRole('heading', { name, level: 1, exact: true })
  await title('Harbour').waitFor()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.getByText('Next row').waitFor()
  await screenshot(page, 'dashboard-shortcuts', { whole: false })
  expect(await furtherViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'detached' })

  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await title('Venues').waitFor()
  await page.getByRole('table', { name: 'Venues' }).waitFor()
  await page.keyboard.press('j')
  await screenshot(page, 'dashboard-row-by-key', { whole: false })
  await page.keyboard.press('Enter')
  await title('HARBOUR-01').waitFor()

  // A letter in a field is a letter.
  await page.getByLabel('Name', { exact: true }).press('j')
  await page.keyboard.press('?')
  expect(await keys.count()).toBe(0)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('invite')
  await page.getByRole('option', { name: 'Invite member' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('E-mail').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'HARBOUR-01' }).waitFor()
  await screenshot(page, 'dashboard-palette-recent', { whole: false })
  expect(await furtherViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await title('HARBOUR-01').waitFor()
  expect(faults).toEqual([])
  await context.close()
})
