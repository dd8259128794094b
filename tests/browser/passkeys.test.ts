import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stepAt, totpCode } from '../../server/src/members/second-factor/totp.ts'
import { freePort } from '../support/free-port.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { connectBrowser, type TestBrowser, type Visit } from './support/browser.ts'
import { look, lookOn } from './support/look.ts'
import { fillIn, forgetConfirmation, newMember, openAs, password } from './support/member.ts'

/** With a virtual authenticator: Chromium's own, which signs as a device with a finger on it does. */

let millrace: TestMillrace
let browser: TestBrowser

beforeAll(async () => {
  const port = await freePort()
  // A name: browsers make no passkeys for a number.
  const address = `http://localhost:${port}`
  millrace = await startTestMillrace({
    roles: ['api'],
    config: { port, baseUrl: address, authUrl: address },
  })
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})

async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function signOut({ page }: Visit): Promise<void> {
  await page.context().clearCookies()
  await page.goto(`${millrace.url}/sign-in`)
}

async function givePassword(page: Page, email: string): Promise<void> {
  await fillIn(page, { 'E-mail': email, Password: password })
  await press(page, 'Sign in')
}

const arrived = (page: Page) => page.getByRole('heading', { level: 1, name: 'Harbour' }).waitFor()

test('a passkey is added, is asked for after the password, signs in alone, and confirms a dangerous act', async () => {
  const { id } = await millrace.organisation('Harbour')
  const member = await newMember(millrace, id)
  const visited = await openAs(browser, millrace, member, '/settings/profile', {
    expected: /status of (401|403)/,
  })
  const { page } = visited
  await addAuthenticator(page)

  await press(page, 'Add a passkey…')
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
  await look(page, 'add-passkey')
  await press(page, 'Create the passkey')
  const codes = await page.getByRole('group', { name: 'Recovery codes' }).innerText()
  expect(codes.trim().split('\n')).toHaveLength(10)
  await lookOn(page, 'recovery-codes')
  await press(page, 'Done, I have saved them')
  await page.getByRole('button', { name: 'Remove Laptop' }).waitFor()
  await lookOn(page, 'second-factor-on')

  await signOut(visited)
  await givePassword(page, member.email)
  await page.getByRole('heading', { name: 'Second factor' }).waitFor()
  await look(page, 'second-factor')
  await press(page, 'Use your passkey')
  await arrived(page)

  await signOut(visited)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  await look(page, 'sign-in-with-passkey')
  await press(page, 'Sign in with a passkey')
  await arrived(page)

  await forgetConfirmation(millrace, member)
  await page.goto(`${millrace.url}/marketplace/api-keys/new`)
  await fillIn(page, { Name: 'Till' })
  await press(page, 'Create key')
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
  await lookOn(page, 'confirm-by-passkey')
  await press(page, 'Use your passkey')
  await page.getByText('Save this now').waitFor()

  const { rows } = await millrace.database.engine.query<{ action: string; by: string | null }>(
    `SELECT action, detail->>'by' AS by FROM audit_entries WHERE organisation_id = $1 AND action LIKE 'member.%'
     ORDER BY sequence`,
    [id],
  )
  expect(rows.map(({ action, by }) => (by === null ? action : `${action} ${by}`))).toEqual([
    'member.signed_in password',
    'member.passkey_added',
    'member.signed_in passkey',
    'member.signed_in passkey',
  ])
  expect(visited.faults).toEqual([])
  await visited.context.close()
})

test('a passkey of another member does not answer for one', async () => {
  const { id } = await millrace.organisation('Harbour')
  const [maya, tom] = [await newMember(millrace, id), await newMember(millrace, id)]
  const visited = await openAs(browser, millrace, maya, '/settings/profile', {
    expected: /status of (401|403)/,
  })
  const { page } = visited
  await addAuthenticator(page)
  await press(page, 'Add a passkey…')
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
  await press(page, 'Create the passkey')
  await press(page, 'Done, I have saved them')
  // The same passkey, as if it were Tom's: it signs Maya's challenge, and is refused.
  await millrace.database.engine.query('UPDATE passkeys SET member_id = $1 WHERE member_id = $2', [
    tom.id,
    maya.id,
  ])
  await millrace.database.engine.query(
    `INSERT INTO passkeys (id, member_id, name, public_key, counter, transports)
     SELECT 'another', $1, 'Phone', public_key, 0, '{}' FROM passkeys WHERE member_id = $2`,
    [maya.id, tom.id],
  )
  await signOut(visited)
  const [asked] = await Promise.all([
    page.waitForResponse(response => response.url().endsWith('/dashboard/api/session')),
    givePassword(page, maya.email),
  ])
  const { ticket } = (await asked.json()) as { ticket: string }
  await page.goto(`${millrace.url}/sign-in`)
  const answer = await page.evaluate(`(${signFor})(${JSON.stringify(ticket)})`)
  expect(answer).toBe(403)
  await visited.context.close()
})

/** Runs in the page: signs a fresh challenge, and sends that as the answer to another question. */
const signFor = `async ticket => {
  const post = (path, body) => fetch('/dashboard/api/session/' + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { options } = await (await post('passkey-options', {})).json()
  const bytes = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0))
  const text = buffer => btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  const { id, type, response } = await navigator.credentials.get({
    publicKey: { challenge: bytes(options.challenge), userVerification: 'required' },
  })
  const signed = Object.fromEntries(
    ['clientDataJSON', 'authenticatorData', 'signature'].map(part => [part, text(response[part])]),
  )
  const passkey = { id, rawId: id, type, clientExtensionResults: {}, response: signed }
  return (await post('second-factor', { ticket, passkey })).status
}`

test('where an owner requires it, a member sets up an app before anything else', async () => {
  const { id } = await millrace.organisation('Harbour')
  await millrace.database.engine.query(
    'UPDATE organisations SET require_second_factor = true WHERE id = $1',
    [id],
  )
  const member = await newMember(millrace, id)
  const visited = await openAs(browser, millrace, member, '/', { expected: /status of (401|403)/ })
  const { page } = visited
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  await look(page, 'second-factor-required')
  await press(page, 'Add an app…')
  const secret = await page.locator('dialog code').first().innerText()
  await lookOn(page, 'add-app')
  await fillIn(page, { Code: totpCode(secret, stepAt(new Date())) })
  await press(page, 'Add the app')
  await press(page, 'Done, I have saved them')
  await arrived(page)
  expect(visited.faults).toEqual([])
  await visited.context.close()
})
