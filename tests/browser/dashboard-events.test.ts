import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password } from '../support/dashboard.ts'
import { request, startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { awardsPoints, endsAtOnce, waits } from '../support/workflows.ts'
import { furtherViolations, violations } from './support/axe.ts'
import { connectBrowser, type TestBrowser } from './support/browser.ts'
import { contentOf } from './support/download.ts'
import { newMember, openAs, refusals } from './support/member.ts'
import { screenshot } from './support/screenshot.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let browser: TestBrowser
let ada: string
let token: string
/** Of an editor who stays signed in. */
let page: Page
let faults: string[]

beforeAll(async () => {
  millrace = await startTestMillrace()
  organisation = await millrace.organisation('Harbour')
  ada = await organisation.guest({ name: 'Ada Byron', email: 'ada@example.com' })
  await organisation.venue('QUAY')
  await millrace.database.engine.query(`UPDATE venues SET time_zone = 'Asia/Tokyo' WHERE serial = 'QUAY'`)
  token = await organisation.token()
  browser = await connectBrowser()
  const editor = await newMember(millrace, organisation.id, { role: 'editor' })
  ;({ page, faults } = await openAs(browser, millrace, editor, '/sources', { expected: refusals }))
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})

/** As an integration would, while someone looks at a page. */
async function sendEvent(source: string, guest = ada): Promise<string[]> {
  const { status, text, body } = await request<{ event: { workflow_runs: { id: string }[] } }>(
    `${millrace.url}/v1/workflows/incoming-event`,
    { token, json: { organisation_registration_id: guest, parameters: { source } } },
  )
  if (status !== 200) throw new Error(text)
  return body.event.workflow_runs.map(({ id }) => id)
}

const go = (name: string) => page.getByRole('link', { name, exact: true }).first().click()
const fits = async (name: string, find = violations) => {
  await screenshot(page, `dashboard-${name}`, { whole: false })
  expect(await find(page), name).toEqual([])
}
const fitsToo = (name: string) => fits(name, furtherViolations)

test('a source shows what it sends, what has changed, and who reads it', async () => {
  await page.getByText('No sources yet').waitFor()
  const source = 'tills/<b>old</b>'
  await organisation.workflow(
    endsAtOnce({ source, when: { field: 'event.parameters.spend', operator: 'at_least', value: 5 } }),
    'Big spenders',
  )
  // What is learnt a minute after it came.
  await millrace.database.engine.query(
    `WITH learnt AS (
       INSERT INTO sources (organisation_id, source, events, first_seen_at, last_seen_at)
       VALUES ($1, $2, 12, now() - interval '3 days', now())
     )
     INSERT INTO source_fields (organisation_id, source, key, type, seen, first_seen_at, last_seen_at, example)
     VALUES ($1, $2, 'spend', 'number', 10, now() - interval '3 days', now() - interval '1 day', '42.5'),
            ($1, $2, 'spend', 'text', 2, now() - interval '1 hour', now(), NULL)`,
    [organisation.id, source],
  )
  await page.reload()
  await page.getByRole('table', { name: 'Sources' }).getByRole('link', { name: source }).click()
  await page.getByRole('heading', { name: source, level: 1 }).waitFor()
  await page.getByText(/^"spend" was a number; since .* it is text\.$/).waitFor()
  const row = page.getByRole('table', { name: 'What it sends' }).getByRole('row', { name: /^spend/ })
  await row.getByText('42.5').waitFor()
  await row.getByRole('link', { name: 'Big spenders' }).waitFor()
  await fits('source-drift')
  expect(faults).toEqual([])
})

test('an event is tried, sent, seen as it comes, and replayed through a workflow that came later', async () => {
  await page.goto(`${millrace.url}/events`)
  await page.getByText('No events yet').waitFor()
  await go('Send a test event')

  await page.getByRole('button', { name: /^Ada Byron/ }).click()
  await page.getByLabel('Source').fill('till')
  await page.getByRole('checkbox', { name: /QUAY/ }).check()
  await page.getByRole('button', { name: 'Add parameter' }).click()
  const parameter = page.getByRole('group', { name: 'Parameter 1' })
  await parameter.getByLabel('Name').fill('spend')
  await parameter.getByLabel('Type').selectOption('number')
  await page.getByRole('button', { name: 'Dry run' }).click()
  await parameter.getByText('Value must be a number.').waitFor()
  await fits('send-event-fault')
  await parameter.getByLabel('Value').fill('42.5')
  await page.getByRole('button', { name: 'Dry run' }).click()
  await page.getByRole('heading', { name: 'Result of the dry run' }).waitFor()
  await page.getByText('No active workflow listens to the source "till".').waitFor()
  await page.getByRole('button', { name: 'Send event' }).click()
  await page.getByText('The event was sent and started no run.').waitFor()
  await go('Open the event')
  await page.getByRole('group', { name: 'Parameters' }).getByText('42.5').waitFor()
  await go('Duplicate as test')
  await page.getByRole('checkbox', { name: /QUAY/, checked: true }).waitFor()
  expect(await parameter.getByLabel('Value').inputValue()).toBe('42.5')

  await go('Events')
  const events = page.getByRole('table', { name: 'Events' })
  await events.getByRole('link', { name: 'till' }).waitFor()
  // It came to a venue, so that its time is reported by the clock there as well.
  await events.getByTitle(/\(Asia\/Tokyo\)\n/).waitFor()
  expect(await events.getByRole('row').count()).toBe(2)
  // The guest's own page says so too.
  await events.getByRole('link', { name: 'Ada Byron' }).click()
  await page
    .getByRole('region', { name: 'Activity' })
    .getByTitle(/\(Asia\/Tokyo\)\n/)
    .waitFor()
  await page.goBack()
  await events.getByRole('link', { name: 'till' }).waitFor()
  // Nothing but a reload would take this away.
  await page.evaluate('window.untouched = true')
  await sendEvent('booking', await organisation.guest({ name: '=SUM(1)' }))
  await events.getByRole('link', { name: 'booking' }).waitFor()
  expect(await page.evaluate('window.untouched')).toBe(true)

  // The password was given some time ago: it is asked for first.
  await millrace.database.engine.query(`UPDATE sessions SET confirmed_at = now() - interval '1 hour'`)
  await page.reload()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  await page.getByRole('dialog').getByLabel('Password').fill(password)
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(file.suggestedFilename()).toBe('events.csv')
  expect(await contentOf(file)).toContain(`,'=SUM(1),booking,`)

  await go('Unmatched events')
  const unrouted = page.getByRole('table', { name: 'Unmatched events' })
  await unrouted.getByRole('row', { name: /^till 1 event from 1 guest .*Create workflow/ }).waitFor()
  await organisation.workflow(awardsPoints({ source: 'till' }, 5), 'Points')
  await unrouted.getByRole('button', { name: 'Replay… till' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay events from till' })
  await dialog.getByText('Of 1 event, 1 would start a run now, for 1 guest.').waitFor()
  await fitsToo('push')
  await dialog.getByRole('button', { name: 'Replay 1 event' }).dblclick()
  await page.getByText('1 event checked, 1 run started.').waitFor()
  await unrouted.getByRole('row', { name: /^till 1 event from 1 guest all replayed/ }).waitFor()
  expect(await unrouted.getByRole('button').count()).toBe(0)

  await Promise.all(Array.from({ length: 59 }, () => sendEvent('booking')))
  await organisation.workflow(endsAtOnce({ source: 'booking' }), 'Bookings')
  await unrouted.getByRole('row', { name: /^booking 60 events from 2 guests .*Bookings/ }).waitFor()
  await unrouted.getByRole('button', { name: 'Replay… booking' }).click()
  await page.getByLabel('Speed').selectOption('60 a minute')
  await page.getByRole('button', { name: 'Replay 60 events' }).click()
  // It takes a minute by itself.
  await page.getByText(/^running \d+ events? checked, \d+ runs? started so far/).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText(/^cancelled \d+ events? checked/).waitFor()
  await page.getByRole('listitem').filter({ hasText: '1 run started' }).getByRole('link').click()
  await page.getByRole('table', { name: 'Runs' }).getByText('succeeded').waitFor()
  expect(await page.getByRole('table', { name: 'Runs' }).getByRole('row').count()).toBe(2)

  // A member who has gone back to older ones keeps them in view, and sees that there are newer ones.
  await go('Events')
  await page.getByRole('button', { name: 'Show older' }).click()
  await page.getByRole('button', { name: 'Show older' }).waitFor({ state: 'detached' })
  const before = await events.getByRole('row').count()
  await sendEvent('walk-in')
  await sendEvent('walk-in')
  const newer = page.getByRole('button', { name: 'Show 2 newer' })
  await newer.waitFor()
  expect(await events.getByRole('row').count()).toBe(before)
  await fitsToo('events-newer')
  await newer.click()
  await events.getByRole('link', { name: 'walk-in' }).first().waitFor()
  await newer.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('runs are tried again and ended by the filter in the address, and anything is found by name or id', async () => {
  const flaky = await organisation.workflow(endsAtOnce({ source: 'flaky' }), 'Flaky')
  const slow = await organisation.workflow(waits({ source: 'slow' }), 'Slow')
  await millrace.database.engine.query(
    `INSERT INTO runs (organisation_id, id, workflow_id, workflow_version, guest_id, trigger, status, error, input,
                       created_at, finished_at)
     SELECT $1, gen_random_uuid(), $2, 1, $3, 'api', 'failed',
            '{"code": "step_failed", "message": "The till was not there."}',
            '{"source": null, "serials": [], "parameters": {}}', now(), now()
     FROM generate_series(1, 3)`,
    [organisation.id, flaky, ada],
  )
  await page.goto(`${millrace.url}/runs`)
  const runs = page.getByRole('table', { name: 'Runs' })
  await page.getByLabel('Status').selectOption('failed')
  await page.getByLabel('Workflow').fill('fla')
  await page.getByRole('option', { name: 'Flaky' }).click()
  await page.waitForURL(/status=failed&workflow_id=/)
  expect(await page.getByLabel('Workflow').inputValue()).toBe('Flaky')
  // Steps are those of the workflow, and a guest is found by the beginning of a name, by keyboard alone.
  await page.getByLabel('Step', { exact: true }).click()
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByLabel('Guest', { exact: true }).fill('Ada')
  await page.getByRole('option', { name: /Ada/ }).first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/guest_id=/)
  await page.getByLabel('From', { exact: true }).fill('2026-01-31')
  await page.waitForURL(/since=2026-01-3/)
  for (const filter of ['Guest', 'From'])
    await page.getByRole('button', { name: `Remove filter: ${filter}` }).click()
  await runs.getByText('The till was not there.').first().waitFor()
  await savesViews(page, runs)
  await page.getByRole('button', { name: 'Retry all…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('This affects 3 runs of 1 guest.').waitFor()
  await fitsToo('bulk-retry')
  await dialog.getByRole('button', { name: 'Retry 3 runs' }).click()
  await dialog.getByText('Done: 3.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('No matching runs').waitFor()
  await page.getByLabel('Status').selectOption('completed')
  await expect.poll(() => runs.getByText('succeeded').count()).toBe(3)
  // By keyboard: the button of a chip hands the focus to its field, where Delete does the same.
  await page.getByRole('button', { name: 'Remove filter: Workflow' }).press('Enter')
  await page.waitForURL(/\/runs\?status=completed$/)
  expect(await page.evaluate('document.activeElement.name')).toBe('workflow_id')
  await page.getByLabel('Status').press('Delete')
  await page.waitForURL(/\/runs$/)

  const [waiting] = [await sendEvent('slow'), await sendEvent('slow')].flat()
  await page.goto(`${millrace.url}/runs?status=waiting&workflow_id=${slow}`)
  await expect.poll(() => runs.getByText('waiting').count()).toBe(2)
  await page.getByRole('button', { name: 'Cancel all…' }).click()
  await dialog.getByText('This affects 2 runs of 1 guest.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel 2 runs' }).click()
  await dialog.getByText('Done: 2.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('No matching runs').waitFor()

  for (const [typed, found, heading] of [
    ['ada', 'Ada Byron ada@example.com', 'Ada Byron'],
    ['slo', 'Slow active', 'Slow'],
    [waiting as string, 'Run of Ada Byron Slow', 'Ada Byron in Slow'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search everything' }).fill(typed)
    await page.getByRole('option', { name: found }).waitFor()
    if (typed === 'ada') await fitsToo('palette-found')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  }
  expect(faults).toEqual([])
})

test('runs that are further back than is looked at once are found by looking further', async () => {
  const old = await organisation.workflow(endsAtOnce({ source: 'old' }), 'Old')
  // Every twenty thousandth or so of those that failed is the one that someone looks for.
  await millrace.database.engine.query(
    `INSERT INTO runs (organisation_id, id, workflow_id, workflow_version, guest_id, trigger, status, error, input,
                       created_at, finished_at)
     SELECT $1, CASE place WHEN 0 THEN '00000000-0000-7000-8000-000000000000' ELSE gen_random_uuid() END, $2, 1, $3,
            'api', 'failed',
            jsonb_build_object('code', CASE place WHEN 0 THEN 'sought' ELSE 'other' END, 'message', 'It broke.'),
            '{"source": null, "serials": [], "parameters": {}}', now(), now()
     FROM generate_series(0, 20000) AS place`,
    [organisation.id, old, ada],
  )
  await page.goto(`${millrace.url}/runs?error=sought`)
  await page.getByText('No matches so far').waitFor()
  await page.getByText('There may be older matches.').waitFor()
  await fitsToo('runs-further-back')
  await page.getByRole('button', { name: 'Show older' }).click()
  await page.getByRole('table', { name: 'Runs' }).getByText('It broke.').waitFor()
  expect(await page.getByRole('table', { name: 'Runs' }).getByRole('row').count()).toBe(2)
  expect(await page.getByText('No matches so far').count()).toBe(0)
  expect(faults).toEqual([])
})

test('a task shows up as it is made, is given to someone, done, and opened again', async () => {
  await organisation.workflow(
    {
      trigger: { source: 'complaint' },
      start: 'call',
      nodes: [
        { id: 'call', type: 'create_task', title: 'Call {{ guest.name }}', next: 'end' },
        { id: 'end', type: 'end', outcome: 'success' },
      ],
    },
    'Complaints',
  )
  await page.goto(`${millrace.url}/tasks`)
  await page.getByText('No open tasks').waitFor()
  await sendEvent('complaint')
  const tasks = page.getByRole('table', { name: 'Tasks' })
  const mail = tasks.getByRole('link', { name: 'E-mail Ada Byron' })
  expect(await mail.getAttribute('href')).toBe('mailto:ada%40example.com')
  await tasks.getByRole('button', { name: 'Assign… Call Ada Byron' }).click()
  await page.getByRole('dialog').getByLabel('Assignee').fill('Jo')
  await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click()
  await tasks.getByRole('row', { name: /Call Ada Byron Ada Byron E-mail Ada Byron Jo/ }).waitFor()
  await tasks.getByRole('button', { name: 'Mark as done Call Ada Byron' }).click()
  await page.getByText('No open tasks').waitFor()
  await page.getByLabel('Status').selectOption('Done')
  await tasks.getByRole('button', { name: 'Reopen Call Ada Byron' }).click()
  await page.getByText('No matching tasks').waitFor()
  expect(faults).toEqual([])
})

test('a source is declared as visits, also for the past, and the guest’s page counts them', async () => {
  const source = 'bills'
  const guest = await organisation.guest({ name: 'Grace Hopper' })
  const pay = (total: number) =>
    request(`${millrace.url}/v1/workflows/incoming-event`, {
      token,
      json: { organisation_registration_id: guest, serials: ['QUAY'], parameters: { source, total } },
    })
  await pay(12.5)
  // What is learnt a minute after it came.
  await millrace.database.engine.query(
    `WITH learnt AS (
       INSERT INTO sources (organisation_id, source, events, first_seen_at, last_seen_at)
       VALUES ($1, $2, 1, now(), now())
     )
     INSERT INTO source_fields (organisation_id, source, key, type, seen, first_seen_at, last_seen_at, example)
     VALUES ($1, $2, 'total', 'number', 1, now(), now(), '12.5')`,
    [organisation.id, source],
  )
  await page.goto(`${millrace.url}/sources/detail?source=${source}`)
  const panel = page.getByRole('region', { name: 'What its events mean' })
  await panel.getByLabel('Meaning', { exact: true }).selectOption('visits')
  await panel.getByLabel('Parameter with the amount').selectOption('total')
  await panel.getByLabel('Rebuild from stored events').check()
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByText('Rebuilt from stored events: 1 event read, 1 entry changed.').waitFor()
  await fitsToo('source-declared')
  await pay(20)
  await page.goto(`${millrace.url}/guests/${guest}`)
  const visits = page.getByRole('region', { name: 'Visits', exact: true })
  for (const [fact, value] of [
    ['Visits', '2'],
    ['Spend', '32.50'],
    ['Average spend', '16.25'],
    ['Favourite venue', 'QUAY'],
  ]) {
    const term = visits.getByText(fact as string, { exact: true }).and(visits.locator('dt'))
    await term
      .locator('xpath=following-sibling::dd[1]')
      .getByText(value as string, { exact: true })
      .waitFor()
  }
  await fitsToo('guest-visits')
  expect(faults).toEqual([])
})

/** The filters and columns of a list are saved, found again, changed and deleted. */
async function savesViews(page: Page, runs: Locator): Promise<void> {
  const views = page.getByRole('navigation', { name: 'Saved views' })
  const failed = page.url()
  await page.getByRole('button', { name: 'Save view…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Flaky till')
  expect(await furtherViolations(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await views.getByRole('link', { name: 'Flaky till' }).waitFor()
  await views.getByRole('link', { name: 'All' }).click()
  await page.waitForURL(/\/runs$/)
  await page.reload()
  await views.getByRole('link', { name: 'Flaky till' }).click()
  await page.waitForURL(failed)

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Reason' }).uncheck()
  await runs.getByRole('columnheader', { name: 'Reason' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'View options' }).click()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Update “Flaky till”' }).click()
  await page.getByText('View changed.').first().waitFor()
  await page.getByRole('button', { name: 'View options' }).click()
  await page.getByRole('button', { name: 'Rename…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Till away')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await views.getByRole('link', { name: 'Till away' }).waitFor()
  await page.getByRole('button', { name: 'View options' }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
  await views.waitFor({ state: 'detached' })
  await page.goto(failed)
  await runs.getByText('The till was not there.').first().waitFor()
}
