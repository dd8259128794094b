import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '../../server/src/demo/demo-data.ts'
import { setupLink } from '../../server/src/members/secret.ts'
import { createSetupLink } from '../../server/src/members/setup-link.ts'
import { getToken, request, startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { furtherViolations, violations } from './support/axe.ts'
import { connectBrowser, copiedFrom, type TestBrowser } from './support/browser.ts'
import { contentOf } from './support/download.ts'
import { fillIn, open, password } from './support/member.ts'
import { screenshot } from './support/screenshot.ts'

let millrace: TestMillrace
let browser: TestBrowser

beforeAll(async () => {
  millrace = await startTestMillrace({ config: { demo: true } })
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})

const email = 'maya@example.com'

test('from the setup link to the first call, and on to the end of the key', async () => {
  const token = await createSetupLink(millrace.database.engine, demo.organisationId)
  const address = new URL(setupLink(millrace.url, token))
  const { page, context, faults } = await open(browser, millrace, address.pathname + address.hash)

  await page.getByRole('heading', { name: 'Set up Harbour & Vine' }).waitFor()
  expect(page.url()).toBe(`${millrace.url}/setup`)
  await fillIn(page, { 'Your name': 'Maya', 'E-mail': email, Password: password })
  await page.getByRole('button', { name: 'Create account' }).click()

  await page.getByRole('link', { name: 'Create New API Key' }).click()
  await page.getByRole('heading', { name: 'Create New API Key' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Till at the harbour')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Waiting for the first call.').waitFor()

  await page.getByRole('button', { name: 'Copy client_id' }).click()
  const clientId = await copiedFrom(page)
  await page.getByRole('button', { name: 'Copy client_secret' }).click()
  const clientSecret = await copiedFrom(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as .env' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('till-at-the-harbour.env')
  expect(await contentOf(file)).toBe(
    `MILLRACE_CLIENT_ID=${clientId}\nMILLRACE_CLIENT_SECRET=${clientSecret}\n` +
      `MILLRACE_AUTH_URL=${millrace.url}\nMILLRACE_BASE_URL=${millrace.url}\n`,
  )
  const commands = await page.getByRole('group', { name: 'Command: send the event' }).innerText()
  expect(commands).toContain(demo.guestId)
  expect(commands).toContain(demo.serial)

  const bearer = await getToken(millrace.url, { clientId, clientSecret })
  const send = (guest: string) =>
    request(`${millrace.url}/v1/workflows/incoming-event`, {
      token: bearer,
      json: {
        organisation_registration_id: guest,
        serials: [demo.serial],
        parameters: { source: demo.source, spend: 42.5 },
      },
    })
  expect((await send('0192c8a0-0000-7000-8000-00000000ffff')).status).toBe(404)
  await page.getByText('A call arrived and was refused.').waitFor()
  await page.getByText('guest_not_found').waitFor()
  expect((await send(demo.guestId)).status).toBe(200)
  await page.getByText('The first call has arrived.').waitFor()
  await screenshot(page, 'dashboard-first-call')
  expect(await violations(page)).toEqual([])

  await page.getByRole('link', { name: 'Done, I have saved the secret' }).click()
  await page.getByRole('heading', { name: 'Till at the harbour' }).waitFor()
  const log = page.getByRole('table', { name: 'Requests of this key' })
  await log.getByRole('row', { name: /incoming-event 404 .*guest_not_found/ }).waitFor()
  await log.getByRole('row', { name: /incoming-event 200/ }).waitFor()

  // The secret was in that one page: no way back brings it up again.
  await page.goBack()
  await page.getByRole('heading', { name: 'Create New API Key' }).waitFor()
  expect(await page.content()).not.toContain(clientSecret)
  expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(clientSecret)
  await page.goForward()

  await page.getByRole('button', { name: 'More about the key' }).click()
  await page.getByRole('button', { name: 'Rotate secret…' }).click()
  await page.getByLabel('The old secret still works for').selectOption('0')
  await page.getByRole('button', { name: 'Create new secret' }).click()
  await page.getByRole('heading', { name: 'New secret for Till at the harbour' }).waitFor()
  await page.getByRole('button', { name: 'Copy client_secret' }).click()
  const second = await copiedFrom(page)
  await getToken(millrace.url, { clientId, clientSecret: second })
  await expect(getToken(millrace.url, { clientId, clientSecret })).rejects.toThrow('invalid_client')
  await page.getByRole('button', { name: 'Done, I have saved the secret' }).click()

  await page.getByRole('button', { name: 'More about the key' }).click()
  await page.getByRole('button', { name: 'Revoke…' }).click()
  const revoke = page.getByRole('button', { name: 'Revoke key' })
  expect(await revoke.isDisabled()).toBe(true)
  await page.getByLabel(/^Type the key’s name/).fill('Till at the harbour')
  await screenshot(page, 'dashboard-revoke', { whole: false })
  await revoke.click()
  await page.getByText('Revoked', { exact: true }).waitFor()
  expect((await send(demo.guestId)).status).toBe(401)

  // The event is in the log, says its result, and leads to its run and to the message that was written.
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await page.getByRole('table', { name: 'Events' }).getByRole('link', { name: 'just now' }).first().click()
  await page.getByRole('link', { name: /^It started a run of/ }).click()
  await page
    .getByRole('list', { name: 'Steps' })
    .getByRole('button', { name: /^Thank you/ })
    .click()
  await page.getByRole('tab', { name: 'Message' }).waitFor()
  await page.getByText('succeeded', { exact: true }).first().waitFor()
  await screenshot(page, 'dashboard-run')
  expect(await furtherViolations(page)).toEqual([])

  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByLabel('Period').selectOption('Last 24 hours')
  await page.getByRole('heading', { name: 'See the run (done)' }).waitFor()
  const chart = page.getByRole('slider', { name: 'Events per hour, hour by hour' })
  await chart.focus()
  await page.keyboard.press('Home')
  await chart.getByText('Events: 0').waitFor()
  // All of it happened in the last hour, or in the one before if that has just begun.
  await page.keyboard.press('End')
  if ((await chart.getByText('Events: 0').count()) > 0) await page.keyboard.press('ArrowLeft')
  expect(await chart.getAttribute('aria-valuetext')).toMatch(/\d\d:00: Events [1-9]\d*, Unmatched \d+$/)
  await page.getByRole('button', { name: /^Points/ }).click()
  await page.getByRole('button', { name: 'Show as table' }).click()
  const table = page.getByRole('table', { name: 'Points per hour' })
  expect(await table.getByRole('row').count()).toBe(25)
  expect(await table.innerText()).toMatch(/\s[1-9]\d*\s+0$/m)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a link that was used says so, and what to do', async () => {
  const token = await createSetupLink(millrace.database.engine, demo.organisationId)
  const { page, context } = await open(browser, millrace, `/setup#${token}`)
  await page.getByText('This link was already used, has expired, or is incomplete.').waitFor()
  await page.getByText('npx millrace setup-link').waitFor()
  await screenshot(page, 'dashboard-link-used', { whole: false })
  expect(await violations(page)).toEqual([])
  await context.close()
})
