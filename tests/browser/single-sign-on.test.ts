import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textServer } from '../channels/name-server.ts'
import { freePort } from '../support/free-port.ts'
import {
  client,
  type IdentityProvider,
  newSubject,
  startIdentityProvider,
} from '../support/identity-provider.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { connectBrowser, type TestBrowser, type Visit } from './support/browser.ts'
import { look } from './support/look.ts'
import { fillIn, newMember, open, openAs } from './support/member.ts'

/** With a real identity provider, which signs in the person of the test without asking. */

let millrace: TestMillrace
let provider: IdentityProvider
let browser: TestBrowser
const texts = new Map<string, readonly string[]>()
let names: Awaited<ReturnType<typeof textServer>>

beforeAll(async () => {
  const port = await freePort()
  names = await textServer(texts)
  millrace = await startTestMillrace({
    roles: ['api'],
    config: { allowedPrivateAddresses: ['127.0.0.1'], allowedPorts: [port], dnsServers: [names.address] },
  })
  provider = await startIdentityProvider(port, `${millrace.url}/sign-in/callback`)
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await provider?.stop()
  await millrace?.stop()
  names?.close()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const arrived = (page: Page) => page.getByRole('heading', { level: 1, name: 'Harbour' }).waitFor()
/** The identity provider is another host, on purpose. */
const ownFaults = ({ faults }: Visit) => faults.filter(fault => !fault.includes(provider.issuer))
const person = (email: string, groups: string[]) => ({
  sub: newSubject('person'),
  email,
  name: 'Maya Okafor',
  groups,
})

test('an owner sets it up, signs in with it, confirms a dangerous act with it, and enforces it', async () => {
  const organisation = await millrace.organisation('Harbour')
  const owner = await newMember(millrace, organisation.id)
  const visited = await openAs(browser, millrace, owner, '/settings/organisation', {
    expected: /status of (400|401|403)/,
  })
  const { page } = visited
  const panel = page.locator('#single-sign-on')
  await panel.getByLabel('Issuer', { exact: true }).fill('http://127.0.0.1:9')
  await panel.getByLabel('Client ID', { exact: true }).fill(client.client_id)
  await panel.getByLabel('Client secret', { exact: true }).fill(client.client_secret)
  await panel.getByLabel('E-mail domains').fill('harbour.example')
  await panel.getByLabel('Additional scopes').fill('groups')
  await panel.getByRole('button', { name: 'Add group' }).click()
  await panel.getByLabel('Group at the provider').fill('directors')
  await panel.getByLabel('Role').selectOption('owner')
  await press(page, 'Save single sign-on')
  await panel.getByText('Port 9 is not allowed.').waitFor()
  // What was typed is still there.
  expect(await panel.getByLabel('Client secret', { exact: true }).inputValue()).toBe(client.client_secret)
  await panel.getByLabel('Issuer', { exact: true }).fill(provider.issuer)
  await press(page, 'Save single sign-on')
  await page.getByText('Single sign-on is saved.').waitFor()
  await panel.getByText(`${millrace.url}/sign-in?organisation=${organisation.id}`).waitFor()
  const domains = panel.getByRole('table', { name: 'Domains of single sign-on' })
  await domains.getByText('not proven', { exact: true }).waitFor()
  await press(page, 'Check domains')
  await domains.getByText('The record is not in the DNS yet.').waitFor()
  await look(page, 'single-sign-on-settings')
  const value = await domains.getByText(/^millrace-domain-verification=/).innerText()
  texts.set('_millrace.harbour.example', [value])
  await press(page, 'Check domains')
  await domains.getByText('proven', { exact: true }).waitFor()
  await panel.getByLabel('Enforce for these domains').check()
  await press(page, 'Save single sign-on')
  await panel.getByText('only after you have signed in with single sign-on yourself').waitFor()

  provider.person = person('maya@harbour.example', ['directors'])
  await page.context().clearCookies()
  await page.goto(`${millrace.url}/sign-in?next=%2Fsettings%2Forganisation`)
  await press(page, 'Continue with single sign-on')
  await page.getByLabel('Work e-mail').fill('maya@harbour.example')
  await look(page, 'sign-in-single-sign-on')
  await press(page, 'Continue with single sign-on')
  await page.getByRole('heading', { level: 1, name: 'Organisation' }).waitFor()

  await panel.getByLabel('Enforce for these domains').check()
  await press(page, 'Save single sign-on')
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog.getByRole('link', { name: 'Continue with single sign-on in a new tab' }).click(),
  ])
  await press(tab, 'Continue with single sign-on')
  await arrived(tab)
  await tab.close()
  await dialog.getByRole('button', { name: 'I have signed in' }).click()
  await page.getByText('Single sign-on is saved.').waitFor()

  await page.goto(`${millrace.url}/settings/profile`)
  await page.getByRole('table', { name: 'Sessions' }).getByText('single sign-on').first().waitFor()
  expect(await page.getByRole('heading', { name: 'Password' }).count()).toBe(0)
  await page.context().clearCookies()
  await page.goto(`${millrace.url}/sign-in`)
  await fillIn(page, { 'E-mail': 'maya@harbour.example', Password: 'some password of hers' })
  await press(page, 'Sign in')
  await page.getByText('Members with this address sign in with single sign-on.').waitFor()
  // The address that was entered is used.
  await press(page, 'Continue with single sign-on')
  await arrived(page)
  expect(ownFaults(visited)).toEqual([])
  await visited.context.close()
})

test('every refusal is a sentence on the sign-in page, and a word that is none shows nothing', async () => {
  const organisation = await millrace.organisation('Second')
  const owner = await newMember(millrace, organisation.id)
  const visited = await open(browser, millrace, '/sign-in?problem=no_access', {
    expected: /status of 404/,
  })
  const { page } = visited
  await page.getByText('None of your groups at the identity provider has access').waitFor()
  await look(page, 'sign-in-refused')
  await page.goto(`${millrace.url}/sign-in?problem=%3Cb%3Eyou%20won%3C%2Fb%3E`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.getByText('you won').count()).toBe(0)
  await fillIn(page, { 'E-mail': owner.email })
  await press(page, 'Continue with single sign-on')
  await page.getByText('No organisation here uses single sign-on for this.').waitFor()
  expect(ownFaults(visited)).toEqual([])
  await visited.context.close()
})
