import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedIn } from '../support/dashboard.ts'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { endsAtOnce } from '../support/workflows.ts'
import { connectBrowser, desktop, type TestBrowser } from './support/browser.ts'
import { look, lookOn } from './support/look.ts'
import { newMember, openAs, refusals } from './support/member.ts'

let millrace: TestMillrace
let browser: TestBrowser
let organisation: TestOrganisation

beforeAll(async () => {
  millrace = await startTestMillrace()
  browser = await connectBrowser()
  organisation = await millrace.organisation('Harbour')
  for (const name of ['Grace Hopper', 'Ada Byron', 'Zuse Konrad']) await organisation.guest({ name })
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})

const names = (page: Page) => page.getByRole('table').locator('tbody tr td:nth-child(2) a').allInnerTexts()

test('guests are sorted by a heading, which stays in the address and in a saved view', async () => {
  const member = await newMember(millrace, organisation.id)
  const { page, faults } = await openAs(browser, millrace, member, '/guests')
  const heading = page.getByRole('columnheader', { name: 'Name' })
  await heading.getByRole('button').click()
  await page.waitForURL(/[?&]sort=name/)
  await expect.poll(() => names(page)).toEqual(['Ada Byron', 'Grace Hopper', 'Zuse Konrad'])
  expect(await heading.getAttribute('aria-sort')).toBe('ascending')
  await heading.getByRole('button').click()
  await expect.poll(() => names(page)).toEqual(['Zuse Konrad', 'Grace Hopper', 'Ada Byron'])

  await page.getByRole('button', { name: 'Save view…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('From Z')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const views = page.getByRole('navigation', { name: 'Saved views' })
  await views.getByRole('link', { name: 'All' }).click()
  await expect.poll(() => names(page)).toEqual(['Zuse Konrad', 'Ada Byron', 'Grace Hopper'])
  await views.getByRole('link', { name: 'From Z' }).click()
  await expect.poll(() => names(page)).toEqual(['Zuse Konrad', 'Grace Hopper', 'Ada Byron'])
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['Zuse Konrad', 'Grace Hopper', 'Ada Byron'])
  expect(faults).toEqual([])
})

test('guests who are selected get a tag with one question, and lose it again', async () => {
  const member = await newMember(millrace, organisation.id)
  const { page, faults } = await openAs(browser, millrace, member, '/guests?sort=name')
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await page.getByRole('checkbox', { name: 'Select Ada Byron' }).check()
  await page.getByRole('checkbox', { name: 'Select Grace Hopper' }).check()
  await bar.getByText('2 selected').waitFor()
  await look(page, 'list-selected')
  await page.setViewportSize({ width: desktop, height: 900 })
  await bar.getByRole('button', { name: 'Add tag…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a tag to 2 guests' })
  await dialog.getByLabel('Tag').fill('regular')
  await dialog.getByRole('button', { name: 'Add to 2 guests' }).click()
  await page.getByText('2 done.').waitFor()
  await bar.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Ada Byron .*regular/ }).waitFor()
  expect(await page.getByRole('row', { name: /regular/ }).count()).toBe(2)
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await bar.getByRole('button', { name: 'Remove tag…' }).click()
  const removing = page.getByRole('dialog', { name: 'Remove a tag from 2 guests' })
  await removing.getByText('1 of the selected rows is left as it is').waitFor()
  await removing.getByLabel('Tag').fill('regular')
  // The suggestions lie over the button until one of them is chosen.
  await page.getByRole('option', { name: 'regular' }).click()
  await removing.getByRole('button', { name: 'Remove from 2 guests' }).click()
  await page.getByText('2 done.').first().waitFor()
  await expect.poll(() => page.getByRole('row', { name: /regular/ }).count()).toBe(0)
  expect(faults).toEqual([])
})

