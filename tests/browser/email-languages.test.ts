import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '../../server/src/demo/demo-data.ts'
import { mailServer } from '../channels/mail-server.ts'
import { signedIn, type Visitor } from '../support/dashboard.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { violations } from './support/axe.ts'
import { connectBrowser, phone, type TestBrowser } from './support/browser.ts'
import { openBox, panelOf, saved } from './support/canvas.ts'
import { newMember, openAs } from './support/member.ts'
import { screenshot } from './support/screenshot.ts'

let millrace: TestMillrace
let browser: TestBrowser
let hand: Visitor
let mails: Awaited<ReturnType<typeof mailServer>>

beforeAll(async () => {
  mails = await mailServer()
  millrace = await startTestMillrace({
    config: { demo: true, allowedPrivateAddresses: ['127.0.0.0/8'], allowedPorts: [mails.port] },
  })
  browser = await connectBrowser()
  hand = await signedIn(millrace, demo.organisationId)
  await millrace.database.engine.query(
    `UPDATE organisations SET settings = jsonb_set(settings, '{email}', coalesce(settings -> 'email', '{}') || $2::jsonb) WHERE id = $1`,
    [
      demo.organisationId,
      JSON.stringify({
        from_name: 'Harbour',
        from_address: 'hello@example.com',
        smtp: { host: '127.0.0.1', port: mails.port, security: 'none' },
      }),
    ],
  )
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
  await mails?.close()
})

