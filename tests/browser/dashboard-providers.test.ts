import type { Provider } from '@millrace/contract/provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailServer } from '../channels/mail-server.ts'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { furtherViolations, violations } from './support/axe.ts'
import { connectBrowser, type TestBrowser } from './support/browser.ts'
import { newMember, openAs, refusals } from './support/member.ts'
import { screenshot } from './support/screenshot.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let browser: TestBrowser
let mail: Awaited<ReturnType<typeof mailServer>>
let owner: { email: string }

beforeAll(async () => {
  mail = await mailServer()
  millrace = await startTestMillrace({
    config: { allowedPrivateAddresses: ['127.0.0.0/8'], allowedPorts: [mail.port] },
  })
  organisation = await millrace.organisation('Harbour')
  owner = await newMember(millrace, organisation.id)
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
  await mail?.close()
})

test('an owner adds providers with limits, puts them into an order, tests one that is down, and removes one', async () => {
  const { page, context, faults } = await openAs(
    browser,
    millrace,
    owner,
    '/settings/organisation?topic=providers',
    {
      expected: refusals,
    },
  )
  const list = page.getByRole('table', { name: 'E-mail providers' })
  const names = () => list.getByRole('row').locator('td:nth-child(2)').allInnerTexts()
  const dialog = page.getByRole('dialog')
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'Add e-mail provider…' }).click()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Mail server').fill('127.0.0.1')
    await dialog.getByLabel('Port').fill(String(mail.port))
    await dialog.getByLabel('Encryption').selectOption('none')
  }
  await add('Own server')
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await page.getByText('"Own server" added.').waitFor()
  // The same provider in the section of the settings.
  await page.getByRole('region', { name: 'E-mail', exact: true }).getByLabel('Mail server').waitFor()

  await add('own SERVER')
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await dialog.getByText('Another provider has this name.').waitFor()
  await dialog.getByLabel('Name').fill('New provider')
  await dialog.getByLabel('Pace', { exact: true }).selectOption('second')
  await dialog.getByLabel('Messages a second').fill('10')
  await dialog.getByLabel('Most a day').fill('5000')
  await dialog.getByLabel('Warm-up').selectOption('yes')
  await screenshot(page, 'dashboard-providers-dialog', { whole: false })
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await list.getByText('10 a second, 0 of 50 today, warming up to 5,000 a day').waitFor()

  const act = async (name: string, action: string) => {
    await list.getByRole('button', { name: `Actions for ${name}` }).click()
    await list.getByRole('button', { name: action }).click()
  }
  await act('New provider', 'Move up')
  await page.getByRole('button', { name: 'Save order' }).click()
  await page.getByRole('button', { name: 'Save order' }).waitFor({ state: 'detached' })
  expect(await names()).toEqual(['New provider', 'Own server'])

  await millrace.database.engine.query(
    `UPDATE providers SET failures = 3, down_since = now(), probe_at = now() + interval '10 minutes', failed_at = now(),
       error = '{"code":"timeout","message":"The mail server did not answer in time."}' WHERE name = 'New provider'`,
  )
  await page.goto(`${millrace.url}/`)
  await page.getByText('"New provider" does not send e-mails').first().waitFor()
  await screenshot(page, 'dashboard-providers-home')
  await page.getByRole('link', { name: /^Open providers/ }).click()
  await list.getByText('The mail server did not answer in time.').waitFor()
  await screenshot(page, 'dashboard-providers', { whole: false })
  expect(await furtherViolations(page)).toEqual([])
  await act('New provider', 'Send test…')
  await dialog.getByLabel('Test e-mail to').fill('ada@example.com')
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await dialog.getByText('Sent in').waitFor()
  await page.keyboard.press('Escape')
  await list.getByText('working').nth(1).waitFor()

  await act('Own server', 'Remove…')
  await dialog.getByRole('button', { name: 'Remove provider' }).click()
  await page.getByText('"Own server" removed.').waitFor()
  const { rows } = await millrace.database.engine.query<Pick<Provider, 'name'>>('SELECT name FROM providers')
  expect(rows).toEqual([{ name: 'New provider' }])
  expect(faults).toEqual([])
  await context.close()
})
