import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SettingsAnswer } from '@millrace/contract/settings'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailServer } from '../channels/mail-server.ts'
import { signedIn, type Visitor } from '../support/dashboard.ts'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { endsAtOnce } from '../support/workflows.ts'
import { furtherViolations, violations } from './support/axe.ts'
import { connectBrowser, type TestBrowser } from './support/browser.ts'
import { contentOf } from './support/download.ts'
import { fillIn, newMember, openAs, refusals } from './support/member.ts'
import { screenshot } from './support/screenshot.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let browser: TestBrowser
let mail: Awaited<ReturnType<typeof mailServer>>
let owner: { email: string }
let editor: Visitor

beforeAll(async () => {
  mail = await mailServer()
  millrace = await startTestMillrace({
    config: { allowedPrivateAddresses: ['127.0.0.0/8'], allowedPorts: [mail.port] },
  })
  organisation = await millrace.organisation('Harbour')
  owner = await newMember(millrace, organisation.id)
  editor = await signedIn(millrace, organisation.id, { role: 'editor' })
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
  await mail?.close()
})

const part = (page: Page, title: string) =>
  page.locator('main section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** What a button or a link hands out as a file. */
async function fileFrom(page: Page, name: string): Promise<string> {
  const way = page.getByRole('button', { name }).or(page.getByRole('link', { name }))
  const [file] = await Promise.all([page.waitForEvent('download'), way.click()])
  return contentOf(file)
}

test('an owner sets quiet hours, limits, budgets and a mail server, tries it, and makes a secret', async () => {
  const { page, context, faults } = await openAs(browser, millrace, owner, '/settings/organisation', {
    expected: refusals,
  })
  const quiet = part(page, 'Quiet hours')
  const saveQuiet = quiet.getByRole('button', { name: 'Save quiet hours' })
  for (const [place, from, until] of [
    [0, '00:00', '12:00'],
    [1, '12:00', '00:00'],
  ] as const) {
    await quiet.getByRole('button', { name: 'Add quiet hours' }).click()
    await quiet.getByLabel('From').nth(place).fill(from)
    await quiet.getByLabel('Until').nth(place).fill(until)
  }
  await saveQuiet.click()
  await quiet.getByText('no message would ever be sent').waitFor()
  await screenshot(page, 'dashboard-settings-fault')
  expect(await furtherViolations(page)).toEqual([])
  await quiet.getByRole('button', { name: 'Remove Quiet hours 2' }).click()
  await saveQuiet.click()
  await page.getByText('Settings saved.').first().waitFor()

  const limits = part(page, 'Limits for each guest')
  await limits.getByRole('button', { name: 'Add limit' }).click()
  await limits.getByText('Unsaved changes').waitFor()
  await limits.getByRole('button', { name: 'Discard changes' }).click()
  expect(await limits.getByLabel('At most').count()).toBe(0)
  await limits.getByRole('button', { name: 'Add limit' }).click()
  await limits.getByRole('button', { name: 'Save limits' }).click()
  // Another owner saves something else meanwhile: neither theirs nor what is typed here is lost.
  const budgets = part(page, 'Budgets')
  await page.getByRole('button', { name: 'Save limits' }).waitFor({ state: 'detached' })
  await budgets.getByLabel('Points a day').fill('5000')
  const other = await signedIn(millrace, organisation.id)
  const { settings, revision } = (await other.get<SettingsAnswer>('/settings')).body
  const json = { revision, settings: { ...settings, retention_months: 7 } }
  expect((await other.ask('PUT', '/settings', { json })).status).toBe(200)
  await budgets.getByRole('button', { name: 'Save budgets' }).click()
  await budgets.getByText('The settings were saved after you opened them.').waitFor()
  await page.getByLabel('Months').and(page.locator('[value="7"]')).waitFor()
  expect(await budgets.getByLabel('Points a day').inputValue()).toBe('5000')
  await budgets.getByRole('button', { name: 'Save budgets' }).click()
  await page.getByRole('button', { name: 'Save budgets' }).waitFor({ state: 'detached' })

  // Without quiet hours, what the other tests send does not depend on when they run.
  await quiet.getByRole('button', { name: 'Remove Quiet hours 1' }).click()
  await saveQuiet.click()
  await page.getByRole('button', { name: 'Save quiet hours' }).waitFor({ state: 'detached' })

  const email = part(page, 'E-mail')
  await email.getByLabel('Provider').selectOption('server')
  await email.getByLabel('Mail server').fill('127.0.0.1')
  await email.getByLabel('Port').fill('1')
  await email.getByLabel('Encryption').selectOption('none')
  await email.getByRole('button', { name: 'Save e-mail settings' }).click()
  await email.getByText('Port 1 is not allowed for mail.').waitFor()
  await email.getByLabel('Port').fill(String(mail.port))
  await email.getByLabel('Test e-mail to').fill('ada@example.com')
  await email.getByRole('button', { name: 'Send test e-mail' }).click()
  await email.getByText('Sent in').waitFor()
  expect(mail.mails.map(({ recipients }) => recipients)).toEqual([['ada@example.com']])
  await screenshot(page, 'dashboard-settings-test')
  expect(await furtherViolations(page)).toEqual([])

  // What is wrong in another part is reported where someone saves, and not only there.
  await millrace.database.engine.query(
    `UPDATE organisations SET settings = jsonb_set(settings, '{locale}', '"zz-zz-zz"') WHERE id = $1`,
    [organisation.id],
  )
  await page.reload()
  await budgets.getByLabel('SMS a day').fill('10')
  await budgets.getByRole('button', { name: 'Save budgets' }).click()
  await budgets.getByText('locale: This is not a locale').waitFor()
  const general = part(page, 'Time and language')
  await general.getByLabel('Language').fill('pt-PT')
  await general.getByRole('button', { name: 'Save time and language' }).click()
  await page.getByRole('button', { name: 'Save time and language' }).waitFor({ state: 'detached' })

  const webhooks = part(page, 'Webhooks')
  await webhooks.getByLabel('Test call to').fill('http://10.0.0.1/')
  await webhooks.getByRole('button', { name: 'Send test call' }).click()
  await webhooks.getByRole('status').getByText(/\S/).first().waitFor()
  await webhooks.getByRole('button', { name: /^(Replace|Create) secret…$/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Replace|Create) secret$/ })
    .click()
  await page.getByRole('dialog').getByText('whsec_').waitFor()
  await page.getByRole('button', { name: 'Done, I have saved the secret' }).click()

  await page.reload()
  await page.getByText('A secret is set. It is not shown').waitFor()
  expect(await page.getByText('whsec_').count()).toBe(0)
  expect(await budgets.getByLabel('Points a day').inputValue()).toBe('5000')
  expect(await page.getByLabel('Months').inputValue()).toBe('7')
  // What was tried and not saved is not stored.
  expect(await email.getByLabel('Provider').inputValue()).toBe('outbox')
  expect(faults).toEqual([])
  await context.close()
})

