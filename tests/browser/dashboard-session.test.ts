import { afterAll, beforeAll, expect, test } from 'vitest'
import { visit } from '../support/dashboard.ts'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { furtherViolations, violations } from './support/axe.ts'
import { connectBrowser, type TestBrowser } from './support/browser.ts'
import {
  endSessions,
  fillIn,
  forgetConfirmation,
  newMember,
  open,
  openAs,
  password,
  refusals,
} from './support/member.ts'
import { screenshot } from './support/screenshot.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let browser: TestBrowser

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  organisation = await millrace.organisation('Harbour')
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})
const expected = refusals

test('a session that ended is renewed in place, and what was typed is sent', async () => {
  const member = await newMember(millrace, organisation.id)
  const { page, context, faults } = await openAs(browser, millrace, member, '/marketplace/api-keys/new', {
    expected,
  })
  await page.getByLabel('Name', { exact: true }).fill('typed before')
  await endSessions(millrace, member)
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.waitFor()
  await screenshot(page, 'dashboard-session-ended', { whole: false })
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Password').fill('not the password')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.getByText('The e-mail address or the password is wrong.').waitFor()
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'typed before' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a call that was on its way while someone signed in again does not ask them once more', async () => {
  const member = await newMember(millrace, organisation.id)
  const { page, context, faults } = await openAs(browser, millrace, member, '/guests', { expected })
  await page.getByText('No guests yet').waitFor()
  await endSessions(millrace, member)
  const late = Promise.withResolvers<void>()
  let refused = 0
  const names = /\/dashboard\/api\/workflows(\?|$)/
  await page.route(names, async route => {
    const response = await route.fetch()
    if (response.status() === 401) {
      refused += 1
      await late.promise
    }
    await route.fulfill({ response })
  })
  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.waitFor()
  await expect.poll(() => refused).toBe(1)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('No runs yet').waitFor()
  const again = page.waitForResponse(response => names.test(response.url()) && response.status() === 200)
  late.resolve()
  await again
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

test('who belongs to several organisations comes back to the one they were in', async () => {
  const other = await millrace.organisation('Vine')
  const member = await newMember(millrace, [organisation.id, other.id])
  const { page, context, faults } = await open(browser, millrace, '/sign-in', { expected })
  await fillIn(page, { 'E-mail': member.email, Password: password })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Choose an organisation' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Vine · owner' }).click()
  await page.getByRole('heading', { name: 'Vine', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'API Keys' }).click()
  await page.getByRole('link', { name: 'Create New API Key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('of Vine')
  await endSessions(millrace, member)
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'of Vine' }).waitFor()
  await page.getByLabel('Organisation').selectOption('Harbour')
  await page.getByRole('heading', { name: 'Harbour', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'API Keys', exact: true }).click()
  await page.getByRole('heading', { name: 'API Keys' }).waitFor()
  await page.getByRole('table', { name: 'API keys' }).getByText('typed before').waitFor()
  expect(await page.getByText('of Vine').count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

test('the password is asked again for what matters, once in ten minutes', async () => {
  const member = await newMember(millrace, organisation.id)
  const { page, context, faults } = await openAs(browser, millrace, member, '/marketplace/api-keys/new', {
    expected,
  })
  await forgetConfirmation(millrace, member)
  await page.getByLabel('Name', { exact: true }).fill('asked for')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.waitFor()
  await screenshot(page, 'dashboard-password-again', { whole: false })
  expect(await furtherViolations(page)).toEqual([])

  // Thinking better of it leaves the form as it was.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('asked for')

  await page.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByLabel('Password').fill('not the password')
  await page.keyboard.press('Enter')
  await dialog.getByText('The password is wrong.').waitFor()
  await dialog.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'asked for' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('who is not signed in is led to the sign-in, and then to where they wanted to go', async () => {
  const member = await newMember(millrace, organisation.id)
  const { page, context, faults } = await open(browser, millrace, '/settings/audit?action=key', { expected })
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await fillIn(page, { 'E-mail': member.email, Password: password })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  expect(page.url()).toBe(`${millrace.url}/settings/audit?action=key`)
  expect(faults).toEqual([])
  await context.close()
})

test('a new password and a new name; then out, everywhere', async () => {
  const member = await newMember(millrace, organisation.id)
  const { page, context, faults } = await openAs(browser, millrace, member, '/settings/profile', { expected })
  await page.getByLabel('Your name').fill('Someone Else')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByText('Name changed.').waitFor()
  await page.getByText('Someone Else').waitFor()

  // The current password is checked first: an attempt has to count before the new one is judged, which takes long.
  await fillIn(page, { 'Current password': 'wrong', 'New password': 'aaaaaaaaaaaaaa' })
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('The password is wrong.').waitFor()
  await fillIn(page, { 'Current password': password, 'New password': 'aaaaaaaaaaaaaa' })
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('New password must have at least 5 different characters.').waitFor()
  expect(await furtherViolations(page)).toEqual([])
  await fillIn(page, { 'Current password': password, 'New password': 'the tide is in at six' })
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed.').waitFor()

  const elsewhere = visit(millrace.url)
  await elsewhere.signIn(member.email, 'the tide is in at six')
  await page.reload()
  const sessions = page.getByRole('table', { name: 'Sessions' })
  await sessions.getByText('this device').waitFor()
  const ending = sessions.getByRole('button', { name: 'Sign out' })
  await ending.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('The device is signed out.').waitFor()
  await ending.waitFor({ state: 'detached' })
  expect((await elsewhere.get('/session')).status).toBe(401)
  expect(await furtherViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goto(`${millrace.url}/settings/profile`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await fillIn(page, { 'E-mail': member.email, Password: 'the tide is in at six' })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Your profile' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})
