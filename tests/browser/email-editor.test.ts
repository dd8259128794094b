import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '../../server/src/demo/demo-data.ts'
import { signedIn, type Visitor } from '../support/dashboard.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { smallImage } from '../support/small-image.ts'
import { furtherViolations, violations } from './support/axe.ts'
import { connectBrowser, followAfresh, type TestBrowser } from './support/browser.ts'
import { openBox, panelOf } from './support/canvas.ts'
import { newMember, openAs } from './support/member.ts'
import { screenshot } from './support/screenshot.ts'

let millrace: TestMillrace
let browser: TestBrowser
let hand: Visitor
let image: string
/** Of an editor who opens one workflow after the other. */
let page: Page
let faults: string[]

beforeAll(async () => {
  millrace = await startTestMillrace({ config: { demo: true } })
  browser = await connectBrowser()
  hand = await signedIn(millrace, demo.organisationId)
  const { body } = await hand.post<{ image: { url: string } }>('/images', smallImage('terrace.png'))
  image = body.image.url
  const editor = await newMember(millrace, demo.organisationId, { role: 'editor' })
  ;({ page, faults } = await openAs(browser, millrace, editor, '/workflows', { expected: /status of 429/ }))
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})

const messages = (): WorkflowDefinition => ({
  trigger: { source: 'editor' },
  languages: ['de'],
  start: 'mail',
  nodes: [
    {
      id: 'mail',
      type: 'send_email',
      label: 'Thank you',
      subject: 'Thank you',
      blocks: [
        { type: 'heading', text: 'Thank you' },
        { type: 'image', url: image, alt: 'The terrace' },
        { type: 'text', text: 'See you **soon**' },
      ],
      translations: {
        de: { subject: 'Danke', blocks: [{ type: 'heading', text: 'Vielen Dank' }] },
      },
      next: 'sms',
    },
    {
      id: 'sms',
      type: 'send_sms',
      label: 'Reminder',
      body: 'See you soon, {{ guest.name }}',
      translations: { de: { body: 'Bis bald' } },
      next: 'end',
    },
    { id: 'end', type: 'end', outcome: 'success' },
  ],
})

async function workflow(): Promise<string> {
  const { body } = await hand.post<{ workflow: { id: string } }>('/workflows', { name: 'Thanks' })
  const { id } = body.workflow
  const saved = await hand.ask('PUT', `/workflows/${id}/draft`, {
    json: { revision: 0, document: messages() },
  })
  expect(saved.status, saved.text).toBe(200)
  return id
}

