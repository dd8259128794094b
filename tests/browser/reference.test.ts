import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '../../server/src/demo/demo-data.ts'
import { eventually, startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { violations, violationsIn } from './support/axe.ts'
import { connectBrowser, phone, type TestBrowser, type Visit, visit } from './support/browser.ts'
import { createDemoKey } from './support/demo-key.ts'
import { screenshot } from './support/screenshot.ts'

let millrace: TestMillrace
let browser: TestBrowser
/** Of who reads on: the page has 14,000 elements, and takes seconds to come. */
let reader: Visit

beforeAll(async () => {
  millrace = await startTestMillrace({ config: { demo: true } })
  browser = await connectBrowser()
  reader = await open()
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})

const expected = /Failed to load resource: the server responded with a status of 40/
const open = (path = '/docs', width?: number) =>
  visit(browser, millrace.url + path, { expected, ...(width && { width }) })
const section = ({ page }: Visit, name: string) => page.getByRole('region', { name })
const status = (operation: Locator) => operation.getByRole('status')
const body = (operation: Locator) => operation.getByRole('group', { name: 'Body of the answer' })

async function getToken(visited: Visit, clientId: string, clientSecret: string): Promise<void> {
  const form = section(visited, 'OAuth 2.0')
  await form.getByLabel('client_id').fill(clientId)
  await form.getByLabel('client_secret').fill(clientSecret)
  await form.getByRole('button', { name: 'Get a token' }).click()
}

test('every operation of the document is there, with its schemas', async () => {
  const { page, faults } = reader
  const document = (await (await fetch(`${millrace.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string; summary: string }>>
  }
  for (const item of Object.values(document.paths)) {
    for (const { operationId, summary } of Object.values(item)) {
      const operation = page.locator(`#${operationId}`)
      await operation.getByRole('heading', { name: summary, level: 3 }).waitFor()
      await operation.getByRole('heading', { name: 'Answers' }).waitFor()
    }
  }
  const send = section(reader, 'Send an incoming event')
  const words = (await send.innerText()).replaceAll(/\s+/g, ' ')
  expect(words).toContain('organisation_registration_id UUID required')
  expect(words).toContain('at most 100 items each 1 to 12 characters')
  expect(words).toContain('idempotency_mismatch')
  expect(words).toContain(`"organisation_registration_id": "${demo.guestId}"`)
  expect(faults).toEqual([])
})

test('try it: a token, an event, its run, and refusals in between', async () => {
  const visited = reader
  const { page, faults } = visited
  const { clientId, clientSecret } = await createDemoKey(millrace)

  await getToken(visited, clientId, 'wrong')
  await page.getByText('its secret is wrong').waitFor()

  const send = section(visited, 'Send an incoming event')
  await send.getByRole('button', { name: 'Try it' }).click()
  await send.getByText('This call needs a token.').waitFor()
  await send.getByRole('button', { name: 'Send', exact: true }).click()
  await status(send).getByText('401').waitFor()

  await getToken(visited, clientId, clientSecret)
  await page.getByText(`now sends the token of ${clientId}`).waitFor()
  expect(await section(visited, 'OAuth 2.0').getByLabel('client_secret').inputValue()).toBe('')
  await send.getByRole('button', { name: 'Send', exact: true }).click()
  await status(send).getByText('200 OK').waitFor()
  await status(send)
    .getByText(/in \d+ ms/)
    .waitFor()
  await body(send).getByText('"routed"').waitFor()
  await send.getByText(/\d+ headers/).click()
  await send.getByText('x-request-id').waitFor()
  await send.getByText('200 OK').scrollIntoViewIfNeeded()
  await screenshot(page, 'reference-try-it', { whole: false })
  expect(await violationsIn(page, send, section(visited, 'OAuth 2.0'))).toEqual([])

  await send.getByRole('textbox', { name: 'Body' }).fill('{ "parameters": ')
  await send.getByText('This is not valid JSON.').waitFor()
  await send.getByRole('button', { name: 'Send', exact: true }).click()
  await body(send).getByText('invalid_json').waitFor()

  await send.getByRole('textbox', { name: 'Body' }).fill(`{"organisation_registration_id":"${demo.guestId}"}`)
  await send.getByLabel('dry_run').selectOption('true')
  await send.getByRole('button', { name: 'Send', exact: true }).click()
  await status(send).getByText('200 OK').waitFor()
  // The command follows what was filled in.
  expect(await send.getByRole('group', { name: /^Command/ }).innerText()).toContain(
    'incoming-event?dry_run=true',
  )

  const runs = section(visited, 'List the runs of a workflow')
  await runs.getByRole('button', { name: 'Try it' }).click()
  await runs.getByRole('button', { name: 'Send', exact: true }).click()
  await status(runs).getByText('200 OK').waitFor()
  expect(await body(runs).innerText()).toContain(demo.workflowId)

  expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')).toBe(
    '[{},{},""]',
  )
  await section(visited, 'OAuth 2.0').getByRole('button', { name: 'Remove token' }).click()
  await send.getByText('This call needs a token.').waitFor()
  expect(faults).toEqual([])
})

test('works at localhost as well as at the published address', async () => {
  const local = millrace.url.replace('127.0.0.1', 'localhost')
  const { page, faults, context } = await visit(browser, `${local}/docs#isReady`)
  const ready = page.getByRole('region', { name: 'Can it take requests?' })
  await ready.getByRole('button', { name: 'Try it' }).click()
  await ready.getByRole('button', { name: 'Send', exact: true }).click()
  await status(ready).getByText('200 OK').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('an anchor leads to its section, and the navigation marks where the reader is', async () => {
  const visited = await open('/docs#createGuest')
  const { page, faults, context } = visited
  const current = page.locator('nav[aria-label="Contents"] [aria-current]')
  await page.getByRole('heading', { name: 'Register a guest' }).waitFor()
  await current.getByText('Register a guest').waitFor()
  await inView(section(visited, 'Register a guest').getByRole('heading', { level: 3 }))

  await page.getByRole('link', { name: 'List venues' }).first().click()
  await current.getByText('List venues').waitFor()
  expect(new URL(page.url()).hash).toBe('#listVenues')
  expect(await current.count()).toBe(1)
  expect(faults).toEqual([])
  await context.close()
})

test('search finds by field and goes there by Enter', async () => {
  const { page, faults } = reader
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('/')
  await page.keyboard.type('external_id')
  await page.getByText(/^[2-9] calls; Enter goes to the first\.$/).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\w+$/)
  const found = page.locator(`#${new URL(page.url()).hash.slice(1)}`)
  expect(await found.innerText()).toContain('external_id')
  await page.keyboard.press('/')
  await page.keyboard.press('Escape')
  await page.keyboard.type('zyzzyva')
  await page.getByText('No matching calls.').waitFor()
  expect(faults).toEqual([])
})

test('on a phone the contents unfold, lead on, and fold again', async () => {
  const visited = await open('/docs', phone)
  const { page, faults, context } = visited
  const contents = page.getByRole('button', { name: 'Contents and search' })
  await contents.click()
  await screenshot(page, 'reference-contents-390', { whole: false })
  const unfolded = page.getByRole('navigation', { name: 'Contents' })
  expect(await violationsIn(page, contents, unfolded)).toEqual([])
  await unfolded.getByRole('link', { name: 'List venues' }).click()
  expect(await contents.getAttribute('aria-expanded')).toBe('false')
  await inView(section(visited, 'List venues').getByRole('heading', { level: 3 }))
  expect(faults).toEqual([])
  await context.close()
})

test('says so when the document cannot be had, and asks again', async () => {
  const { page, context } = await visit(browser, `${millrace.url}/`)
  await page.route('**/openapi.json', route => route.abort())
  await page.goto(`${millrace.url}/docs`)
  await page.getByText('Couldn’t load /openapi.json.').waitFor()
  expect(await violations(page)).toEqual([])
  await page.unroute('**/openapi.json')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Send an incoming event' }).waitFor()
  await context.close()
})

/** Below whatever stays at the top of the page, and above its lower edge. Contents that fold move it once more. */
async function inView(heading: Locator): Promise<void> {
  await eventually(
    () => heading.boundingBox(),
    box => box !== null && box.y >= 56 && box.y < 500,
  )
}
