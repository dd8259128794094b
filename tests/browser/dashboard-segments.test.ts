import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { endsAtOnce } from '../support/workflows.ts'
import { connectBrowser, type TestBrowser } from './support/browser.ts'
import { newMember, openAs } from './support/member.ts'

let millrace: TestMillrace
let browser: TestBrowser
let organisation: TestOrganisation

beforeAll(async () => {
  millrace = await startTestMillrace()
  browser = await connectBrowser()
  organisation = await millrace.organisation()
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})

test('an editor builds a segment, sees who is in it, uses it, and deletes it when nothing uses it', async () => {
  await organisation.guest({ name: 'Ada Byron', tags: ['gold'] })
  await organisation.guest({ name: 'Bo Peep' })
  const editor = await newMember(millrace, organisation.id, { role: 'editor' })
  const { page, context, faults } = await openAs(browser, millrace, editor, '/segments', {
    expected: /400 \(Bad Request\)|409 \(Conflict\)/,
  })
  await page.getByText('No segments yet').waitFor()
  await page.getByRole('link', { name: 'New segment' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Gold guests')
  await page.getByRole('button', { name: 'Add a condition' }).click()
  await page.getByText("0 guests match: the guest's number of visits is at least 1.").waitFor()
  await page.getByLabel('Condition, 1: field').selectOption('Guest: number of events …')
  await page.getByLabel('Condition, 1: source').fill('till')
  await page.getByLabel('Condition, 1: in the last days').fill('60')
  await page
    .getByText('0 guests match: the number of the guest\'s "till" events in the last 60 days')
    .waitFor()
  await page.getByRole('button', { name: 'Count only some of these events' }).click()
  const counted = page.getByRole('group', { name: 'Only events where' })
  await counted.getByLabel(/: name$/).fill('spend')
  await counted.getByLabel(/: comparison$/).selectOption('is at least')
  await counted.getByLabel(/: value$/).fill('50')
  await page
    .getByText(
      '0 guests match: the number of the guest\'s "till" events in the last 60 days (where the event\'s spend is at least 50)',
    )
    .waitFor()
  await page.getByLabel('Condition, 1: in the last days').fill('soon')
  await page.getByText('There is no field "guest.events.till.last_soon_days".').waitFor()
  await page.getByLabel('Condition, 1: field').selectOption('Guest: tags')
  await page.getByLabel('Condition, 1: comparison').selectOption('contains')
  await page.getByLabel('Condition, 1: value').fill('gold')
  await page.getByText('1 guest matches: the guest has the tag "gold".').waitFor()
  await page.getByRole('region', { name: 'Preview' }).getByRole('link', { name: 'Ada Byron' }).waitFor()
  await page.getByRole('button', { name: 'Create segment' }).click()
  await page.getByRole('heading', { name: 'Gold guests', level: 1 }).waitFor()
  await page
    .getByRole('table', { name: 'Guests in this segment' })
    .getByRole('link', { name: 'Ada Byron' })
    .waitFor()
  const growth = page.getByRole('slider', { name: 'Guests in this segment, day by day' })
  await expect.poll(() => growth.getAttribute('aria-valuetext')).toContain('Guests 1, Left that day 0')

  // Another one refers to it by its name.
  await page.goto(`${millrace.url}/segments/new`)
  await page.getByLabel('Name', { exact: true }).fill('The others')
  await page.getByRole('button', { name: 'Add a condition' }).click()
  await page.getByLabel('Condition, 1: field').selectOption('Guest: segments')
  await page.getByLabel('Condition, 1: comparison').selectOption('not_contains')
  await page.getByLabel('Condition, 1: segment').selectOption('Gold guests')
  await page.getByText('1 guest matches: the guest is not in the segment "Gold guests".').waitFor()
  await page.getByRole('button', { name: 'Create segment' }).click()
  await page.getByRole('heading', { name: 'The others', level: 1 }).waitFor()

  await page.goto(`${millrace.url}/segments`)
  await page.getByRole('link', { name: 'Gold guests' }).click()
  await page.getByRole('link', { name: 'The others' }).waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete segment' }).click()
  await dialog
    .getByText('"Gold guests" is used by the segment "The others". Remove it there first.')
    .waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Description').fill('For the newsletter')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('For the newsletter').first().waitFor()

  await page.getByRole('link', { name: 'The others' }).click()
  await page.getByRole('heading', { name: 'The others', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete segment' }).click()
  await page.getByText('The segment "The others" is deleted.').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('the condition of a workflow chooses a segment by its name', async () => {
  const editor = await newMember(millrace, organisation.id, { role: 'editor' })
  const workflow = await organisation.workflow(endsAtOnce({ source: 'till' }), 'Thanks')
  const { page, context, faults } = await openAs(browser, millrace, editor, `/workflows/${workflow}`)
  await page.locator('[data-box]').first().click()
  await page.getByRole('button', { name: 'Add a condition' }).first().click()
  await page.getByLabel(/, 1: field$/).selectOption('Guest: segments')
  await page.getByLabel(/, 1: segment$/).selectOption('Gold guests')
  await page.getByText('the guest is in the segment "Gold guests"').first().waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a viewer reads segments, and a member of some venues is referred to others', async () => {
  const viewer = await newMember(millrace, organisation.id, { role: 'viewer' })
  const reading = await openAs(browser, millrace, viewer, '/segments')
  await reading.page.getByRole('link', { name: 'Gold guests' }).click()
  await reading.page.getByRole('table', { name: 'Guests in this segment' }).waitFor()
  expect(await reading.page.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  await reading.context.close()
  const limited = await newMember(millrace, organisation.id, { role: 'editor', serials: ['A'] })
  const { page, context, faults } = await openAs(browser, millrace, limited, '/segments')
  await page.getByText('Segments are about guests of every venue.').waitFor()
  // What would be refused is not asked for: a workflow for all venues is only read.
  const workflow = await organisation.workflow(
    { ...endsAtOnce({ source: 'till' }), trigger: { absence: { days: 45, time: '11:00' } } },
    'Win back',
  )
  await page.goto(`${millrace.url}/workflows/${workflow}`)
  await page.getByText('read-only: it is also for other venues').waitFor()
  expect(await page.getByRole('button', { name: 'Publish…' }).count()).toBe(0)
  // A section leads to its first page, and an address that is nowhere is a page, too.
  await page.goto(`${millrace.url}/settings`)
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
  expect(faults).toEqual([])
  expect((await page.goto(`${millrace.url}/no-such-page`))?.status()).toBe(404)
  await page.getByText('Nothing at this address').waitFor()
  await context.close()
})