test('of several actions the one that is refused says why, and the others are done', async () => {
  const hand = await signedIn(millrace, organisation.id)
  const first = await organisation.workflow(endsAtOnce({ source: 'one' }), 'First')
  await organisation.workflow(endsAtOnce({ source: 'two' }), 'Second')
  const member = await newMember(millrace, organisation.id)
  const { page } = await openAs(browser, millrace, member, '/workflows?sort=name', { expected: refusals })
  for (const name of ['First', 'Second']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Pause…' }).click()
  // Archived by someone else in the meantime: it can no longer be paused.
  await hand.post(`/workflows/${first}/status`, { status: 'cancelled', inside: 'end' })
  const dialog = page.getByRole('dialog', { name: 'Pause 2 workflows?' })
  await dialog.getByRole('button', { name: 'Pause 2 workflows' }).click()
  await dialog.getByText('1 of 2 done.').waitFor()
  await dialog.getByText('1 was refused:').waitFor()
  await dialog.getByRole('listitem').filter({ hasText: 'First' }).waitFor()
  await lookOn(page, 'list-partly-done')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('row', { name: /Second .*paused/ }).waitFor()
})

test('a row opens beside the list, by the mouse and by Space, and the next one with j', async () => {
  const member = await newMember(millrace, organisation.id)
  const { page, faults } = await openAs(browser, millrace, member, '/guests?sort=name')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page
    .getByRole('row', { name: /Ada Byron/ })
    .getByRole('cell')
    .nth(3)
    .click()
  const panel = (name: string) => page.getByRole('complementary', { name: `Quick look: ${name}` })
  await panel('Ada Byron').getByRole('heading', { name: 'Activity' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/guests')
  await page.keyboard.press('Escape')
  await panel('Ada Byron').waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Ada Byron' }).focus()
  await page.keyboard.press('Space')
  await panel('Ada Byron').waitFor()
  await page.keyboard.press('j')
  await panel('Grace Hopper').waitFor()
  await look(page, 'list-beside')
  await page.setViewportSize({ width: 1440, height: 900 })
  await panel('Grace Hopper').getByRole('link', { name: 'Open page' }).click()
  await page.getByRole('heading', { name: 'Grace Hopper', level: 1 }).waitFor()
  expect(faults).toEqual([])
})

test('a viewer selects nothing where there is nothing they could do', async () => {
  const member = await newMember(millrace, organisation.id, { role: 'viewer' })
  const { page } = await openAs(browser, millrace, member, '/guests')
  await page.getByRole('link', { name: 'Ada Byron' }).waitFor()
  expect(await page.getByRole('checkbox').count()).toBe(0)
})

test('a list says how many there are, on a phone all of them are selected, and the file is in a menu', async () => {
  const many = await millrace.organisation('Many tasks')
  const guest = await many.guest({ name: 'Ada Byron' })
  await millrace.database.engine.query(
    `INSERT INTO tasks (organisation_id, id, run_id, node_id, guest_id, title, status, created_at)
     SELECT $1, gen_random_uuid(), gen_random_uuid(), 'task', $2, 'Call ' || n, 'open', now() - n * interval '1 second'
     FROM generate_series(1, $3::int) AS n`,
    [many.id, guest, 120],
  )
  const member = await newMember(millrace, many.id)
  const { page, faults } = await openAs(browser, millrace, member, '/tasks')
  await page.locator('main header').getByText('120 in this list').waitFor()
  await page.getByLabel('Status').selectOption('Done')
  await page.getByText('No matching tasks').waitFor()
  await page.getByLabel('Status').selectOption('Open')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByText('50 selected').waitFor()
  await lookOn(page, 'list-selected-on-a-phone')
  await page.setViewportSize({ width: desktop, height: 900 })
  await bar.getByRole('button', { name: 'Clear selection' }).click()

  await page.getByRole('button', { name: 'More actions' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('tasks.csv')
  expect(faults).toEqual([])
})

test('staff see their tasks and nothing else: a note, done, and back again', async () => {
  const quay = await millrace.organisation('Quayside')
  await quay.venue('QUAY')
  const guest = await quay.guest({ name: 'Ada Byron', phone: '+442079460000' })
  await millrace.database.engine.query(
    `INSERT INTO tasks (organisation_id, id, run_id, node_id, guest_id, serial, title, status, created_at, due_at)
     VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'task', $2, 'QUAY', 'Call Ada', 'open', now(), now() - interval '1 hour')`,
    [quay.id, guest],
  )
  const member = await newMember(millrace, quay.id, { role: 'staff', serials: ['QUAY'] })
  const { page, faults } = await openAs(browser, millrace, member, '/guests')
  await page.waitForURL(/\/tasks$/)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  expect(await pages.getByRole('link').allInnerTexts()).toEqual(['Tasks', 'Your profile'])
  const row = page.getByRole('row', { name: /Call Ada/ })
  await row.getByText('overdue').waitFor()
  expect(await row.getByRole('link', { name: 'Call Ada Byron' }).getAttribute('href')).toBe(
    'tel:+442079460000',
  )
  expect(await row.getByRole('link', { name: 'Ada Byron', exact: true }).count()).toBe(0)
  await row.getByRole('button', { name: 'Add note… Call Ada' }).click()
  await page.getByRole('dialog').getByLabel('Note').fill('Comes back on Friday')
  await page.getByRole('dialog').getByRole('button', { name: 'Save note' }).click()
  await row.getByText('Comes back on Friday').waitFor()
  await look(page, 'tasks-of-staff')
  await row.getByRole('button', { name: 'Mark as done Call Ada' }).click()
  await page.getByText('No open tasks').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.getByText('Comes back on Friday').waitFor()
  expect(faults).toEqual([])
})

test('workflows are put into a folder, alone and several at once, and found by it', async () => {
  const loyal = await millrace.organisation('Loyal')
  for (const name of ['Points', 'Welcome']) await loyal.workflow(endsAtOnce({ source: name }), name)
  const member = await newMember(millrace, loyal.id)
  const { page, faults } = await openAs(browser, millrace, member, '/workflows')
  await page.getByRole('row', { name: /Points .*Event from Points/ }).waitFor()
  await page.getByRole('button', { name: 'Folder… Points' }).click()
  const dialog = page.getByRole('dialog', { name: 'Folder and tags' })
  await dialog.getByLabel('Folder').fill('Loyalty')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /Points Loyalty/ }).waitFor()
  for (const name of ['Points', 'Welcome'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Move to folder…' }).click()
  const moving = page.getByRole('dialog', { name: 'Move 2 workflows' })
  await moving.getByLabel('Folder').fill('Autumn')
  await moving.getByRole('button', { name: 'Move 2 workflows' }).click()
  await page.getByRole('row', { name: /Welcome Autumn/ }).waitFor()
  await page.getByLabel('Folder').fill('Loyalty')
  await page.getByText('No matching workflows').waitFor()
  await page.goto(`${millrace.url}/workflows?folder=Autumn`)
  await page.getByRole('row', { name: /Points Autumn/ }).waitFor()
  expect(faults).toEqual([])
})

test('segments, sources, members and settings are found from anywhere', async () => {
  const owner = await newMember(millrace, organisation.id)
  const hand = await signedIn(millrace, organisation.id)
  const when = { field: 'guest.points', operator: 'at_least', value: 10 }
  expect((await hand.post('/segments', { name: 'Regulars of the quay', condition: when })).status).toBe(201)
  await millrace.database.engine.query(
    `INSERT INTO sources (organisation_id, source, events, first_seen_at, last_seen_at)
     VALUES ($1, 'quay-till', 3, now(), now())`,
    [organisation.id],
  )
  const { page, faults } = await openAs(browser, millrace, owner, '/guests')
  await page.getByRole('heading', { name: 'Guests', level: 1 }).waitFor()
  const find = async (typed: string, option: string | RegExp) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search everything' }).fill(typed)
    const found = page.getByRole('option', { name: option })
    await found.waitFor()
    await found.click()
  }
  await find('regulars', 'Regulars of the quay Segment')
  await page.getByRole('heading', { name: 'Regulars of the quay', level: 1 }).waitFor()
  await find('quay', 'quay-till Source')
  await page.getByRole('heading', { name: 'quay-till', level: 1 }).waitFor()
  await find(owner.email, new RegExp(owner.email))
  await page.locator('tr[data-open]', { hasText: owner.email }).waitFor()
  await find('timezone', 'Time and language Organisation')
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('time-and-language')
  expect(faults).toEqual([])
})
