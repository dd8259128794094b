import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { connectBrowser, type TestBrowser } from './support/browser.ts'
import { contentOf } from './support/download.ts'
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

const names = async () =>
  (
    await millrace.database.engine.query<{ name: string }>(
      'SELECT name FROM guests WHERE organisation_id = $1 ORDER BY name',
      [organisation.id],
    )
  ).rows.map(({ name }) => name)

test('an editor chooses a file, maps its columns, checks it, imports it, and undoes it', async () => {
  const editor = await newMember(millrace, organisation.id, { role: 'editor' })
  const { page, context, faults } = await openAs(browser, millrace, editor, '/guests')
  await page.getByRole('link', { name: 'Imports' }).click()
  await page.getByText('No imports yet').waitFor()
  await page.getByRole('link', { name: 'Import a file' }).first().click()
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'guests.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Adresse;Name;Tisch\nada@example.com;Ada Byron;12\nbroken;Bo;1\nmai@example.com;Maï;x\n',
      'latin1',
    ),
  })
  await page.getByText('It is read as Windows-1252.').waitFor()
  await page.getByLabel('Column “Adresse”').selectOption('E-mail address')
  await page.getByLabel('Column “Tisch”').selectOption('Attribute (number)')
  expect(await page.getByLabel('Column “Name”').inputValue()).toBe('name')
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByText('3 rows: 1 guest to create, 2 refused').waitFor()
  await page.getByRole('heading', { name: 'guests.csv', level: 1 }).waitFor()
  await page.getByText('Adresse must be an e-mail address.').waitFor()
  await page.getByText('Tisch must be a number, such as 12 or 12.5.').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ])
  expect(await contentOf(file)).toContain('broken,Bo,1,,3,Adresse must be an e-mail address')
  expect(await names()).toEqual([])

  await page.getByRole('button', { name: 'Start import' }).click()
  await page.getByText('3 rows: 1 guest created, 2 refused').waitFor()
  expect(await names()).toEqual(['Ada Byron'])

  await page.getByRole('button', { name: 'Undo import…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('1 guest deleted, 0 restored, 0 kept').waitFor()
  expect(await names()).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test('a file that cannot be read as a whole says why', async () => {
  const editor = await newMember(millrace, organisation.id, { role: 'editor' })
  const { page, context } = await openAs(browser, millrace, editor, '/guests/imports/new')
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'names.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Who\nAda\n'),
  })
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByText('No column identifies a guest.').waitFor()
  await context.close()
})
