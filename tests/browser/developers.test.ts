import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '../../server/src/demo/demo-data.ts'
import { demo as shown } from '../../web/src/features/demo.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { connectBrowser, copiedFrom, type TestBrowser, type Visit, visit } from './support/browser.ts'
import { createDemoKey } from './support/demo-key.ts'

let millrace: TestMillrace
let browser: TestBrowser

beforeAll(async () => {
  millrace = await startTestMillrace({ config: { demo: true } })
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})

const run = promisify(execFile)

/** Copies a command with its button, and pastes it into a shell. */
async function copyAndRun({ page }: Visit, name: string): Promise<Record<string, unknown>> {
  await page.getByRole('button', { name: `Copy Command: ${name}` }).click()
  const command = await copiedFrom(page)
  const { stdout } = await run('sh', ['-c', command.replace('curl ', 'curl -sS ')])
  return JSON.parse(stdout) as Record<string, unknown>
}

test('the first event in three commands, as they are copied from the page', async () => {
  const visited = await visit(browser, `${millrace.url}/developers`)
  const { page, faults, context } = visited
  await page.getByRole('heading', { name: 'Millrace is running' }).waitFor()
  await page.getByRole('button', { name: 'Copy the Base URL' }).click()
  expect(await copiedFrom(page)).toBe(millrace.url)

  await page.getByRole('button', { name: 'Copy Command: create a key' }).click()
  expect(await copiedFrom(page)).toBe('npx millrace keys create --name first')
  const { clientId, clientSecret } = await createDemoKey(millrace)
  await page.getByLabel('client_id').fill(clientId)
  await page.getByLabel('client_secret').fill(clientSecret)

  const { access_token } = await copyAndRun(visited, 'get a token')
  await page.getByLabel('access_token').fill(String(access_token))

  const { event } = await copyAndRun(visited, 'send the event')
  expect(event).toMatchObject({
    organisation_registration_id: demo.guestId,
    status: 'routed',
    source: 'till',
    workflow_runs: [{ workflow_id: demo.workflowId }],
  })

  expect(
    await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])'),
  ).not.toContain(clientSecret)
  expect(faults).toEqual([])
  await context.close()
})

test('the ids on the page are those of the demo', () => {
  expect(demo).toMatchObject(shown)
})

test('leads to the API reference', async () => {
  const { page, faults, context } = await visit(browser, `${millrace.url}/developers`)
  await page.getByRole('link', { name: /Every call with its fields/ }).click()
  await page.getByRole('heading', { name: 'API reference', level: 1 }).waitFor()
  expect(await page.title()).toBe('API reference · Millrace')
  expect(faults).toEqual([])
  await context.close()
})