test('a viewer reads a message in each of its languages, on a phone, at night and as plain text', async () => {
  const viewer = await newMember(millrace, demo.organisationId, { role: 'viewer' })
  const { page, context, faults } = await openAs(browser, millrace, viewer, `/workflows/${await workflow()}`)
  await openBox(page, /^Thank you/)
  const panel = panelOf(page)
  await panel.getByText('Vielen Dank').waitFor({ state: 'detached' })
  await panel.getByRole('tab', { name: 'German', exact: true }).click()
  await panel.getByText('Vielen Dank').waitFor()
  expect(await panel.getByLabel('Class').isDisabled()).toBe(true)
  expect(await panel.getByRole('button', { name: 'Edit e-mail' }).count()).toBe(0)

  await panel.getByRole('button', { name: 'Show e-mail' }).click()
  const shown = page.getByRole('dialog', { name: 'E-mail' })
  const drawn = shown.getByRole('group', { name: 'E-mail preview' })
  await drawn.getByText('Vielen Dank').waitFor()
  await shown.getByRole('tab', { name: 'Original', exact: true }).click()
  await drawn.locator('strong').getByText('soon').waitFor()
  expect(await shown.getByRole('button', { name: 'Send me a test…' }).count()).toBe(0)

  // At night colours are turned around, and those of pictures back again.
  const colours = (selector: string) =>
    drawn.evaluate((group, inside) => {
      const { shadowRoot } = group as unknown as { shadowRoot: { querySelector(found: string): object } }
      const at =
        inside === ''
          ? (group as unknown as { parentElement: object }).parentElement
          : shadowRoot.querySelector(inside)
      return (globalThis as unknown as { getComputedStyle(of: object): { filter: string } }).getComputedStyle(
        at,
      ).filter
    }, selector)
  expect(await colours('')).toBe('none')
  await shown.getByRole('button', { name: 'Dark' }).click()
  await shown.getByText('Some mail programs turn the colours around at night').waitFor()
  expect(await colours('')).toContain('invert(1)')
  expect(await colours('img')).toContain('invert(1)')
  await screenshot(page, 'dashboard-email-dark', { whole: false })
  await shown.getByRole('button', { name: 'Plain text' }).click()
  const plain = shown.getByRole('group', { name: 'The text part' })
  await plain.getByText('THANK YOU').or(plain.getByText('Thank you')).first().waitFor()
  expect(await plain.innerText()).not.toContain('<')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')

  await openBox(page, /^Reminder/)
  await panel.getByText(/characters in GSM-7: charged as 1 message\./).waitFor()
  await panel.getByText('Reply STOP to opt out').waitFor()
  await panel.getByRole('tab', { name: 'German', exact: true }).click()
  await panel.getByText('Bis bald').first().waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('who types without a pause waits for no preview, and one is asked for at a time', async () => {
  await followAfresh(page, `/workflows/${await workflow()}`)
  await openBox(page, /^Thank you/)
  await panelOf(page).getByRole('button', { name: 'Edit e-mail' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit e-mail' })
  const drawn = dialog.getByRole('group', { name: 'E-mail preview' })
  await drawn.getByText('Thank you').waitFor()
  let [asked, underWay, most] = [0, 0, 0]
  const isPreview = (request: Request) => request.url().endsWith('/template-preview')
  page.on('request', request => {
    if (!isPreview(request)) return
    asked += 1
    underWay += 1
    most = Math.max(most, underWay)
  })
  const ended = (request: Request) => {
    if (isPreview(request)) underWay -= 1
  }
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  // A slow server: what is written meanwhile is asked for once.
  await page.route('**/template-preview', async route => {
    await new Promise(resolve => setTimeout(resolve, 1_500))
    await route.continue()
  })
  const heading = dialog.getByRole('group', { name: 'Heading, block 1' }).getByRole('textbox')
  await heading.press('End')
  for (let round = 0; round < 8; round++) {
    await heading.pressSequentially(` and ${round}`, { delay: 20 })
    await page.waitForTimeout(450)
  }
  await drawn.getByText('Thank you and 0 and 1 and 2 and 3 and 4 and 5 and 6 and 7').waitFor()
  expect(most).toBe(1)
  expect(asked).toBeLessThan(8)
  expect(await dialog.getByText('Couldn’t load the preview').count()).toBe(0)
  await page.unroute('**/template-preview')
  expect(faults).toEqual([])
})

test('a preview that is asked for too often is shown a little later, without a word about it', async () => {
  await followAfresh(page, `/workflows/${await workflow()}`)
  await openBox(page, /^Thank you/)
  await panelOf(page).getByRole('button', { name: 'Edit e-mail' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit e-mail' })
  const drawn = dialog.getByRole('group', { name: 'E-mail preview' })
  await drawn.getByText('Thank you').waitFor()
  await page.route(
    '**/template-preview',
    route =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '1', 'content-type': 'application/json' },
        body: JSON.stringify({ message: 'Too many requests.', code: 'too_many_requests', request_id: 'x' }),
      }),
    { times: 2 },
  )
  await dialog.getByRole('group', { name: 'Heading, block 1' }).getByRole('textbox').fill('Thanks a lot')
  // What was drawn stays until the newer one comes.
  await page.waitForTimeout(900)
  expect(await drawn.getByText('Thank you').count()).toBe(1)
  expect(await dialog.getByText('Couldn’t load the preview').count()).toBe(0)
  await drawn.getByText('Thanks a lot').waitFor()
  expect(faults).toEqual([])
})

test('a block is dragged with the pointer, and the text of its fields is not', async () => {
  await followAfresh(page, `/workflows/${await workflow()}`)
  await openBox(page, /^Thank you/)
  await panelOf(page).getByRole('button', { name: 'Edit e-mail' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit e-mail' })
  const block = (name: string) => dialog.getByRole('group', { name, exact: true })
  const middle = async (name: string, text: string) => {
    const box = await block(name).getByText(text, { exact: true }).first().boundingBox()
    if (box === null) throw new Error(`${name} is not to be seen`)
    return { x: box.x + 10, y: box.y + box.height / 2 }
  }
  const from = await middle('Text, block 3', 'Text')
  const to = await middle('Heading, block 1', 'Heading')
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y - 8, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.mouse.up()
  await block('Text, block 1').waitFor()
  await block('Heading, block 2').waitFor()
  await block('Image, block 3').waitFor()
  const drawn = dialog.getByRole('group', { name: 'E-mail preview' })
  await expect
    .poll(async () => {
      const [text, heading] = [drawn.getByText('See you'), drawn.getByText('Thank you')]
      return ((await text.boundingBox())?.y ?? 0) < ((await heading.boundingBox())?.y ?? 0)
    })
    .toBe(true)
  // Undone like every change.
  await dialog.getByRole('button', { name: 'Move Text, block 1 down' }).click()
  await block('Heading, block 1').waitFor()
  expect(faults).toEqual([])
})

/** The text of the first block, as it is stored. */
async function storedHeading(id: string): Promise<unknown> {
  const { body } = await hand.get<{ draft: { document: WorkflowDefinition } }>(`/workflows/${id}`)
  const [mail] = body.draft.document.nodes
  const [heading] = mail?.type === 'send_email' ? (mail.blocks ?? []) : []
  return heading?.type === 'heading' ? heading.text : heading
}

test('values are chips: inserted, passed, deleted and undone as one, and stored as templates', async () => {
  const id = await workflow()
  await followAfresh(page, `/workflows/${id}`)
  await openBox(page, /^Thank you/)
  await panelOf(page).getByRole('button', { name: 'Edit e-mail' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit e-mail' })
  const block = dialog.getByRole('group', { name: 'Heading, block 1' })
  const heading = block.getByRole('textbox')
  const chip = heading.getByRole('img', { name: 'Value: Guest’s name' })
  const stored = (text: string) => expect.poll(() => storedHeading(id)).toBe(text)

  // Where the cursor is, in the middle of a word of another script.
  await heading.fill('مرحبا 🎉!')
  await heading.press('End')
  await heading.press('ArrowRight')
  await heading.press('ControlOrMeta+a')
  await heading.pressSequentially('Dear 🎉!')
  await heading.press('ArrowLeft')
  await heading.press('ArrowLeft')
  await block.getByLabel('Insert into Heading').fill('guest name')
  await page.getByRole('option', { name: /^Guest’s name/ }).click()
  await chip.waitFor()
  await stored('Dear {{ guest.name }}🎉!')
  expect(await heading.innerText()).toBe('Dear Guest’s name🎉!')
  expect(await furtherViolations(page)).toEqual([])
  await screenshot(page, 'dashboard-email-chips', { whole: false })

  // One key to pass it, one to delete it, one to have it back.
  await heading.press('ArrowLeft')
  await page.keyboard.type('<')
  await stored('Dear <{{ guest.name }}🎉!')
  await heading.press('ArrowRight')
  await page.keyboard.type('>')
  await stored('Dear <{{ guest.name }}>🎉!')
  await heading.press('Backspace')
  await heading.press('Backspace')
  await stored('Dear <🎉!')
  await heading.press('ControlOrMeta+z')
  await stored('Dear <{{ guest.name }}>🎉!')
  await chip.waitFor()

  // Copied and pasted it is the template; of several lines one is made.
  await heading.press('ControlOrMeta+a')
  await heading.press('ControlOrMeta+c')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Dear <{{ guest.name }}>🎉!')
  await page.evaluate(`navigator.clipboard.writeText('One {{ guest.name }}\\nand {{guest.points}}')`)
  await heading.press('ControlOrMeta+v')
  await stored('One {{ guest.name }} and {{guest.points}}')
  await heading.getByRole('img', { name: 'Value: Guest’s points' }).waitFor()

  // Typed by hand; with more than a value in it, it stays text.
  await heading.press('ControlOrMeta+a')
  await heading.pressSequentially(
    '{{ guest.name }}, {{ guest.name | upcase }}{% if guest.email %}!{% endif %}',
  )
  await stored('{{ guest.name }}, {{ guest.name | upcase }}{% if guest.email %}!{% endif %}')
  expect(await chip.count()).toBe(1)
  expect(await heading.innerText()).toBe(
    'Guest’s name, {{ guest.name | upcase }}{% if guest.email %}!{% endif %}',
  )

  // Opened as text to add to it, until the cursor leaves it.
  await heading.fill('Dear {{ guest.name }}')
  await chip.dblclick()
  await page.keyboard.type('| default: "you" ')
  await stored('Dear {{ guest.name | default: "you" }}')
  await heading.fill('Dear {{ guest.name }}')
  await chip.dblclick()
  await chip.waitFor({ state: 'detached' })
  await heading.press('Home')
  await chip.waitFor()

  // Right-to-left text with a value, and at most as long as a heading may be.
  await heading.fill('שלום {{ guest.name }}, ברוך הבא')
  await stored('שלום {{ guest.name }}, ברוך הבא')
  expect(
    await heading.evaluate(
      field =>
        (globalThis as unknown as { getComputedStyle(of: unknown): { direction: string } }).getComputedStyle(
          field,
        ).direction,
    ),
  ).toBe('rtl')
  await page.evaluate(`navigator.clipboard.writeText('x'.repeat(498) + '🎉🎉')`)
  await heading.press('ControlOrMeta+a')
  await heading.press('ControlOrMeta+v')
  await stored(`${'x'.repeat(498)}🎉`)
  expect(faults).toEqual([])
})

test('a text of another language has no undo of the first one', async () => {
  const id = await workflow()
  await followAfresh(page, `/workflows/${id}`)
  await openBox(page, /^Thank you/)
  await panelOf(page).getByRole('button', { name: 'Edit e-mail' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit e-mail' })
  const heading = dialog.getByRole('group', { name: 'Heading, block 1' }).getByRole('textbox')
  await heading.press('End')
  await heading.pressSequentially(' all')
  await dialog.getByRole('tab', { name: 'German', exact: true }).click()
  await expect.poll(() => heading.innerText()).toBe('Vielen Dank')
  await heading.press('ControlOrMeta+z')
  expect(await heading.innerText()).toBe('Vielen Dank')
  await dialog.getByRole('tab', { name: 'Original', exact: true }).click()
  await expect.poll(() => heading.innerText()).toBe('Thank you all')
  expect(faults).toEqual([])
})

test('the checks say what mail programs drop, and which links do not answer', async () => {
  await followAfresh(page, `/workflows/${await workflow()}`)
  await openBox(page, /^Thank you/)
  await panelOf(page).getByRole('button', { name: 'Edit e-mail' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit e-mail' })
  await dialog.getByRole('button', { name: 'HTML', exact: true }).click()
  const own = dialog.getByRole('group', { name: 'HTML, block 4' }).getByRole('textbox')
  await own.fill('<div style="display: flex"><a href="https://nobody.invalid/menu">Menu</a></div>')
  await dialog.getByText('Outlook on Windows ignores display: flex.').waitFor()
  await dialog.getByRole('button', { name: 'Check links' }).click()
  await dialog.getByText('Broken: https://nobody.invalid/menu.').waitFor()
  expect(await furtherViolations(page)).toEqual([])
  // What was found is not said of another link.
  await own.fill('<a href="https://nobody.invalid/other">Menu</a>')
  await dialog.getByText('Broken:').waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})