const twoMessages: WorkflowDefinition = {
  trigger: { source: 'languages' },
  start: 'mail',
  nodes: [
    {
      id: 'mail',
      type: 'send_email',
      label: 'Thank you',
      subject: 'Thank you, {{ guest.name }}',
      blocks: [
        { type: 'heading', text: 'Thank you' },
        { type: 'text', text: 'On {{ "2026-05-17T12:00:00Z" | date: "full" }}' },
      ],
      next: 'sms',
    },
    { id: 'sms', type: 'send_sms', label: 'Reminder', body: 'See you soon', next: 'end' },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
}

async function workflowWith(document: WorkflowDefinition): Promise<string> {
  const { body } = await hand.post<{ workflow: { id: string } }>('/workflows', { name: 'Thanks' })
  const { id } = body.workflow
  await hand.ask('PUT', `/workflows/${id}/draft`, { json: { revision: 0, document } })
  return id
}

const documentOf = async (id: string) =>
  (
    await millrace.database.engine.query<{ draft: WorkflowDefinition }>(
      'SELECT draft FROM workflows WHERE id = $1',
      [id],
    )
  ).rows[0]?.draft as WorkflowDefinition

test('a message gets a language, is translated beside its preview, tested, and loses the language again', async () => {
  const owner = await newMember(millrace, demo.organisationId)
  const id = await workflowWith(twoMessages)
  const { page, context, faults } = await openAs(browser, millrace, owner, `/workflows/${id}`)
  await openBox(page, /^Thank you/)
  const panel = panelOf(page)
  await panel.getByRole('button', { name: 'Edit e-mail' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit e-mail' })
  await editor.getByRole('button', { name: 'Add language…' }).click()
  const adding = page.getByRole('dialog', { name: 'Add language' })
  const language = adding.getByLabel('Language', { exact: true })
  await language.fill('Klingon')
  await adding.getByRole('button', { name: 'Add language' }).click()
  await adding.getByText('Choose a language, or enter its code').waitFor()
  await language.fill('german')
  await adding.getByRole('button', { name: 'Add language' }).click()
  await adding.waitFor({ state: 'detached' })

  // A copy of the original is what it begins with, and it says so.
  const tab = (name: string) => editor.getByRole('tab', { name, exact: true })
  expect(await tab('German (not translated)').getAttribute('aria-selected')).toBe('true')
  const block = (name: string) => editor.getByRole('group', { name, exact: true })
  await block('Heading, block 1').getByRole('textbox').fill('Vielen Dank')
  const drawn = editor.getByRole('group', { name: 'E-mail preview' })
  await drawn.getByText('Vielen Dank').waitFor()
  await drawn.getByText('17. Mai 2026').waitFor()
  await tab('German').waitFor()
  expect(await violations(page)).toEqual([])
  await screenshot(page, 'dashboard-email-languages', { whole: false })

  // By the keyboard to the original and back; each keeps its own.
  await tab('German').focus()
  await page.keyboard.press('ArrowLeft')
  await drawn.getByText('17 May 2026').waitFor()
  expect(await block('Heading, block 1').getByRole('textbox').innerText()).toBe('Thank you')
  await page.keyboard.press('ArrowRight')
  await drawn.getByText('Vielen Dank').waitFor()

  await editor.getByRole('button', { name: 'Send me a test…' }).click()
  const testing = page.getByRole('dialog', { name: 'Send a test' })
  await testing.getByRole('button', { name: 'Send test' }).click()
  await testing.waitFor({ state: 'detached' })
  const got = mails.mails.find(({ parsed }) => parsed.subject?.startsWith('Test: '))
  expect(got?.recipients).toEqual([owner.email])
  expect(got?.parsed.html).toContain('Vielen Dank')
  await editor.getByRole('button', { name: 'Done' }).click()

  // The subject is translated in the panel, and the other message is missing.
  await panel.getByRole('textbox', { name: 'Subject', exact: true }).fill('Danke, {{ guest.name }}')
  await saved(page)
  await openBox(page, /^Reminder/)
  await panel.getByText('This message has no translation into German (de).').waitFor()
  await panel.getByRole('tab', { name: 'German (missing)' }).click()
  await panel.getByRole('button', { name: 'Copy the original' }).click()
  await panel.getByRole('textbox', { name: 'Text', exact: true }).fill('Bis bald')
  await panel.getByText('This message has no translation into German (de).').waitFor({ state: 'detached' })
  await saved(page)
  const written = await documentOf(id)
  expect(written.languages).toEqual(['de'])
  expect(written.nodes).toMatchObject([
    {
      subject: 'Thank you, {{ guest.name }}',
      translations: { de: { subject: 'Danke, {{ guest.name }}', blocks: [{ text: 'Vielen Dank' }, {}] } },
    },
    { body: 'See you soon', translations: { de: { body: 'Bis bald' } } },
    {},
  ])

  await panel.getByRole('button', { name: 'Remove German…' }).click()
  const removing = page.getByRole('dialog', { name: 'Remove German?' })
  await removing.getByText('2 messages of this workflow lose their translation.').waitFor()
  await removing.getByRole('button', { name: 'Cancel' }).click()
  await panel.getByRole('button', { name: 'Remove German…' }).click()
  await removing.getByRole('button', { name: 'Remove German', exact: true }).click()
  await removing.waitFor({ state: 'detached' })
  await saved(page)
  const { languages, nodes } = await documentOf(id)
  expect(languages).toBeUndefined()
  expect(nodes).toEqual(twoMessages.nodes)
  expect(faults).toEqual([])
  await context.close()
})

test('languages are translated on a phone, and the settings say what is missing', async () => {
  const owner = await newMember(millrace, demo.organisationId)
  const id = await workflowWith({ ...twoMessages, languages: ['pt-BR'] })
  const { page, context, faults } = await openAs(browser, millrace, owner, `/workflows/${id}`, {
    width: phone,
  })
  await openBox(page, /^Reminder/)
  const panel = panelOf(page)
  await panel.getByRole('tab', { name: 'Brazilian Portuguese (missing)' }).click()
  await panel.getByRole('button', { name: 'Copy the original' }).click()
  await panel.getByRole('tab', { name: 'Brazilian Portuguese (not translated)' }).waitFor()
  await panel.getByRole('textbox', { name: 'Text', exact: true }).fill('Até logo')
  await saved(page)
  const wider = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
  expect(wider).toBeLessThanOrEqual(0)
  await screenshot(page, 'dashboard-sms-languages-phone', { whole: false })
  expect((await documentOf(id)).nodes[1]).toMatchObject({ translations: { 'pt-BR': { body: 'Até logo' } } })
  expect(faults).toEqual([])
  await context.close()
})
