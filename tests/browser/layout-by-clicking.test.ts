import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultSettings } from '@millrace/contract/settings'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendEvent } from '../api/management-ground.ts'
import { type Mail, mailServer } from '../channels/mail-server.ts'
import { signedIn, type Visitor } from '../support/dashboard.ts'
import { drawnImage } from '../support/drawn-image.ts'
import { emailOf, type Layout, layoutBrand, layoutsWith } from '../support/layouts.ts'
import {
  eventually,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'
import { allTrials } from '../support/trials.ts'
import { connectBrowser, type TestBrowser } from './support/browser.ts'
import { buildWorkflow, publish } from './support/build/build-workflow.ts'
import { canonical } from './support/build/canonical.ts'
import { createHand } from './support/build/hand.ts'
import { writeReport } from './support/build/report.ts'
import { newMember, openAs } from './support/member.ts'

/** E-mails that a person composes, from the empty canvas to what a mail server gets and a browser draws. */
let millrace: TestMillrace
let browser: TestBrowser
let organisation: TestOrganisation
let owner: Visitor
let mails: Awaited<ReturnType<typeof mailServer>>
const images = new Map<string, string>()

const colours = {
  terrace: [214, 140, 74],
  oysters: [120, 160, 170],
  music: [120, 70, 110],
  cellar: [110, 40, 50],
} as const

beforeAll(async () => {
  mails = await mailServer()
  millrace = await startTestMillrace({
    config: { allowedPrivateAddresses: ['127.0.0.0/8'], allowedPorts: [mails.port] },
  })
  browser = await connectBrowser()
  organisation = await millrace.organisation('Harbour')
  await organisation.venue('HARBOUR')
  owner = await signedIn(millrace, organisation.id)
  await millrace.database.engine.query('UPDATE organisations SET settings = settings || $2 WHERE id = $1', [
    organisation.id,
    {
      brand: layoutBrand,
      email: {
        ...defaultSettings.email,
        from_name: 'The Harbour',
        from_address: 'hello@example.com',
        smtp: { host: '127.0.0.1', port: mails.port, security: 'none' },
      },
    },
  ])
  for (const [name, colour] of Object.entries(colours)) {
    const content = drawnImage(1200, 600, colour)
    const { body } = await owner.post<{ image: { url: string } }>('/images', {
      file_name: `${name}.png`,
      content,
    })
    images.set(name, body.image.url)
  }
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
  await mails?.close()
})

const parameters = {
  booked_for: '2026-10-17T18:30:00Z',
  covers: 2,
  booking: 'b/42',
  items: 'Leek soup 7.50; Sea bass 19.00; House wine 6.00',
  spend: 32.5,
}

const documentOf = (layout: Layout): WorkflowDefinition => ({
  trigger: { source: layout.name },
  start: layout.name,
  nodes: [emailOf(layout), { id: 'end', type: 'end', outcome: 'success' }],
})

async function mailOf({ name }: Layout): Promise<Mail> {
  const guest = await organisation.guest({
    name: 'Maya Okafor',
    email: `${name}@example.com`,
    email_consent: true,
  })
  await millrace.database.engine.query('UPDATE guests SET points = 120 WHERE id = $1', [guest])
  await sendEvent(owner, guest, name, { parameters, serials: ['HARBOUR'] })
  return eventually(
    async () => mails.mails.find(({ recipients }) => recipients.includes(`${name}@example.com`)) as Mail,
    mail => mail !== undefined,
  )
}

const folder = join(import.meta.dirname, '..', 'artifacts', 'mails')

/** As a mail program draws it: no scripts, as wide as a window and as a phone. Nothing may be wider than the screen. */
async function draw({ name }: Layout, html: string): Promise<void> {
  for (const width of [720, 390]) {
    const context = await browser.newContext({ viewport: { width, height: 800 }, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.setContent(html, { waitUntil: 'networkidle' })
    const widest = await page
      .locator('body')
      .evaluate(body => (body as unknown as { scrollWidth: number }).scrollWidth)
    expect(widest).toBeLessThanOrEqual(width)
    const broken = await page
      .locator('img')
      .evaluateAll(
        all => all.filter(one => (one as unknown as { naturalWidth: number }).naturalWidth === 0).length,
      )
    expect(broken).toBe(0)
    if (allTrials || process.env.MILLRACE_SCREENSHOTS) {
      await mkdir(folder, { recursive: true })
      await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true })
    }
    await context.close()
  }
}

/** `npm run prove` composes all of them. */
const composed = layoutsWith(name => `image of ${name}`).filter(
  ({ name }) => allTrials || name === 'birthday',
)

test.each(composed.map(({ name }) => [name]))(
  '%s: composed by clicking, sent, parsed and drawn',
  async name => {
    const layout = layoutsWith(image => images.get(image) as string).find(one => one.name === name) as Layout
    const definition = documentOf(layout)
    const member = await newMember(millrace, organisation.id, { role: 'editor' })
    const { page, context, faults } = await openAs(browser, millrace, member, '/workflows')
    const hand = createHand(page)
    const began = performance.now()
    const id = await buildWorkflow(hand, { name, definition })
    await publish(hand)
    writeReport({ key: name, actions: hand.actions, seconds: Math.round((performance.now() - began) / 1000) })
    const { rows } = await millrace.database.engine.query<{ definition: WorkflowDefinition }>(
      'SELECT definition FROM workflow_versions WHERE workflow_id = $1',
      [id],
    )
    expect(canonical(rows[0]?.definition as WorkflowDefinition)).toEqual(canonical(definition))
    expect(faults).toEqual([])
    await context.close()

    const { parsed, raw } = await mailOf(layout)
    const { subject = '', html = '', text = '' } = parsed
    // A heading in a text part that is made from HTML is in capitals.
    const says = layout.says.toLowerCase()
    expect([html, text].every(part => part.toLowerCase().includes(says))).toBe(true)
    expect(subject + html + text).not.toMatch(/\{[{%]|heldpart|undefined|\[object/)
    expect(raw.includes('List-Unsubscribe:')).toBe(layout.isTransactional !== true)
    expect(html).toContain('1 Quay Street')
    await draw(layout, html)
  },
)