test('a setting is found by what people call it, and what was typed elsewhere stays', async () => {
  const { page, context, faults } = await openAs(browser, millrace, owner, '/settings/organisation')
  const budgets = part(page, 'Budgets')
  await budgets.getByLabel('Points a day').fill('77')
  const search = page.getByRole('searchbox', { name: 'Search settings' })
  await search.fill('dkim')
  await part(page, 'Sender domain').waitFor()
  await budgets.waitFor({ state: 'hidden' })
  expect(await page.getByRole('navigation', { name: 'Topics' }).getByRole('link').allInnerTexts()).toEqual([
    'Sender domain',
  ])
  await search.press('Enter')
  expect(await page.evaluate('document.activeElement.id')).toBe('sender-domain')
  await search.fill('time zone')
  await part(page, 'Time and language').getByLabel('Time zone').waitFor()
  await screenshot(page, 'dashboard-settings-search', { whole: false })
  await search.fill('unicorns')
  await page.getByText('No setting matches “unicorns”').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Show all settings' }).click()
  expect(await budgets.getByLabel('Points a day').inputValue()).toBe('77')
  expect(faults).toEqual([])
  await context.close()
})

test('a venue is added, gets hours, a special day and a variable, and is paused', async () => {
  const id = await organisation.workflow(
    {
      ...endsAtOnce({ source: 'offers' }),
      variables: [
        { key: 'offer', value: 'tea' },
        { key: 'discount', value: 5 },
      ],
    },
    'Offers',
  )
  const { page, context, faults } = await openAs(browser, millrace, owner, '/venues', { expected: refusals })
  await page.getByRole('button', { name: 'Add venue…' }).click()
  await fillIn(page, { 'Venue code': 'QUAY-1', Name: 'The Quay', 'Time zone': 'Mars/Base' })
  await page.getByRole('dialog').getByRole('button', { name: 'Add venue' }).click()
  await page.getByText('This is not the name of a time zone').waitFor()
  await fillIn(page, { 'Time zone': 'Europe/Lisbon' })
  await page.getByRole('dialog').getByRole('button', { name: 'Add venue' }).click()
  await page.getByRole('heading', { name: 'The Quay', level: 1 }).waitFor()

  const hours = part(page, 'Opening hours')
  await hours.getByLabel('Open', { exact: true }).selectOption('hours')
  await hours.getByRole('button', { name: 'Add hours on Friday' }).click()
  await hours.getByLabel('Friday: from').fill('18:00')
  await hours.getByLabel('Friday: until').fill('02:00')
  await hours.getByRole('button', { name: 'Add special day' }).click()
  await hours.getByLabel('Date').fill('2026-12-25')
  await hours.getByLabel('Note').fill('Christmas')

  const variables = part(page, 'Variables')
  await variables.getByRole('button', { name: 'Add variable' }).click()
  await variables.getByLabel('Name').fill('manager')
  await variables.getByLabel('Value').fill('Rui')
  // One button for all of it.
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' })

  // What is different here in one workflow, set and taken back.
  const offers = part(page, 'Workflow variables')
  const saveOffers = offers.getByRole('button', { name: 'Save for Offers' })
  for (const [key, value] of [
    ['offer', 'cake'],
    ['discount', '10'],
  ] as const) {
    await offers.getByLabel(key, { exact: true }).selectOption('Different value here')
    await offers.getByLabel(`${key} here`).fill(value)
  }
  await saveOffers.click()
  await offers.getByText('unpublished changes').waitFor()
  await offers.getByLabel('offer', { exact: true }).selectOption('Default: “tea”')
  await saveOffers.click()
  await offers.getByRole('button', { name: 'Save for Offers' }).waitFor({ state: 'detached' })
  expect((await editor.get(`/workflows/${id}`)).body).toMatchObject({
    draft: {
      document: {
        variables: [
          { key: 'offer', value: 'tea' },
          { key: 'discount', venues: { 'QUAY-1': 10 } },
        ],
      },
    },
  })
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('button', { name: 'Pause venue' }).click()
  await page.getByText('paused', { exact: true }).waitFor()
  await screenshot(page, 'dashboard-venue-edited')
  expect(await furtherViolations(page)).toEqual([])
  expect((await editor.get('/venues/QUAY-1')).body).toMatchObject({
    time_zone: 'Europe/Lisbon',
    paused: true,
    variables: { manager: 'Rui' },
    opening_hours: {
      weekly: { friday: [{ from: '18:00', to: '02:00' }] },
      exceptions: [{ date: '2026-12-25', spans: [], note: 'Christmas' }],
    },
  })
  await page.getByRole('link', { name: 'Venues' }).first().click()
  await page.getByRole('button', { name: 'More actions' }).click()
  expect(await fileFrom(page, 'Download as CSV')).toContain('\r\nQUAY-1,The Quay,Europe/Lisbon,')
  expect(faults).toEqual([])
  await context.close()
})

