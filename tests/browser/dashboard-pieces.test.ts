import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedIn } from '../support/dashboard.ts'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { furtherViolations, violations } from './support/axe.ts'
import { connectBrowser, type TestBrowser } from './support/browser.ts'
import { openBox, panelOf, saved } from './support/canvas.ts'
import { newMember, openAs } from './support/member.ts'
import { screenshot } from './support/screenshot.ts'

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

const mail = {
  id: 'mail',
  type: 'send_email',
  label: 'Thank you',
  subject: 'Thank you',
  blocks: [
    { type: 'heading', text: 'Thank you for coming' },
    { type: 'text', text: 'Open daily from 10 to 23' },
    { type: 'divider' },
  ],
  next: 'end',
}

test('an editor saves blocks and a whole e-mail, uses them, changes one seeing where it is used, and restores it', async () => {
  const hand = await signedIn(millrace, organisation.id)
  const made = await hand.post<{ workflow: { id: string } }>('/workflows', { name: 'Thanks' })
  const { id } = made.body.workflow
  const document = {
    trigger: { source: 'till' },
    start: 'mail',
    nodes: [mail, { id: 'end', type: 'end', outcome: 'success' }],
  }
  await hand.ask('PUT', `/workflows/${id}/draft`, { json: { revision: 0, document } })
  const editor = await newMember(millrace, organisation.id, { role: 'editor' })
  const { page, context, faults } = await openAs(browser, millrace, editor, `/workflows/${id}`, {
    expected: /400 \(Bad Request\)|409 \(Conflict\)/,
  })
  await openBox(page, /^Thank you/)
  const panel = panelOf(page)
  await panel.getByRole('button', { name: 'Edit e-mail' }).click()
  const mailEditor = page.getByRole('dialog', { name: 'Edit e-mail' })
  await mailEditor.getByRole('button', { name: 'Save for reuse…' }).click()
  const saving = page.getByRole('dialog', { name: 'Save for reuse' })
  await saving.getByLabel('Name', { exact: true }).fill('Footer')
  await saving.getByLabel('Heading: Thank you for coming').uncheck()
  await saving.getByLabel('Divider').uncheck()
  await saving.getByRole('button', { name: 'Save for reuse' }).click()
  const piece = mailEditor.getByRole('group', { name: 'Saved piece, block 2' })
  await piece.getByText('Open daily from 10 to 23').waitFor()
  await mailEditor
    .getByRole('group', { name: 'E-mail preview' })
    .getByText('Open daily from 10 to 23')
    .waitFor()
  // It can be used a second time, and detached.
  await mailEditor.getByLabel('Insert saved piece').selectOption('Footer')
  const second = mailEditor.getByRole('group', { name: 'Saved piece, block 4' })
  await second.getByRole('button', { name: 'Use a copy of its blocks' }).click()
  const copy = mailEditor.getByRole('group', { name: 'Text, block 4' }).getByRole('textbox')
  expect(await copy.innerText()).toBe('Open daily from 10 to 23')
  await mailEditor.getByRole('button', { name: 'Remove Text, block 4' }).click()
  await screenshot(page, 'dashboard-email-pieces', { whole: false })
  expect(await furtherViolations(page)).toEqual([])
  await mailEditor.getByRole('button', { name: 'Done', exact: true }).click()

  // The whole e-mail, in which the piece becomes a copy.
  await panel.getByRole('button', { name: 'Save e-mail for reuse…' }).click()
  const whole = page.getByRole('dialog', { name: 'Save e-mail for reuse' })
  await whole.getByLabel('Name', { exact: true }).fill('footer')
  await whole.getByRole('button', { name: 'Save e-mail' }).click()
  await whole.getByText('There is a piece "footer" already.').waitFor()
  await whole.getByLabel('Name', { exact: true }).fill('Thank-you mail')
  await whole.getByRole('button', { name: 'Save e-mail' }).click()
  await panel.getByRole('link', { name: 'Thank-you mail' }).waitFor()
  await panel.getByText('with the subject “Thank you”').waitFor()
  await panel.getByRole('button', { name: 'Use a copy of it' }).click()
  await panel.getByRole('button', { name: 'Edit e-mail' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await panel.getByText('footer', { exact: true }).waitFor()
  await saved(page)
  const draft = await hand.get<{ draft: { document: { nodes: [{ blocks: object[] }] } } }>(`/workflows/${id}`)
  expect(draft.body.draft.document.nodes[0].blocks).toEqual([
    { type: 'heading', text: 'Thank you for coming' },
    { type: 'piece', piece: 'footer' },
    { type: 'divider' },
  ])
  const { revision } = (await hand.get<{ draft: { revision: number } }>(`/workflows/${id}`)).body.draft
  const published = await hand.post(`/workflows/${id}/publish`, { revision, inside: 'finish' })
  expect(published.status).toBe(200)

  await page.goto(`${millrace.url}/pieces`)
  const row = page.getByRole('row').filter({ hasText: 'Footer' })
  await row.getByText('Thanks').waitFor()
  await row.getByRole('link', { name: 'Footer' }).click()
  await page.getByRole('region', { name: 'Used in' }).getByText('Thank you (live').waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const text = page.getByRole('group', { name: 'Text, block 1' }).getByRole('textbox')
  await text.fill('{{ guest.')
  await page.getByRole('button', { name: 'Save…' }).click()
  const confirming = page.getByRole('dialog', { name: 'Save version 2 of Footer?' })
  await confirming.getByRole('link', { name: 'Thanks' }).waitFor()
  expect(await violations(page)).toEqual([])
  await confirming.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').getByText('Check the marked fields.').waitFor()
  await text.fill('Open daily from 9 to 23')
  await page.getByRole('button', { name: 'Save…' }).click()
  await confirming.getByRole('button', { name: 'Save', exact: true }).click()
  const history = page.getByRole('region', { name: 'History' })
  await history.getByText('Version 2', { exact: true }).waitFor()
  await page.getByRole('group', { name: 'E-mail preview' }).getByText('from 9 to 23').waitFor()
  await screenshot(page, 'dashboard-piece')
  await history.getByRole('button', { name: 'Restore… Version 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await history.getByText('restored from version 1').waitFor()
  await page.getByRole('group', { name: 'E-mail preview' }).getByText('from 10 to 23').waitFor()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete piece' }).click()
  await page.getByText('the workflow "Thanks" (step Thank you)').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`${millrace.url}/pieces/thank-you-mail`)
  await page.getByText('Nothing uses it yet.').waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete piece' }).click()
  await page.getByText('"Thank-you mail" is deleted.').waitFor()
  expect(faults).toEqual([])
  await context.close()
})