test('a guest is registered, edited, given points, takes consent back, and is erased', async () => {
  let looks = 0
  const pictures = createServer((_request, response) => {
    looks++
    response.end()
  }).listen(0, '127.0.0.1')
  await once(pictures, 'listening')
  const picture = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}/x.png`
  const payload = '<img src=x onerror=alert(1)><script>alert(2)</script>'
  await organisation.workflow({
    trigger: { source: 'visit' },
    start: 'mail',
    nodes: [
      {
        id: 'mail',
        type: 'send_email',
        label: 'Thanks',
        subject: 'Thank you, {{ guest.name }}',
        html: `<p>Thank you</p><img src="${picture}">${payload}`,
        next: 'end',
      },
      { id: 'end', type: 'end', outcome: 'success' },
    ],
  })
  const { page, context, faults } = await openAs(browser, millrace, owner, '/guests', {
    // The browser reports what the policy of the drawn e-mail keeps from loading and running.
    expected: new RegExp(`${refusals.source}|Content Security Policy|sandboxed`),
  })
  const dialogs: string[] = []
  page.on('dialog', dialog => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.getByRole('button', { name: 'Add guest…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add guest' }).click()
  await page.getByText('Name is required if there is no e-mail, phone or external id.').waitFor()
  await fillIn(page, { Name: 'Ada Byron', 'E-mail': 'ada@example.com' })
  await page.getByLabel('Consent to e-mail').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Add guest' }).click()
  await page.getByRole('heading', { name: 'Ada Byron', level: 1 }).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) as string
  const send = async () => {
    const sent = await editor.post('/events', { guest_id: id, parameters: { source: 'visit' } })
    expect(sent.status).toBe(200)
  }

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await fillIn(page, { Phone: '+44 20 7946 0000', Tags: 'vip, wine' })
  await page.getByRole('button', { name: 'Add attribute' }).click()
  await page.getByRole('group', { name: 'Attribute 1' }).getByLabel('Name').fill('table')
  await page.getByLabel('Type', { exact: true }).selectOption('number')
  await page.getByLabel('Value').fill('7')
  await screenshot(page, 'dashboard-guest-edit', { whole: false })
  expect(await furtherViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Guest changed.').waitFor()
  expect((await editor.get(`/guests/${id}`)).body).toMatchObject({
    phone: '+442079460000',
    tags: ['vip', 'wine'],
    attributes: { table: 7 },
  })

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Adjust points…' }).click()
  await fillIn(page, { Points: '30', Reason: 'A spilled drink' })
  await page.getByRole('dialog').getByRole('button', { name: 'Adjust points' }).click()
  await page.getByText('added 30 points: A spilled drink').waitFor()

  await send()
  const drawn = page.frameLocator('iframe')
  await page.getByRole('link', { name: 'View messages' }).click()
  await page.waitForURL(/\/outbox\?guest_id=/)
  await page.getByRole('link', { name: 'Thank you, Ada Byron' }).waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  const messages = await fileFrom(page, 'Download as CSV')
  expect(messages.split('\r\n')[1]).toContain('ada@example.com')
  await page.getByRole('link', { name: 'Thank you, Ada Byron' }).click()
  await drawn.getByText('Thank you').waitFor()
  await page.getByRole('tab', { name: 'HTML' }).click()
  await page.getByRole('group', { name: 'HTML' }).getByText('onerror').waitFor()
  await page.getByRole('link', { name: 'Ada Byron' }).click()

  await page.getByRole('button', { name: 'Withdraw consent to e-mail' }).click()
  await page.getByLabel('Reason (optional)').fill('Asked at the desk')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw consent to e-mail' }).click()
  await page.getByRole('button', { name: 'Record consent to e-mail' }).waitFor()
  await page.getByText(/^The guest withdrew consent to e-mail: .* “Asked at the desk”/).waitFor()
  await send()
  const skipped = page.getByText('was not sent: the guest has not given consent to e-mail.')
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByRole('heading', { name: 'Activity' }).waitFor()
      return skipped.count()
    })
    .toBe(1)
  await screenshot(page, 'dashboard-guest-skipped')
  expect(await violations(page)).toEqual([])

  // The till had registered the same person by another number.
  const other = (
    await editor.post<{ guest: { id: string } }>('/guests', {
      name: 'A. Byron',
      phone: '+442079460001',
      tags: ['till'],
    })
  ).body.guest.id
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Merge…' }).click()
  await page.getByLabel('Guest', { exact: true }).fill('A. B')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^A. Byron/ })
    .click()
  const result = page.getByRole('region', { name: 'Result' })
  await result.getByText('vip, wine, till').waitFor()
  await screenshot(page, 'dashboard-guest-merge', { whole: false })
  expect(await furtherViolations(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Merge guests' }).click()
  const merged = part(page, 'Merged guests')
  await merged.getByText('A. Byron').waitFor()
  await page.getByText('merged another guest into this one.').waitFor()
  await page.goto(`${millrace.url}/guests/${other}`)
  await page.waitForURL(new RegExp(id))
  await merged.getByText('A. Byron').waitFor()
  await screenshot(page, 'dashboard-guest-merged')
  expect(await furtherViolations(page)).toEqual([])
  await merged.getByRole('button', { name: 'Undo merge…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo merge' }).click()
  await page.getByText('undid the merge with another guest.').waitFor()
  expect((await editor.get(`/guests/${other}`)).body).toMatchObject({ id: other, tags: ['till'] })
  await merged.waitFor({ state: 'detached' })
  const owners = await signedIn(millrace, organisation.id)
  expect((await owners.post(`/guests/${other}/erase`, { guest_id: other })).status).toBe(200)

  await page.getByRole('button', { name: 'More actions' }).click()
  expect(JSON.parse(await fileFrom(page, 'Download data'))).toMatchObject({ stored: { guest: { id } } })

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Delete guest…' }).click()
  await page.getByLabel('Type Ada Byron').fill('Ada Byron')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete guest' }).click()
  await page.getByText('No guests yet').waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  expect(await fileFrom(page, 'Download all as CSV')).toMatch(/^id,external_id,name,[^\n]*\r\n$/)
  expect((await editor.get(`/guests/${id}`)).status).toBe(404)
  expect(dialogs).toEqual([])
  // The browser reports that the e-mail asked for its picture; that it did not get through is what counts.
  expect(faults.filter(fault => !fault.endsWith(picture))).toEqual([])
  expect(looks).toBe(0)
  pictures.close()
  await context.close()
})
